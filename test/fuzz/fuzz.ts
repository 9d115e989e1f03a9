/** Random and hostile inputs by every way in: whatever comes, the answer is an answer or a typed error. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Opened, openMneme } from '../../src/compose.ts'
import { readConfig } from '../../src/config/read.ts'
import { MnemeError } from '../../src/errors.ts'
import { exportMemories, importMemories } from '../../src/operations/export.ts'
import { call } from '../../src/operations/operation.ts'
import { remember } from '../../src/operations/remember.ts'
import { search } from '../../src/operations/search.ts'
import { fc } from '../support/property.ts'
import { HOSTILE_TEXTS, HOSTILE_TOML } from './hostile-texts.ts'

export const WAYS_IN = ['remember', 'search', 'import', 'config'] as const
export type WayIn = (typeof WAYS_IN)[number]

export interface Fuzzed {
  readonly inputs: number
  readonly answered: number
  /** Typed errors, by code. */
  readonly refused: Readonly<Record<string, number>>
  /** What must not happen: another error, or a bug of ours. */
  readonly failures: readonly {
    readonly way: WayIn
    readonly input: string
    readonly error: string
  }[]
  readonly slowestMs: number
}

/** A home does not grow without end while it is tried. */
const INPUTS_A_HOME = 1000
/** Enough of an input to see what it was. */
const SHOWN = 2000

export async function fuzz(
  ways: readonly WayIn[],
  inputs: number,
  seed: number,
  {
    progress = () => {},
    embedder = 'builtin',
  }: { progress?: (done: number) => void; embedder?: 'builtin' | 'none' } = {},
): Promise<Fuzzed> {
  const failures: { way: WayIn; input: string; error: string }[] = []
  const refused: Record<string, number> = {}
  let answered = 0
  let slowestMs = 0
  let done = 0
  while (done < inputs) {
    const folder = mkdtempSync(join(tmpdir(), 'mneme-fuzz-'))
    const env = {
      MNEME_STORE_SYNCHRONOUS: 'OFF',
      MNEME_VAULT_ENABLED: 'false',
      MNEME_EMBED_PROVIDER: embedder,
    }
    const mneme = await openMneme({
      speaker: 'person',
      home: join(folder, 'mneme'),
      env,
      session: 's1',
    })
    const tries = await triesOf(mneme, folder)
    const count = Math.min(INPUTS_A_HOME, inputs - done)
    for (const { way, input } of sample(ways, count, seed + done)) {
      const started = performance.now()
      try {
        await tries[way](input)
        answered += 1
      } catch (thrown) {
        const code = thrown instanceof MnemeError ? thrown.code : 'untyped'
        if (code === 'untyped' || code === 'internal') {
          const error = thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown)
          const shown = safeJson(input) ?? ''
          failures.push({ way, input: shown.slice(0, SHOWN), error: error.slice(0, SHOWN) })
        } else refused[code] = (refused[code] ?? 0) + 1
      }
      slowestMs = Math.max(slowestMs, performance.now() - started)
    }
    done += count
    progress(done)
    await mneme.close()
    rmSync(folder, { recursive: true, force: true })
  }
  return { inputs: done, answered, refused, failures, slowestMs }
}

type Try = (input: unknown) => Promise<unknown>

async function triesOf({ engine, caller }: Opened, folder: string): Promise<Record<WayIn, Try>> {
  const config = join(folder, 'config')
  mkdirSync(config, { recursive: true })
  await call(remember, engine, caller, {
    content: 'Something to find, and to export.',
    tags: ['x'],
  })
  const { lines } = await call(exportMemories, engine, caller, {})
  return {
    remember: (input) => call(remember, engine, caller, input),
    search: (input) => call(search, engine, caller, input),
    import: (input) =>
      call(importMemories, engine, caller, { text: mangled(lines, input as Mangling) }),
    config: async (input) => {
      const { toml, env } = input as { toml: string; env: Record<string, string> }
      writeFileSync(join(config, 'config.toml'), toml)
      return readConfig({ home: config, env })
    },
  }
}

const text = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...HOSTILE_TEXTS) },
  { weight: 3, arbitrary: fc.string({ unit: 'binary', maxLength: 200 }) },
  { weight: 2, arbitrary: fc.string({ unit: 'grapheme', maxLength: 200 }) },
  {
    weight: 1,
    arbitrary: fc
      .array(fc.constantFrom(...HOSTILE_TEXTS), { maxLength: 4 })
      .map((all) => all.join(' ').slice(0, 50_000)),
  },
)
const anything = fc.anything({ withNullPrototype: true, maxDepth: 2 })
const maybe = <T>(sensible: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 9, arbitrary: sensible }, { weight: 1, arbitrary: anything })
const texts = fc.array(text, { maxLength: 4 })

const draft = fc.record(
  {
    content: maybe(text),
    title: maybe(text),
    subtitle: text,
    description: text,
    name: maybe(fc.oneof(text, fc.constantFrom('a', 'same-name', 'x-1'))),
    type: maybe(text),
    tags: maybe(texts),
    concepts: maybe(fc.subarray(['gotcha', 'pattern', 'nonsense'])),
    files: maybe(texts),
    globs: maybe(texts),
    triggers: maybe(texts),
    importance: maybe(fc.double()),
    confidence: maybe(fc.double()),
    ttlDays: maybe(fc.double()),
    scope: maybe(fc.constantFrom('global', 'project', 'session', 'team', 'user', 'moon')),
    sensitivity: maybe(fc.constantFrom('public', 'private', 'secret', 'unknown', 'loud')),
    origin: maybe(fc.constantFrom('user', 'agent', 'tool-output', 'web', 'file', 'mars')),
    source: maybe(fc.constantFrom('user-stated', 'observed', 'inferred', 'dreamt')),
    season: text,
    redact: maybe(fc.boolean()),
  },
  { requiredKeys: ['content'] },
)

