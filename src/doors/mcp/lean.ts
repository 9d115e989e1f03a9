/**
 * M-52, M-35. Reduces an operation's result to what a model needs: no empty fields, no bookkeeping, no title
 * that only repeats the text. Unlisted fields pass through.
 */

type Fields = Readonly<Record<string, unknown>>

export function leanResult(operation: string, result: unknown): Fields {
  const lean = Object.hasOwn(LEAN, operation) ? LEAN[operation] : undefined
  return compactFields(lean ? lean(result as Fields) : (result as Fields))
}

const LEAN: Readonly<Record<string, (result: Fields) => Fields>> = {
  get: ({ memory, ...rest }) => ({ ...rest, ...wholeMemory(memory as Fields) }),
  update: ({ memory, batch: _, ...rest }) => ({ name: nameOf(memory), ...rest }),
  remember: ({ title: _, sensitivity: __, batch: ___, ...rest }) => rest,
  search: ({ hits, notes, explanation }) => ({ hits, notes: more(hits, notes), explanation }),
  forget: ({ forgotten, proposed, dryRun }) => ({
    forgotten: listOf(forgotten).map(nameOf),
    proposed: listOf(proposed).map(nameOf),
    dryRun,
  }),
  feedback: ({ id, confidence }) => ({ noted: id, confidence }),
  context: ({ text, notices, late, decisions }) => ({ text, notices, late, decisions }),
  project: leanProject,
  'session-search': ({ hits, notes }) => ({
    hits: listOf(hits).map(({ messageId: _, project: __, ...hit }) => hit),
    notes,
  }),
}

/** Text that was not kept may still have been said. */
function more(hits: unknown, notes: unknown): unknown[] {
  const isEmpty = listOf(hits).length === 0
  const hint = isEmpty ? ['Nothing was saved about this. Past conversations: session_search'] : []
  return [...listOf(notes), ...hint]
}

/** Usage figures: for people and for upkeep, not for a model. */
const BOOKKEEPING: ReadonlySet<string> = new Set([
  'accessCount',
  'confidence',
  'contentHash',
  'importance',
  'injectedCount',
  'lastAccessedAt',
  'lastReinforcedAt',
  'match',
  'priority',
  'project',
  'provenance',
  'scale',
  'session',
  'state',
  'stateSince',
  'strength',
  'trust',
  'vitality',
])

function wholeMemory(memory: Fields): Fields {
  const { id, name, type, scope, content, title, description, provenance, ...rest } = memory
  const origin = (provenance as Fields | undefined)?.origin
  return {
    ...{ id, name, type, scope },
    title: isSaidIn(title, content) ? undefined : title,
    content,
    description: isSaidIn(description, content) ? undefined : description,
    origin: origin === 'user' ? undefined : origin,
    ...fate(rest),
  }
}

/** Lists identify a memory by its name, which `get` accepts like an id. */
function briefMemory(memory: Fields): Fields {
  const { id, name, type, title, description, snippet, passage, score, ...rest } = memory
  const text = [passage, snippet, description].find((each) => typeof each === 'string' && each)
  return {
    name: name ?? id,
    type,
    title: isSaidIn(title, text) ? undefined : title,
    text,
    score,
    ...fate(rest),
  }
}

/** The rest of a memory without its bookkeeping, its dates as days. */
function fate({ createdAt, updatedAt, sensitivity, ...rest }: Fields): Fields {
  const day = (moment: unknown) => (typeof moment === 'string' ? moment.slice(0, 10) : undefined)
  return {
    ...Object.fromEntries(Object.entries(rest).filter(([name]) => !BOOKKEEPING.has(name))),
    sensitivity: sensitivity === 'public' || sensitivity === 'unknown' ? undefined : sensitivity,
    created: day(createdAt),
    updated: day(updatedAt) === day(createdAt) ? undefined : day(updatedAt),
  }
}

/** A derived title is the beginning of its text, truncated or not. */
function isSaidIn(title: unknown, text: unknown): boolean {
  if (typeof title !== 'string' || typeof text !== 'string') return false
  return plainWords(text).startsWith(plainWords(title.replace(/…$/, '')))
}

function plainWords(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

/** About 1,500 tokens; the rest is counted, and can be listed. */
const MAX_PROJECT_CHARACTERS = 4200
const MAX_LINE_CHARACTERS = 120
const MAX_CONTRADICTIONS = 5

function leanProject({ project, total, types, tasks, decisions, contradictions }: Fields): Fields {
  let room = MAX_PROJECT_CHARACTERS
  const lines = (memories: unknown) =>
    listOf(memories).flatMap(({ name, title }) => {
      const line = `${String(title).slice(0, MAX_LINE_CHARACTERS)} (${name})`
      room -= line.length
      return room > 0 ? [line] : []
    })
  const groups = [
    ['open tasks', lines(tasks)],
    ['recent decisions', lines(decisions)],
    ...listOf(types)
      .filter(({ type }) => type !== 'decision' && type !== 'task')
      .map(({ type, memories }) => [type, lines(memories)]),
  ]
  return {
    project: (project as Fields | null)?.slug,
    total,
    counts: Object.fromEntries(listOf(types).map(({ type, count }) => [type, count])),
    ...Object.fromEntries(groups),
    contradictions: listOf(contradictions)
      .slice(0, MAX_CONTRADICTIONS)
      .map(({ newer, older }) => `${nameOf(newer)} contradicts ${nameOf(older)}`),
    notes: room > 0 ? [] : ['Shortened. For the rest: list with a type, or search.'],
  }
}

/** Requested lists are kept even when empty: none is an answer too. */
const ANSWERS: ReadonlySet<string> = new Set(['hits', 'memories', 'forgotten'])

function compactFields(fields: Fields): Fields {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => {
      const compact = compactValue(value)
      const lean = compact === undefined && ANSWERS.has(name) ? [] : compact
      return lean === undefined ? [] : [[name, lean]]
    }),
  )
}

function compactValue(value: unknown): unknown {
  if (value === null || value === undefined || value === '' || value === false) return undefined
  if (typeof value === 'number') return Math.round(value * 100) / 100
  if (Array.isArray(value)) {
    return value.length === 0 ? undefined : value.map((item) => compactValue(item) ?? item)
  }
  if (typeof value !== 'object') return value
  const fields = compactFields(isMemory(value) ? briefMemory(value as Fields) : (value as Fields))
  return Object.keys(fields).length === 0 ? undefined : fields
}

function isMemory(value: object): boolean {
  return 'accessCount' in value && 'title' in value && 'name' in value
}

function listOf(value: unknown): readonly Fields[] {
  return Array.isArray(value) ? value : []
}

function nameOf(memory: unknown): unknown {
  const { name, id } = (memory ?? {}) as Fields
  return name ?? id
}
