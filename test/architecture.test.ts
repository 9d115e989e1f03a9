/** The map of rooms, where it can be asked: a surprising import is a failing test with a sentence in it. */
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'

const source = fileURLToPath(new URL('../src', import.meta.url))

/** Rooms that take values and return values: no clock, disk, network or randomness. */
const PURE = [
  'memory',
  'text',
  'search',
  'graph',
  'capture',
  'context',
  'ranking',
  'hosts',
  'team',
] as const

/**
 * What each room may know: rooms, single files of a room, and packages. Changing a row is a design
 * decision: do it in its own commit and say why.
 */
const KNOWS: Readonly<Record<string, readonly string[]>> = {
  memory: ['zod', 'node:crypto', 'bounded-map', 'clock', 'text'],
  text: ['zod', 'setting', 'stemmer', 'gpt-tokenizer'],
  search: ['zod', 'setting', 'clock', 'errors', 'memory', 'text', 'ranking', 'store/filter'],
  graph: ['zod', 'setting', 'text', 'memory'],
  capture: [
    'zod',
    'setting',
    'ignore',
    'node:buffer',
    'node:crypto',
    'clock',
    'memory',
    'sessions/message',
    'text',
  ],
  context: ['zod', 'setting', 'node:crypto', 'clock', 'memory', 'ranking', 'text'],
  ranking: ['zod', 'setting', 'clock', 'memory', 'text'],
  team: ['zod', 'setting', 'node:crypto', 'memory'],
  store: [
    'zod',
    'setting',
    '@photostructure/sqlite',
    'pg',
    'node:*',
    'bounded-map',
    'clock',
    'errors',
    'memory',
    'search',
    'sessions',
    'team',
    'text',
    'vault/states',
  ],
  vault: [
    'zod',
    'setting',
    'yaml',
    'smol-toml',
    'chokidar',
    'diff',
    'node:*',
    'clock',
    'errors',
    'files',
    'memory',
    'text',
  ],
  sessions: [
    'zod',
    'setting',
    'fzstd',
    'chokidar',
    '@photostructure/sqlite',
    'node:*',
    'clock',
    'errors',
    'memory',
    'text',
  ],
  embed: ['zod', '@huggingface/tokenizers', 'onnxruntime-node', 'node:*', 'errors', 'text'],
  model: ['zod', 'setting', 'node:*', 'clock', 'errors', 'text'],
  code: ['zod', 'setting', 'node:*', 'errors', 'files', 'text'],
  config: [
    'zod',
    'setting',
    'smol-toml',
    'node:*',
    'errors',
    'files',
    ...PURE,
    'code',
    'embed',
    'model',
    'sessions',
    'store',
    'upkeep',
    'vault',
  ],
  engine: [
    'zod',
    'node:*',
    'bounded-map',
    'clock',
    'errors',
    'events',
    'files',
    'machine',
    'version',
    'config',
    ...PURE,
    'code',
    'embed',
    'model',
    'sessions',
    'setup',
    'store',
    'vault',
  ],
  upkeep: [
    'zod',
    'setting',
    'node:*',
    'clock',
    'errors',
    'events',
    'config',
    'engine',
    'machine',
    ...PURE,
    'store',
  ],
  operations: [
    'zod',
    'errors',
    'version',
    'engine',
    'machine',
    'setup/consent',
    'upkeep',
    'capture/scrub',
    'memory',
    'context',
    'graph',
    'hosts',
    'search',
    'team',
    'store/filter',
    'store/records',
    'store/sessions',
    'sessions/count-transcripts',
    'sessions/message',
    'sessions/transcript',
  ],
  doors: [
    'zod',
    'commander',
    'hono',
    '@hono/*',
    '@modelcontextprotocol/*',
    '@clack/prompts',
    'diff',
    'get-east-asian-width',
    'smol-toml',
    'node:*',
    'clock',
    'compose',
    'config',
    'context',
    'engine',
    'errors',
    'events',
    'files',
    'hosts',
    'machine',
    'memory',
    'operations',
    'setup',
    'team',
    'text',
    'upkeep',
    'version',
    'sessions/count-transcripts',
    'sessions/transcript',
    'capture/scrub',
    'embed/model-process',
  ],
  hosts: ['zod', 'jsonc-parser', 'smol-toml'],
  remote: ['zod', 'node:*', 'errors', 'files', 'team', 'text'],
  files: ['node:*'],
  machine: ['node:*', 'config/home'],
  setup: ['zod', 'node:*', 'config/home', 'files', 'hosts', 'sessions/find'],
  'bounded-map': [],
  clock: [],
  errors: [],
  events: ['clock'],
  setting: ['zod'],
  version: ['node:*'],
  compose: ['*'],
  library: ['zod', 'compose', 'engine/handlers', 'errors', 'memory', 'operations'],
}

