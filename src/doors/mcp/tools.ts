/** J-05. The operations offered to agents as tools, with their names and fields. */
import type { MCP_PROFILES } from '../../config/sections/mcp.ts'
import type { AnyOperation } from '../../operations/operation.ts'
import { loadOperation } from '../../operations/table.ts'
import type { Arguments } from './coerce.ts'

export type Profile = (typeof MCP_PROFILES)[number]

export interface Tool {
  readonly name: string
  readonly op: AnyOperation
  /** The fields shown to a model; it may send the others too. */
  readonly fields: readonly string[]
}

/** Few tools with few fields, so that a model chooses right. The order is the order of the list. */
const DEFAULT_TOOLS = {
  search: ['query', 'limit', 'type', 'tag', 'scope', 'since', 'project'],
  remember: ['content', 'type', 'scope', 'tags', 'name', 'files'],
  context: ['prompt', 'files'],
  get: ['id'],
  update: ['id', 'content', 'type', 'tags'],
  forget: ['id'],
  list: ['type', 'tag', 'scope', 'limit', 'project'],
  feedback: ['id', 'verdict'],
  project: ['project'],
  'session-search': ['query', 'limit', 'since'],
} as const satisfies Readonly<Record<string, readonly string[]>>

/**
 * The rest of what an agent may do. What is not named here only the owner does, at the command line
 * or over HTTP with the token: an agent that could change its own rules, say yes in a person's
 * place, or take everything away at once would be held by nothing.
 */
const MORE_TOOLS = [
  'timeline',
  'by-file',
  'by-concept',
  'tags',
  'tag',
  'link',
  'related',
  'episode',
  'procedure',
  'procedure outcome',
  'task add',
  'task list',
  'task done',
  'fact add',
  'facts',
  'why',
  'history',
  'journal',
  'undo',
  'stats',
  'status',
  'sessions list',
  'sessions show',
  'sessions memories',
  'sessions summarize',
  'lifeboat save',
  'lifeboat show',
  'consolidate',
  'summarize-old',
  'archive list',
  'archive restore',
  'review list',
  'anchor show',
  'anchor propose',
  'projects list',
] as const

/** L. Tool names of other memory systems. Their arguments are understood too. */
const ALIASES: Readonly<Record<string, string>> = {
  memory_save: 'remember',
  memory_learn: 'remember',
  store_memory: 'remember',
  memory_search: 'search',
  memory_recall: 'search',
  search_memories: 'search',
  yolog_search_memories: 'search',
  memory_get: 'get',
  memory_forget: 'forget',
  delete_memory: 'forget',
  recall: 'context',
  yolog_get_session_context: 'context',
  yolog_get_project_context: 'project',
  session_recall: 'session-search',
  project_search: 'session-search',
  memory_procedure: 'procedure',
  memory_episode: 'episode',
  store_fact: 'fact add',
  query_facts: 'facts',
  link: 'link',
  tag: 'tag',
  get_timeline: 'timeline',
  search_by_file: 'by-file',
  search_by_concept: 'by-concept',
  yolog_save_lifeboat: 'lifeboat save',
  memory_stats: 'stats',
  memory_consolidate: 'consolidate',
}

/** L. One tool for everything, as some systems have it: `memory { action: "remember", … }`. */
export const ONE_FOR_ALL = 'memory'

export const ACTIONS: Readonly<Record<string, string>> = {
  remember: 'remember',
  save: 'remember',
  store: 'remember',
  add: 'remember',
  create: 'remember',
  recall: 'context',
  context: 'context',
  search: 'search',
  list: 'list',
  get: 'get',
  show: 'get',
  update: 'update',
  edit: 'update',
  forget: 'forget',
  delete: 'forget',
  remove: 'forget',
  link: 'link',
  related: 'related',
  tag: 'tag',
}

/** Loads only the operations of a profile. */
export async function toolsOf(profile: Profile): Promise<readonly Tool[]> {
  const wanted = Object.entries<readonly string[]>(DEFAULT_TOOLS).map(([operation, fields]) => ({
    name: toolName(operation),
    operation,
    fields,
  }))
  const more: readonly (readonly [string, string])[] =
    profile === 'full'
      ? MORE_TOOLS.map((operation) => [toolName(operation), operation] as const)
      : profile === 'aliases'
        ? Object.entries(ALIASES)
        : []
  for (const [name, operation] of more)
    wanted.push({ name, operation, fields: fieldsOf(operation) })
  const loaded = wanted.map(async ({ name, operation, fields }) => {
    const op = await loadOperation(operation)
    return { name, op, fields: fields.length > 0 ? fields : Object.keys(op.input.shape) }
  })
  return Promise.all(loaded)
}

/** Empty for tools that show all their fields. */
export function fieldsOf(operation: string): readonly string[] {
  const shown: Readonly<Record<string, readonly string[]>> = DEFAULT_TOOLS
  return Object.hasOwn(shown, operation) ? (shown[operation] ?? []) : []
}

/** `session-search` and `fact add` as a tool may be called. */
function toolName(operation: string): string {
  return operation.replace(/[ -]/g, '_')
}

const BY_NAME: ReadonlyMap<string, string> = new Map([
  ...Object.entries(ALIASES),
  ...[...Object.keys(DEFAULT_TOOLS), ...MORE_TOOLS].map(
    (operation) => [toolName(operation), operation] as const,
  ),
])

interface Meant {
  readonly operation: string
  readonly args: unknown
}

/** Resolves a call in any profile; null for an unknown name. */
export function resolveCall(name: string, given: unknown): Meant | null {
  const operation = name === ONE_FOR_ALL ? null : (BY_NAME.get(name) ?? null)
  if (name !== ONE_FOR_ALL) return operation === null ? null : withPlainMeaning(operation, given)
  const { action, ...args } = (given ?? {}) as Arguments
  const verb = String(action ?? guessAction(args)).toLowerCase()
  const meant = Object.hasOwn(ACTIONS, verb) ? (ACTIONS[verb] ?? null) : null
  return meant === null ? null : withPlainMeaning(meant, args)
}

function guessAction(args: Arguments): string {
  if ('content' in args) return 'remember'
  return 'query' in args ? 'search' : 'list'
}

/** A search for nothing in particular is a list. */
function withPlainMeaning(operation: string, args: unknown): Meant {
  if (operation !== 'search' || typeof args !== 'object' || args === null) {
    return { operation, args }
  }
  const { query, ...filters } = args as Arguments
  const isOpen = typeof query === 'string' && /^[\s*]*$/.test(query)
  const hasFilters = Object.keys(filters).length > 0
  if (isOpen || (query === undefined && hasFilters && !hasQuestion(filters))) {
    return { operation: 'list', args: filters }
  }
  return { operation, args }
}

function hasQuestion(filters: Arguments): boolean {
  return ['q', 'text', 'question', 'prompt', 'search', 'keyword', 'keywords', 'term', 'topic']
    .concat('input', 'params', 'args', 'arguments', 'data', 'search_query')
    .some((name) => name in filters)
}
