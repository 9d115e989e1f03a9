/** One bundled file per entry, shared code in chunks, so that a command loads only what it needs. */
import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { buildModel } from './build-model.mjs'
import { buildPage } from './build-page.mjs'
import { bundle, root } from './bundle.mjs'
import { packedRanks } from './packed-ranks.mjs'
import { statementTable } from './statement-table.mjs'

const dist = join(root, 'dist')
const withTypes = process.argv.includes('--types')
/** A process that runs may still load a chunk of the build it started with; a package has none. */
const KEEP_STALE_MS = withTypes ? -1 : 30 * 60_000

const ENTRIES = {
  cli: 'src/doors/cli/entry.ts',
  daemon: 'src/doors/daemon/main.ts',
  library: 'src/library.ts',
  memory: 'src/memory/memory.ts',
  'upkeep-worker': 'src/doors/upkeep/worker.ts',
  'mcp-here': 'src/doors/mcp/here.ts',
  'mcp-lists': 'src/doors/mcp/lists.ts',
}

/** Started by hosts on every prompt or in every session: small CommonJS files, which load faster. */
const HOST_ENTRIES = {
  hook: 'src/doors/hooks/client.ts',
  'hook-spool': 'src/doors/hooks/spool-writer.ts',
  mcp: 'src/doors/mcp/client.ts',
  'mcp-forward': 'src/doors/mcp/forward.ts',
}

const FIRST =
  /src\/(?:errors|version|doors\/terminal\/text|doors\/cli\/(?:colour|commands|out|terminal))\.ts$/

/**
 * Many small chunks cost more to load than they save: what nearly every command loads lies together.
 * The closure of each is taken by the first that wants it.
 */
const TOGETHER = [
  // `mneme --version` and a wrong command load no more than this. (Not main.ts itself: it waits for
  // what it runs, and nobody may import what waits for them.)
  { name: 'first', test: FIRST },
  // The daemon starts its model with this, before it loads the rest.
  { name: 'model-process', test: /src\/(?:config\/home|embed\/model-process)\.ts$/ },
  // What a command and the daemon have in common, so that neither loads the other.
  {
    name: 'daemon-client',
    test: /src\/(?:memory\/origins|machine\/endpoint|doors\/(?:needs-person|conflict)|doors\/daemon\/(?:client|start|log-file)|text\/shell-quotes|operations\/changed-labels|sessions\/count-transcripts)\.ts$/,
  },
  // What an importer of `mneme/memory` and the embedder's process need.
  { name: 'schemas', test: /src\/(?:memory\/memory|embed\/settings)\.ts$/ },
  { name: 'engine', test: /src\/(?:compose|operations\/operation)\.ts$/ },
  { name: 'command', test: /src\/doors\/cli\/run\.ts$/ },
  { name: 'search', test: /src\/operations\/search\.ts$/ },
  // What only writing needs, each by itself: the first question loads the one that every call asks.
  { name: 'commit', test: /src\/engine\/journal\/commit\.ts$/ },
  { name: 'judging', test: /src\/memory\/judge-pair\.ts$/ },
  { name: 'capture', test: /src\/capture\/user-rules\.ts$/ },
  // Small ones over the same stories: a file for each would be a fifth of all files.
  {
    name: 'operations',
    test: /src\/operations\/(?:by-concept|explain|feedback|forget|get|history|journal|link|list|move|path|procedure|purge-expired|related|remember|tag|tags|task|timeline|undo|update)\.ts$/,
  },
]

/** The model's process is bundled by itself, so that it loads nothing of the engine. */
const MODEL_ENTRIES = { 'embed-worker': 'src/embed/worker.ts' }

const SMALL = { compress: true, mangle: { keepNames: true }, codegen: { removeWhitespace: true } }

const OUTPUT = {
  dir: dist,
  chunkFileNames: 'chunks/[name]-[hash].js',
  minify: SMALL,
  // So that a chunk that only forwards can be left out.
  minifyInternalExports: false,
  sourcemap: true,
}