/** Adapters: who outside of them knows them. Everybody else is handed what they open. */
const ADAPTERS: Readonly<Record<string, readonly string[]>> = {
  'store/sqlite/': ['compose'],
  'store/postgres/': ['compose'],
  'embed/open': ['compose'],
  'remote/team-link': ['compose'],
}

interface Import {
  readonly from: string
  readonly to: string
  readonly isPackage: boolean
  /** A type is known to the reader, and gone when it runs. */
  readonly isType: boolean
}

const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path))
  .map((path) => path.split(sep).join('/'))
  .sort()
const parsed = files.map((file) => {
  const text = readFileSync(join(source, file), 'utf8')
  return { file, tree: ts.createSourceFile(file, text, ts.ScriptTarget.ESNext, true) }
})
const imports = parsed.flatMap(({ file, tree }) => importsOf(file, tree).imports)

describe('the map of rooms', () => {
  it('J-01 every room is on the map', () => {
    const missing = [...new Set(files.map(roomOf))].filter((room) => !(room in KNOWS))
    expect(missing.map((room) => `src/${room} is not on the map: give it a row in KNOWS`)).toEqual(
      [],
    )
  })

  it('J-01 dependencies point one way', () => {
    expect(imports.filter((each) => !isKnown(each)).map(surprise)).toEqual([])
  })

  it('J-01 an adapter is known to whoever composes, and to nobody else', () => {
    const strangers = imports.filter(({ from, to, isPackage, isType }) => {
      const adapter = Object.keys(ADAPTERS).find(
        (path) => !isPackage && !isType && to.startsWith(path),
      )
      if (adapter === undefined || from.startsWith(folderOf(adapter))) return false
      return !ADAPTERS[adapter]?.includes(stem(from))
    })
    expect(
      strangers.map(
        ({ from, to }) => `src/${from} opens the adapter ${to}: let compose.ts hand it over`,
      ),
    ).toEqual([])
  })

  it('J-01 a door gives the engine work through operations alone', () => {
    const direct = imports.filter(
      ({ from, to, isType }) => roomOf(from) === 'doors' && roomOf(to) === 'engine' && !isType,
    )
    expect(direct.map(({ from, to }) => `src/${from} calls ${to}: let an operation do it`)).toEqual(
      [],
    )
  })

  it('J-01 what is loaded later is named where it is loaded', () => {
    const unnamed = parsed.flatMap(({ file, tree }) => importsOf(file, tree).unnamed)
    expect(
      unnamed.map((place) => `src/${place} imports something that only a run can tell`),
    ).toEqual([])
  })

  it('J-01 an exported type has a name of its own', () => {
    const places = new Map<string, string[]>()
    for (const { file, tree } of parsed) {
      for (const name of exportedTypes(tree)) {
        places.set(name, [...(places.get(name) ?? []), file])
      }
    }
    // Both adapters of the store have a part for each part of the port: that is one meaning.
    const isOfStore = (file: string) => /^store\/(?:sql|sqlite|postgres)\//.test(file)
    const shared = [...places].filter(([, files]) => files.length > 1 && !files.every(isOfStore))
    expect(shared.map(([name, files]) => `${name} is ${files.join(' and ')}: rename one`)).toEqual(
      [],
    )
  })

  it('J-01 no exported function only hands its parameters on to another', () => {
    const layers = parsed.flatMap(({ file, tree }) =>
      forwardingFunctions(tree).map((name) => `src/${file} ${name}: let its callers call that`),
    )
    expect(layers).toEqual([])
  })

  it.each(PURE)('J-01 %s asks neither the clock nor chance nor the machine', (room) => {
    const asks = parsed
      .filter(({ file }) => roomOf(file) === room)
      .flatMap(({ file, tree }) => worldlyWords(tree).map((word) => `src/${file} uses ${word}`))
    expect(asks).toEqual([])
  })
})

function isKnown({ from, to, isPackage }: Import): boolean {
  const room = roomOf(from)
  const known = KNOWS[room] ?? []
  if (known.includes('*')) return true
  if (isPackage) {
    return known.some((each) =>
      each.endsWith('*')
        ? to.startsWith(each.slice(0, -1))
        : to === each || to.startsWith(`${each}/`),
    )
  }
  return roomOf(to) === room || known.includes(roomOf(to)) || known.includes(stem(to))
}

