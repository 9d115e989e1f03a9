/** Writes the generated reference pages; with --check only compares, and fails when one is stale. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { bundle, root } from './bundle.mjs'

const check = process.argv.includes('--check')
const folder = mkdtempSync(join(root, 'node_modules', '.docs-'))
try {
  await bundle('src/doors/cli/reference.ts', {
    file: join(folder, 'reference.mjs'),
    codeSplitting: false,
  })
  const { referencePages } = await import(pathToFileURL(join(folder, 'reference.mjs')).href)
  const stale = []
  for (const [path, text] of Object.entries(await referencePages())) {
    if (present(path) === text) continue
    stale.push(path)
    if (!check) {
      mkdirSync(dirname(join(root, path)), { recursive: true })
      writeFileSync(join(root, path), text)
    }
  }
  if (check && stale.length > 0) {
    console.error(`stale: ${stale.join(', ')}. Run: npm run docs`)
    process.exitCode = 1
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}

function present(path) {
  try {
    return readFileSync(join(root, path), 'utf8')
  } catch {
    return null
  }
}
