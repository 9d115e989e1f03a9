/**
 * J-10. The files of the page as they were built. The folder is read once, so a path is looked up in
 * a list and never on the disk: nothing outside of it can be asked for.
 */
import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { extname, join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Beside the bundle, or in the build output when run from the sources. */
export function pageFolder(here: string = import.meta.url): string {
  const built = here.includes('/chunks/') ? '../page' : './page'
  return fileURLToPath(new URL(here.endsWith('.ts') ? '../../../dist/page' : built, here))
}

/**
 * No script, style, picture or connection but our own, and no text that becomes markup: what is stored
 * is hostile, and whatever mistake the page makes with it, the browser refuses to run it.
 */
export const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types mneme-worker',
].join('; ')

const KINDS: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
}

const FOREVER = 'private, max-age=31536000, immutable'

/** Null for a path that is not a file of the page. */
export function openPage(
  folder: string = pageFolder(),
): (path: string) => Promise<Response | null> {
  let files = filesIn(folder)
  return async (path) => {
    const name = path === '/' ? 'index.html' : path.slice(1)
    // Rebuilt while running: the list is read again, still without using a path from the request.
    if (!files.has(name)) files = filesIn(folder)
    const kind = KINDS[extname(name)]
    if (!files.has(name) || kind === undefined) return null
    const bytes = await readFile(join(folder, name))
    return new Response(new Uint8Array(bytes), {
      headers: {
        'content-type': kind,
        'content-security-policy': PAGE_POLICY,
        // The content of a file with a hash in its name never changes.
        'cache-control': name.startsWith('assets/') ? FOREVER : 'no-cache',
      },
    })
  }
}

function filesIn(folder: string): ReadonlySet<string> {
  try {
    const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    return new Set(names.map((name) => name.split(sep).join('/')))
  } catch {
    return new Set() // Not built: HTTP works without the page.
  }
}