mkdirSync(dist, { recursive: true })
const written = await bundle(
  ENTRIES,
  {
    ...OUTPUT,
    codeSplitting: {
      groups: TOGETHER.map((group, at) => ({ ...group, priority: TOGETHER.length - at })),
    },
  },
  [await packedRanks(dist), statementTable(dist)],
)
const forwarding = leaveOutForwarding(written.map(({ fileName }) => fileName))
chmodSync(join(dist, 'cli.js'), 0o755)
for (const [name, entry] of Object.entries(HOST_ENTRIES)) {
  await bundle(entry, { file: join(dist, `${name}.cjs`), format: 'cjs', minify: true })
}
chmodSync(join(dist, 'hook.cjs'), 0o755)
written.push(...(await bundle(MODEL_ENTRIES, OUTPUT)))
await writeMcpLists()
await buildPage(root)
await buildModel()
removeStale(
  new Set(
    written.flatMap(({ fileName }) => (forwarding.has(fileName) ? [] : join(dist, fileName))),
  ),
)
if (withTypes) {
  execFileSync('npx', ['tsc', '-p', 'tsconfig.types.json'], { cwd: root, stdio: 'inherit' })
  keepReachable(join(dist, 'types'), ['library.d.ts', 'memory/memory.d.ts'])
}

/**
 * What is loaded later by one and at once by another gets a chunk that only names the other's. Who
 * loads it may as well load that one: a third fewer files to install and to find.
 */
function leaveOutForwarding(names) {
  const chunks = names.filter((name) => name.startsWith('chunks/') && name.endsWith('.js'))
  const texts = new Map(
    names
      .filter((name) => name.endsWith('.js'))
      .map((name) => [name, readFileSync(join(dist, name), 'utf8')]),
  )
  const target = new Map()
  for (const name of chunks) {
    const [, exported, file] =
      /^export\{([^}]*)\}from"\.\/([^"]+)";\s*$/.exec(texts.get(name)) ?? []
    if (file !== undefined && !/\bas\b/.test(exported)) target.set(basename(name), file)
  }
  for (const [name, text] of texts) {
    const changed = text.replace(
      /\bimport\(([`"'])(\.\/(?:chunks\/)?)([^`"']+)\1\)/g,
      (whole, quote, folder, file) =>
        target.has(file) ? `import(${quote}${folder}${target.get(file)}${quote})` : whole,
    )
    if (changed !== text) writeFileSync(join(dist, name), changed)
  }
  const left = [...texts.keys()].filter((name) => !target.has(basename(name)))
  const needed = [...target.keys()].filter((file) =>
    left.some((name) => readFileSync(join(dist, name), 'utf8').includes(file)),
  )
  for (const file of needed) target.delete(file)
  for (const file of target.keys()) rmSync(join(dist, 'chunks', file))
  return new Set([...target.keys()].map((file) => `chunks/${file}`))
}

/** Types of what the package offers, and of what those name: the rest is of use to no one. */
function keepReachable(folder, entries) {
  const reached = new Set()
  const queue = entries.map((entry) => join(folder, entry))
  for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
    if (reached.has(file)) continue
    reached.add(file)
    for (const [, name] of readFileSync(file, 'utf8').matchAll(
      /["'](\.{1,2}\/[^"']+)\.[jt]s["']/g,
    )) {
      queue.push(join(dirname(file), `${name}.d.ts`))
    }
  }
  for (const name of readdirSync(folder, { recursive: true })) {
    const path = join(folder, name)
    if (name.endsWith('.d.ts') && !reached.has(path)) rmSync(path)
  }
}

/** J-05. What `mneme mcp` says before the first call, made from the table of operations. */
async function writeMcpLists() {
  const { mcpLists } = await import(pathToFileURL(join(dist, 'mcp-lists.js')).href)
  mkdirSync(join(dist, 'mcp'), { recursive: true })
  for (const profile of ['default', 'full', 'aliases']) {
    writeFileSync(join(dist, 'mcp', `${profile}.json`), JSON.stringify(await mcpLists(profile)))
  }
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
