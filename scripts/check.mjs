/**
 * `npm run check`: types, lint, the map of rooms, the quick tests and the generated pages, side by
 * side, in under a minute. What passes says so in a line; what fails shows what it said.
 */
import { spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

const CHECKS = {
  tests: [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--reporter=dot',
    '--project=quick',
    '--maxWorkers=2',
  ],
  types: [
    'node_modules/typescript/bin/tsc',
    '--noEmit',
    '--incremental', // the second time only what changed is looked at
    '--tsBuildInfoFile',
    'node_modules/.cache/mneme/types.tsbuildinfo',
  ],
  'types of the page': [
    'node_modules/typescript/bin/tsc',
    '--noEmit',
    '--project',
    'web',
    '--incremental',
    '--tsBuildInfoFile',
    'node_modules/.cache/mneme/page-types.tsbuildinfo',
  ],
  lint: [
    'node_modules/@biomejs/biome/bin/biome',
    'check',
    'src',
    'test',
    'bench',
    'scripts',
    'web',
  ],
  pages: ['scripts/docs.mjs', '--check'],
}

const waiting = Object.entries(CHECKS)
const failed = []
await Promise.all(Array.from({ length: Math.min(availableParallelism(), 2) }, work))
if (failed.length > 0) {
  console.error(`\nnot yet: ${failed.join(', ')}`)
  process.exitCode = 1
}

async function work() {
  for (let next = waiting.shift(); next; next = waiting.shift()) await check(...next)
}

async function check(name, args) {
  const started = performance.now()
  const { status, said } = await output(args)
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  console.log(`${status === 0 ? 'ok    ' : 'FAILED'}  ${name} (${seconds} s)`)
  if (status === 0) return
  failed.push(name)
  console.error(said)
}

function output(args) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
    const parts = []
    child.stdout.on('data', (part) => parts.push(part))
    child.stderr.on('data', (part) => parts.push(part))
    child.on('close', (status) => resolve({ status, said: Buffer.concat(parts).toString() }))
  })
}
