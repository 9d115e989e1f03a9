/** What a browser is shown that is not signed in: where the link comes from, and nothing else. */
import { createHash } from 'node:crypto'
import type { Problem } from './problem.ts'

const STYLE = `:root{color-scheme:light dark}
body{font:16px/1.6 system-ui,sans-serif;max-width:34rem;margin:22vh auto 0;padding:0 1.5rem}
h1{font-size:1.25rem;font-weight:600;margin:0 0 .5rem}
code{font:.95em ui-monospace,monospace;padding:.15rem .4rem;border:1px solid #8886;border-radius:.35rem}`

const POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

/** Whether it is a person's browser that asks for a page, and not a program for an answer. */
export function wantsPage(method: string, path: string, accept: string | undefined): boolean {
  return method === 'GET' && !/^\/(?:api|mcp)\b/.test(path) && (accept ?? '').includes('text/html')
}

export function signInPage({ status, detail }: Problem): Response {
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Mneme</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>Sign in to Mneme</h1>
<p>${detail.replace(/[<>&"']/g, '')}. The page opens by a link that works once. Run this in a terminal:</p>
<p><code>mneme ui</code></p>
</main>
</body>
</html>
`
  return new Response(html, {
    status,
    headers: { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': POLICY },
  })
}