/** Of the right form, so that it goes all the way: only the words are hostile. */
const wellFormed = fc.record(
  {
    content: fc.tuple(text, fc.nat(1000)).map(([words, number]) => `${words} ${number}`),
    title: text.map((words) => words.slice(0, 300)),
    description: text.map((words) => words.slice(0, 1000)),
    tags: fc.array(
      text.map((words) => `t${words.slice(0, 60)}`),
      { maxLength: 3 },
    ),
    files: fc.array(
      text.map((words) => `f${words.slice(0, 900)}`),
      { maxLength: 3 },
    ),
    triggers: fc.array(
      text.map((words) => `x${words.slice(0, 900)}`),
      { maxLength: 2 },
    ),
    type: fc.constantFrom('fact', 'policy', 'task', 'Made Up'),
    origin: fc.constantFrom('user', 'agent', 'web'),
    scope: fc.constantFrom('global', 'session'),
    redact: fc.constant(true),
  },
  { requiredKeys: ['content'] },
)
const wellAsked = fc.record(
  {
    query: text,
    limit: fc.integer({ min: 1, max: 100 }),
    tag: fc.array(text, { maxLength: 2 }),
    file: text,
    rank: fc.constantFrom('scored' as const, 'relevance' as const),
  },
  { requiredKeys: ['query'] },
)

const question = fc.record(
  {
    query: maybe(text),
    limit: maybe(fc.integer({ min: -1, max: 200 })),
    strategy: maybe(fc.constantFrom('keyword', 'bm25', 'psychic')),
    rank: maybe(fc.constantFrom('scored', 'relevance')),
    minScore: maybe(fc.double()),
    type: maybe(texts),
    tag: maybe(texts),
    concept: maybe(fc.subarray(['gotcha', 'nonsense'])),
    file: maybe(text),
    scope: maybe(fc.subarray(['global', 'project', 'moon'])),
    state: maybe(fc.subarray(['new', 'removed', 'blue'])),
    since: maybe(fc.oneof(text, fc.constantFrom('7d', '999999w', '2026-01-31', '+275760-09-14'))),
    until: maybe(text),
  },
  { requiredKeys: ['query'] },
)

interface Mangling {
  readonly how: 'replace' | 'cut' | 'field' | 'whole'
  readonly at: number
  readonly field: string
  readonly value: unknown
  readonly text: string
}

const mangling: fc.Arbitrary<Mangling> = fc.record({
  how: fc.constantFrom('replace', 'cut', 'field', 'whole'),
  at: fc.nat(),
  field: fc.constantFrom(
    'id',
    'name',
    'scope',
    'project',
    'session',
    'type',
    'title',
    'content',
    'tags',
    'contentHash',
    'state',
    'createdAt',
    'updatedAt',
    'supersededBy',
    'importance',
    'provenance',
    'procedure',
    '__proto__',
    'extra',
  ),
  value: fc.oneof(
    anything,
    text,
    fc.double(),
    fc.constantFrom('global', 'removed', '2026-01-01T00:00:00.000Z'),
  ),
  text,
})

/** An export that something happened to. */
function mangled(
  lines: readonly string[],
  { how, at, field, value, text: other }: Mangling,
): string {
  const whole = lines.join('\n')
  if (how === 'whole') return other
  if (how === 'cut') return whole.slice(0, at % whole.length)
  const line = at % lines.length
  if (how === 'replace')
    return lines.map((each, index) => (index === line ? other : each)).join('\n')
  const last = JSON.parse(lines.at(-1) ?? '{}') as { record: string; row: Record<string, unknown> }
  const changed = { ...last, row: { ...last.row, [field]: value } }
  return [...lines.slice(0, -1), safeJson(changed)].join('\n')
}

/** What has no form in JSON cannot come from a file. */
function safeJson(value: unknown): string {
  try {
    return JSON.stringify(value, (_, each) => (typeof each === 'bigint' ? String(each) : each))
  } catch {
    return 'null'
  }
}

const settings = fc.record({
  toml: fc.oneof(
    fc.constantFrom(...HOSTILE_TOML),
    fc.array(fc.constantFrom(...HOSTILE_TOML), { maxLength: 4 }).map((all) => all.join('\n')),
    text,
    fc
      .tuple(fc.constantFrom('store', 'retrieval', 'permissions', 'memory', 'vault'), text, text)
      .map(
        ([section, key, value]) =>
          `[${section}]\n${JSON.stringify(key)} = ${JSON.stringify(value)}\n`,
      ),
  ),
  env: fc.dictionary(
    fc.constantFrom(
      'MNEME_STORE_PATH',
      'MNEME_RETRIEVAL_LIMIT',
      'MNEME_STORE_NONSENSE',
      'MNEME_',
      'MNEME_MEMORY_ENABLED',
    ),
    text,
    { maxKeys: 2 },
  ),
})

const ARBITRARIES: { readonly [Way in WayIn]: fc.Arbitrary<unknown> } = {
  remember: fc.oneof(
    { weight: 5, arbitrary: wellFormed },
    { weight: 4, arbitrary: draft },
    { weight: 1, arbitrary: anything },
  ),
  search: fc.oneof(
    { weight: 5, arbitrary: wellAsked },
    { weight: 4, arbitrary: question },
    { weight: 1, arbitrary: anything },
  ),
  import: mangling,
  config: settings,
}

function sample(ways: readonly WayIn[], count: number, seed: number) {
  const each = fc.oneof(...ways.map((way) => ARBITRARIES[way].map((input) => ({ way, input }))))
  return fc.sample(each, { numRuns: count, seed })
}
