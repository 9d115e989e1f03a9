/** The page for a browser that is not signed in, and the one that signs it in. */
import { createHash } from 'node:crypto'
import type { PageSession } from './page-session.ts'
import type { Problem } from './problem.ts'

const STYLE = `:root{color-scheme:light dark}
body{font:16px/1.6 system-ui,sans-serif;max-width:34rem;margin:22vh auto 0;padding:0 1.5rem}
h1{font-size:1.25rem;font-weight:600;margin:0 0 .5rem}
code{font:.95em ui-monospace,monospace;padding:.15rem .4rem;border:1px solid #8886;border-radius:.35rem}`

/** Where web/src/api/page-key.ts finds it. */
const STORE_KEY = `localStorage.setItem('mneme:page-key',document.documentElement.dataset.key);location.replace('/'+location.hash)`

const POLICY = `default-src 'none'; style-src '${digestOf(STYLE)}'; script-src '${digestOf(STORE_KEY)}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

function digestOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`
}

/** Whether a browser asks for a page rather than a program for data. */
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
<p>${detail.replace(/[<>&"']+/g, '')}. The page opens by a link that works once. Run this in a terminal:</p>
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

/** Sets the cookie, stores the key where only this origin reads it, and continues to the page. */
export function signedInPage({ cookie, key }: PageSession): Response {
  const html = `<!doctype html>
<html lang="en" data-key="${key}">
<head>
<meta charset="utf-8">
<title>Mneme</title>
<script>${STORE_KEY}</script>
</head>
</html>
`
  return new Response(html, {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': POLICY,
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'set-cookie': cookie,
    },
  })
}
