/** One bundled file per entry, shared code in chunks, so that a command loads only what it needs. */
import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { buildPage } from './build-page.mjs'
import { BANNER, EXTERNAL } from './bundle.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const dist = join(root, 'dist')
const withTypes = process.argv.includes('--types')
/** A process that runs may still load a chunk of the build it started with. */
const KEEP_STALE_MS = 30 * 60_000

const ENTRIES = {
  cli: 'src/doors/cli/main.ts',
  daemon: 'src/doors/daemon/main.ts',
  library: 'src/library.ts',
  memory: 'src/memory/memory.ts',
  'embed-worker': 'src/embed/worker.ts',
  'upkeep-worker': 'src/doors/upkeep/worker.ts',
}

const HOOK_ENTRIES = {
  hook: 'src/doors/hooks/client.ts',
  'hook-spool': 'src/doors/hooks/spool-writer.ts',
}

const { metafile } = await build({
  absWorkingDir: root,
  entryPoints: ENTRIES,
  outdir: 'dist',
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  chunkNames: 'chunks/[name]-[hash]',
  minifySyntax: true,
  sourcemap: 'linked',
  logLevel: 'warning',
  metafile: true,
  external: EXTERNAL,
  banner: BANNER,
})
chmodSync(join(dist, 'cli.js'), 0o755)
// A host starts these on every prompt: one small CommonJS file each, which loads faster than a module.
for (const [name, entry] of Object.entries(HOOK_ENTRIES)) {
  await build({
    absWorkingDir: root,
    entryPoints: [entry],
    outfile: `dist/${name}.cjs`,
    bundle: true,
    format: 'cjs',
    platform: 'node',
    target: 'node20.19',
    minify: true,
    logLevel: 'warning',
    external: ['./hook-spool.cjs'],
    ...(name === 'hook' ? { banner: { js: '#!/usr/bin/env node' } } : {}),
  })
}
chmodSync(join(dist, 'hook.cjs'), 0o755)
await buildPage(root)
removeStale(new Set(Object.keys(metafile.outputs).map((path) => join(root, path))))
if (withTypes) {
  execFileSync('npx', ['tsc', '-p', 'tsconfig.types.json'], { cwd: root, stdio: 'inherit' })
}

function removeStale(fresh) {
  for (const folder of [dist, join(dist, 'chunks')]) {
    if (!existsSync(folder)) continue
    for (const name of readdirSync(folder)) {
      const path = join(folder, name)
      const { mtimeMs } = statSync(path)
      if (!/\.js(?:\.map)?$/.test(name) || fresh.has(path)) continue
      if (Date.now() - mtimeMs > KEEP_STALE_MS) rmSync(path, { force: true })
    }
  }
}