function surprise({ from, to }: Import): string {
  const room = roomOf(from)
  return `src/${from} imports ${to}, but ${room} knows only ${KNOWS[room]?.join(', ') || 'itself'}`
}

function importsOf(file: string, tree: ts.SourceFile) {
  const found: Import[] = []
  const unnamed: string[] = []
  const add = (specifier: string, isType = false) => {
    const isPackage = !specifier.startsWith('.')
    const to = isPackage ? specifier : insideSource(file, specifier)
    if (to !== null) found.push({ from: file, to, isPackage, isType })
  }
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) {
      const isType = ts.isExportDeclaration(node) ? node.isTypeOnly : isTypeImport(node)
      if (node.moduleSpecifier && ts.isStringLiteral(node.moduleSpecifier)) {
        add(node.moduleSpecifier.text, isType)
      }
    } else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      const [specifier] = node.arguments
      if (specifier && ts.isStringLiteralLike(specifier)) add(specifier.text)
      else unnamed.push(`${file}:${tree.getLineAndCharacterOfPosition(node.pos).line + 1}`)
    }
    ts.forEachChild(node, visit)
  }
  visit(tree)
  return { imports: found, unnamed }
}

function isTypeImport({ importClause: clause }: ts.ImportDeclaration): boolean {
  if (clause?.phaseModifier === ts.SyntaxKind.TypeKeyword) return true
  const names = clause?.namedBindings
  return (
    names !== undefined &&
    ts.isNamedImports(names) &&
    names.elements.every(({ isTypeOnly }) => isTypeOnly)
  )
}

/** Null for files beside src, such as package.json: those are data, not rooms. */
function insideSource(file: string, specifier: string): string | null {
  const path = relative(source, resolve(source, dirname(file), specifier))
  return path.startsWith('..') ? null : path.split(sep).join('/')
}

function worldlyWords(tree: ts.SourceFile): string[] {
  const words: string[] = []
  const visit = (node: ts.Node): void => {
    const text = node.getText(tree)
    if (ts.isPropertyAccessExpression(node) && WORLDLY.has(text)) words.push(text)
    if (ts.isNewExpression(node) && text === 'new Date()') words.push(text)
    if (ts.isCallExpression(node) && WORLDLY.has(node.expression.getText(tree))) {
      if (!ts.isPropertyAccessExpression(node.expression)) words.push(node.expression.getText(tree))
    }
    ts.forEachChild(node, visit)
  }
  visit(tree)
  return words
}

function exportedTypes(tree: ts.SourceFile): string[] {
  return tree.statements.flatMap((statement) => {
    const isType =
      ts.isInterfaceDeclaration(statement) ||
      ts.isTypeAliasDeclaration(statement) ||
      ts.isClassDeclaration(statement)
    if (!isType || statement.name === undefined) return []
    const isExported = statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)
    return isExported ? [statement.name.text] : []
  })
}

function forwardingFunctions(tree: ts.SourceFile): string[] {
  return tree.statements.flatMap((statement) => {
    if (!ts.isFunctionDeclaration(statement) || statement.body === undefined) return []
    const isExported = statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)
    const [only, ...more] = statement.body.statements
    if (!isExported || more.length > 0 || only === undefined || !ts.isReturnStatement(only))
      return []
    const call =
      only.expression && ts.isAwaitExpression(only.expression)
        ? only.expression.expression
        : only.expression
    if (!call || !ts.isCallExpression(call) || !ts.isIdentifier(call.expression)) return []
    const given = call.arguments.map((argument) => argument.getText(tree)).join()
    const taken = statement.parameters.map(({ name }) => name.getText(tree)).join()
    return given !== '' && given === taken ? [statement.name?.text ?? ''] : []
  })
}

const WORLDLY = new Set([
  'Date.now',
  'Math.random',
  'performance.now',
  'process.env',
  'process.cwd',
  'process.platform',
  'fetch',
  'setTimeout',
  'setInterval',
  'setImmediate',
  'crypto.randomUUID',
])

function roomOf(path: string): string {
  return stem(path.split('/')[0] ?? path)
}

function stem(path: string): string {
  return path.replace(/\.tsx?$/, '')
}

function folderOf(adapter: string): string {
  return `${adapter.split('/').slice(0, -1).join('/')}/`
}
