/**
 * `npm run bench NAME [args]`: bundles bench/NAME.ts, runs it, prints one table and keeps the figures
 * in bench/results/NAME.json. `npm run bench -- --list` names what can be measured.
 */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, platform, release } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { buildModel } from './build-model.mjs'
import { bundle, root } from './bundle.mjs'

const folder = join(root, 'bench')
const results = join(folder, 'results')

const names = readdirSync(folder)
  .filter((file) => file.endsWith('.ts'))
  .map((file) => file.slice(0, -'.ts'.length))

const [name, ...args] = process.argv.slice(2)
if (name === undefined || name === '--list') await list()
else if (names.includes(name)) await run(name)
else fail(`there is no bench "${name}"`)

async function run(wanted) {
  await buildModel()
  const [bench] = await load([wanted])
  if (!bench) fail(`bench/${wanted}.ts measures nothing by itself`)
  const started = performance.now()
  const measured = await bench.run(args)
  const seconds = (performance.now() - started) / 1000
  console.log(table(measured))
  const machine = {
    node: process.version,
    cpus: cpus().length,
    system: `${platform()} ${release()}`,
  }
  mkdirSync(results, { recursive: true })
  const file = join(results, `${wanted}.json`)
  const kept = { name: wanted, args, seconds, machine, ...measured }
  writeFileSync(file, `${JSON.stringify(kept, null, 2)}\n`)
  console.log(`\n${seconds.toFixed(1)} s; figures in bench/results/${wanted}.json`)
}

async function list() {
  const width = Math.max(...names.map((each) => each.length))
  for (const { name: known, summary } of await load(names)) {
    console.log(`${known.padEnd(width)}  ${summary}`)
  }
}

/** The modules are TypeScript with imports from src: they are bundled once, beside the packages they need. */
async function load(wanted) {
  const out = mkdtempSync(join(root, 'node_modules', '.bench-'))
  process.on('exit', () => rmSync(out, { recursive: true, force: true }))
  const entries = wanted.map((each) => [each, `bench/${each}.ts`])
  await bundle(Object.fromEntries(entries), {
    dir: out,
    entryFileNames: '[name].mjs',
    chunkFileNames: '[name]-[hash].mjs',
    sourcemap: 'inline',
  })
  const modules = await Promise.all(
    wanted.map((each) => import(pathToFileURL(join(out, `${each}.mjs`)).href)),
  )
  return modules.flatMap((module) => module.bench ?? [])
}

function table({ title, columns, rows }) {
  const cells = [columns, ...rows.map((row) => row.map(shown))]
  const widths = columns.map((_, at) => Math.max(...cells.map((row) => (row[at] ?? '').length)))
  const isNumber = (at) => rows.some((row) => typeof row[at] === 'number')
  const line = (row) =>
    row
      .map((cell, at) => (isNumber(at) ? cell.padStart(widths[at]) : cell.padEnd(widths[at])))
      .join('  ')
      .trimEnd()
  const rule = widths.map((width) => '─'.repeat(width)).join('  ')
  return [title, '', line(columns), rule, ...cells.slice(1).map(line)].join('\n')
}

function shown(cell) {
  if (typeof cell !== 'number') return String(cell)
  return Number.isInteger(cell) ? String(cell) : cell.toFixed(Math.abs(cell) < 10 ? 3 : 1)
}

function fail(problem) {
  console.error(`${problem}\nThere are: ${names.join(', ')}. See: npm run bench -- --list`)
  process.exit(2)
}
