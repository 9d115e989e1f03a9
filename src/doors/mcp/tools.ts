/** J-05. Which operations an agent is offered as tools, and under which names. */
import type { MCP_PROFILES } from '../../config/sections/mcp.ts'
import type { AnyOperation } from '../../operations/operation.ts'
import { OPERATIONS } from '../../operations/table.ts'

export type Profile = (typeof MCP_PROFILES)[number]

export interface Tool {
  readonly name: string
  readonly op: AnyOperation
}

/** Few enough that a model chooses right. The order is the order of the list. */
const DEFAULT_TOOLS = [
  'search',
  'remember',
  'context',
  'get',
  'update',
  'forget',
  'list',
  'feedback',
  'project',
  'session-search',
] as const

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

/** L. The names that other memory systems gave the same things. */
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

/** Loads the operations of a profile and no others. */
export async function toolsOf(profile: Profile): Promise<readonly Tool[]> {
  const operations = [...DEFAULT_TOOLS, ...(profile === 'full' ? MORE_TOOLS : [])]
  const wanted = operations.map((operation) => ({
    name: toolName(operation),
    operation: operation as string,
  }))
  if (profile === 'aliases') {
    for (const [name, operation] of Object.entries(ALIASES)) wanted.push({ name, operation })
  }
  const loaded = await Promise.all(
    wanted.map(async ({ name, operation }) => ({ name, op: await loadOperation(operation) })),
  )
  return loaded.filter((tool): tool is Tool => tool.op !== null)
}

/** `session-search` and `fact add` as a tool may be called. */
export function toolName(operation: string): string {
  return operation.replace(/[ -]/g, '_')
}

async function loadOperation(name: string): Promise<AnyOperation | null> {
  if (!Object.hasOwn(OPERATIONS, name)) return null
  return (OPERATIONS as Readonly<Record<string, () => Promise<AnyOperation>>>)[name]?.() ?? null
}
