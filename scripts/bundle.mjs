/** One way to bundle. Native code and large data stay packages of their own; the rest is bundled. */
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'

export const root = fileURLToPath(new URL('..', import.meta.url))

const EXTERNAL = [
  '@photostructure/sqlite',
  'onnxruntime-node',
  '@huggingface/tokenizers',
  'gpt-tokenizer',
  'pg',
  'pg-native',
  'chokidar',
  '@modelcontextprotocol',
  'pino',
  'jsonc-parser',
  'playwright-core',
  'rolldown',
  './hook-spool.cjs', // beside the hook, loaded when the daemon is down
  './mcp-forward.cjs', // beside `mneme mcp`, loaded with its first call
]

/** What is read as it is from `node_modules` at run time. */
function isExternal(id) {
  return EXTERNAL.some((name) => id === name || id.startsWith(`${name}/`))
}

/** A small CommonJS program loads the engine from a module beside it, where it needs one at all. */
const BESIDE = {
  name: 'beside',
  resolveId: (source) =>
    source === './here.ts' ? { id: './mcp-here.js', external: true } : undefined,
}

/** Bundles these entries as `output` says: ESM unless it says otherwise. */
export async function bundle(input, output, plugins = []) {
  const program = await rolldown({
    cwd: root,
    input,
    platform: 'node',
    external: isExternal,
    transform: { target: 'node20.19' },
    plugins: output.format === 'cjs' ? [BESIDE, ...plugins] : plugins,
    checks: { ineffectiveDynamicImport: false }, // what is small may lie in a chunk that is there anyway
  })
  try {
    return (await program.write({ format: 'esm', ...output })).output
  } finally {
    await program.close()
  }
}
