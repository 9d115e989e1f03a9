/** One input for each tool that a model could well have given, in an order in which each finds what it needs. */
export interface ToolCall {
  readonly tool: string
  readonly input: Readonly<Record<string, unknown>>
}

/** `NAME` is a memory that is there, `OTHER` another one. */
export const NAME = 'the-cache-lives-in-redis-7'
export const OTHER = 'we-deploy-on-fridays'

/** A conversation of the fixtures, and where it took place. */
const SESSION = '11111111-1111-4111-8111-111111111111'
const SESSION_FOLDER = '/home/dev/proj_a.b/sub'

export const SEEDS: readonly ToolCall[] = [
  { tool: 'remember', input: { content: 'The cache lives in Redis 7', tags: ['cache'] } },
  { tool: 'remember', input: { content: 'We deploy on Fridays', type: 'decision' } },
]

/** Tools that are not listed here take an empty input. */
export const INPUTS: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  remember: { content: 'Prefer small commits', type: 'preference', scope: 'global' },
  search: { query: 'where is the cache', limit: 3 },
  context: { prompt: 'why is the cache slow', preview: true },
  get: { id: NAME },
  update: { id: NAME, importance: 0.8 },
  list: { limit: 5 },
  feedback: { id: NAME, verdict: 'helpful' },
  session_search: { query: 'cache' },
  by_file: { path: 'src/cache.ts' },
  by_concept: { concept: 'gotcha' },
  tag: { id: NAME, add: ['redis'] },
  link: { from: NAME, to: OTHER, kind: 'relates_to' },
  related: { id: NAME },
  episode: { content: 'The release went out', outcome: 'success' },
  procedure: { name: 'release', steps: ['npm test', 'npm publish'], trigger: 'a release' },
  procedure_outcome: { id: 'release', result: 'success' },
  task_add: { content: 'Upgrade Redis' },
  task_done: { id: 'upgrade-redis' },
  fact_add: { subject: 'api', predicate: 'uses', object: 'postgres' },
  facts: { subject: 'api' },
  why: { id: NAME },
  history: { id: NAME },
  forget: { id: [OTHER] },
  archive_restore: { id: OTHER },
  sessions_show: { id: SESSION, project: SESSION_FOLDER },
  sessions_memories: { id: SESSION, project: SESSION_FOLDER },
  sessions_summarize: { id: SESSION, project: SESSION_FOLDER },
  lifeboat_save: { session: SESSION, project: SESSION_FOLDER },
  lifeboat_show: { session: SESSION, project: SESSION_FOLDER },
  undo: {},
}
