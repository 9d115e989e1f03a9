/** J-10. The page, built into dist/page unless what is there is newer than all it is made of. */
import { existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'

export async function buildPage(root) {
  const page = join(root, 'dist', 'page')
  const made = modified(join(page, 'index.html'))
  const sources = [...filesIn(join(root, 'web')), join(root, 'package-lock.json')]
  if (sources.every((file) => modified(file) < made)) return
  const { build } = await import('vite')
  // Beside its place, then put there at once: whoever is served meanwhile never finds half of it.
  const fresh = join(root, 'dist', `.page-${process.pid}`)
  await build({ configFile: join(root, 'web', 'vite.config.ts'), build: { outDir: fresh } })
  rmSync(page, { recursive: true, force: true })
  renameSync(fresh, page)
}

function filesIn(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
}

function modified(file) {
  return existsSync(file) ? statSync(file).mtimeMs : 0
}
