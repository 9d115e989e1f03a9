/** C-08. What a repository's own files say: how to build, test and check it, and its layout. */
import { existsSync } from 'node:fs'
import { readdir, readFile, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { parse as parseToml } from 'smol-toml'
import type { RepositoryFacts } from './project-draft.ts'

type Command = RepositoryFacts['commands'][number]
type Found = Partial<Pick<RepositoryFacts, 'name' | 'about' | 'commands'>>

const MAX_BYTES = 1_000_000
const MAX_FOLDERS = 30

/** One reader for each kind of manifest; adding a language means adding a row. */
const READERS: Readonly<Record<string, (text: string, root: string) => Found>> = {
  'package.json': fromPackageJson,
  'pyproject.toml': fromPyproject,
  'Cargo.toml': fromCargo,
  'go.mod': fromGoMod,
  Makefile: fromMakefile,
}

export async function repositoryFacts(root: string): Promise<RepositoryFacts> {
  const found: Found[] = []
  for (const [file, read] of Object.entries(READERS)) {
    const text = await manifest(join(root, file))
    if (text !== null) found.push(safely(() => read(text, root)))
  }
  return {
    name: found.find(({ name }) => name)?.name ?? basename(root),
    about: found.find(({ about }) => about)?.about ?? '',
    commands: found.flatMap(({ commands = [] }) => commands),
    layout: await layoutOf(root),
  }
}

async function manifest(path: string): Promise<string | null> {
  try {
    const { size } = await stat(path)
    return size > MAX_BYTES ? null : await readFile(path, 'utf8')
  } catch {
    return null // Not there, or not ours to read: it says nothing.
  }
}

/** A manifest that is broken says nothing either; the rest of the draft is still worth having. */
function safely(read: () => Found): Found {
  try {
    return read()
  } catch {
    return {}
  }
}

// biome-ignore format: a table reads best in columns
const TASKS: readonly (readonly [name: string, does: string])[] = [
  ['install',   'Install'],
  ['build',     'Build'],
  ['dev',       'Run while developing'],
  ['start',     'Run'],
  ['test',      'Test'],
  ['lint',      'Lint'],
  ['check',     'Check'],
  ['typecheck', 'Check types'],
  ['types',     'Check types'],
  ['format',    'Format'],
  ['fmt',       'Format'],
]

function fromPackageJson(text: string, root: string): Found {
  const found = asRecord(JSON.parse(text))
  const scripts = asRecord(found.scripts)
  const has = (file: string) => existsSync(join(root, file))
  const runner = has('pnpm-lock.yaml')
    ? 'pnpm'
    : has('yarn.lock')
      ? 'yarn'
      : has('bun.lockb') || has('bun.lock')
        ? 'bun run'
        : 'npm run'
  const commands = TASKS.filter(([name]) => typeof scripts[name] === 'string').map(
    ([name, does]): Command => ({
      does,
      command: name === 'test' && runner === 'npm run' ? 'npm test' : `${runner} ${name}`,
    }),
  )
  return { name: asText(found.name), about: asText(found.description), commands }
}

function fromPyproject(text: string, root: string): Found {
  const found = asRecord(parseToml(text))
  const tools = asRecord(found.tool)
  const project = { ...asRecord(tools.poetry), ...asRecord(found.project) }
  const has = (file: string) => existsSync(join(root, file))
  const runs = has('uv.lock') ? 'uv run ' : has('poetry.lock') ? 'poetry run ' : ''
  const uses = (tool: string) => tool in tools || new RegExp(`["'\\s]${tool}\\b`).test(text)
  const commands: Command[] = [
    ...(uses('pytest') ? [{ does: 'Test', command: `${runs}pytest` }] : []),
    ...(uses('ruff') ? [{ does: 'Lint', command: `${runs}ruff check .` }] : []),
    ...(uses('mypy') ? [{ does: 'Check types', command: `${runs}mypy .` }] : []),
    ...(uses('black') ? [{ does: 'Format', command: `${runs}black .` }] : []),
  ]
  return { name: asText(project.name), about: asText(project.description), commands }
}

function fromCargo(text: string): Found {
  const { package: found } = parseToml(text)
  const { name, description } = asRecord(found)
  const commands = [
    { does: 'Build', command: 'cargo build' },
    { does: 'Test', command: 'cargo test' },
    { does: 'Lint', command: 'cargo clippy' },
  ]
  return { name: asText(name), about: asText(description), commands }
}

function fromGoMod(text: string): Found {
  const module = /^module\s+(\S+)/m.exec(text)?.[1] ?? ''
  const commands = [
    { does: 'Build', command: 'go build ./...' },
    { does: 'Test', command: 'go test ./...' },
    { does: 'Lint', command: 'go vet ./...' },
  ]
  return { name: module.split('/').at(-1) ?? '', commands }
}

function fromMakefile(text: string): Found {
  const targets = new Set(
    [...text.matchAll(/^([A-Za-z][\w-]*)\s*:(?!=)/gm)].map(([, name]) => name),
  )
  const known = TASKS.filter(([name]) => targets.has(name))
  return { commands: known.map(([name, does]) => ({ does, command: `make ${name}` })) }
}

/** What is made again or brought from elsewhere tells nothing about the project. */
const NOT_SOURCE: ReadonlySet<string> = new Set([
  'node_modules',
  'dist',
  'build',
  'target',
  'vendor',
  'coverage',
  'venv',
  '__pycache__',
])

async function layoutOf(root: string): Promise<string[]> {
  const entries = await readdir(root, { withFileTypes: true })
  return entries
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
    .map((entry) => entry.name)
    .filter((name) => !NOT_SOURCE.has(name))
    .sort()
    .slice(0, MAX_FOLDERS)
}

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
