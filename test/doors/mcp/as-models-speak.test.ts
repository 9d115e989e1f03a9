/** M-52. Calls as models make them: what is plainly meant is done, what is not is explained to a model. */
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { answerMcp } from '../../../src/doors/mcp/answer.ts'
import { mcpLists } from '../../../src/doors/mcp/lists.ts'
import { loadTokenCounter } from '../../../src/text/token-count.ts'
import { type Home, openHome } from '../../support/opened-home.ts'

type Fields = Record<string, unknown>
interface Answer {
  readonly isError?: boolean
  readonly structuredContent?: Fields
  readonly content: readonly { readonly text: string }[]
}

async function callTool(home: Home, name: string, args: unknown): Promise<Answer> {
  const request = { method: 'tools/call', params: { name, arguments: args } }
  const from = [{ project: join(home.folder, 'repo'), session: 's1' }]
  const answer = await answerMcp(home.opened, request, {
    door: 'mcp',
    actor: 'mcp:test',
    speaker: 'agent',
    from,
  })
  if ('error' in answer) throw new Error(answer.error.message)
  return answer.result as Answer
}

/** Of a list, only the first ones are said. */
function expectBegins({ structuredContent }: Answer, expected: object): void {
  const shown = Object.entries(expected).map(([field, value]) => {
    const found = structuredContent?.[field]
    const isLonger = Array.isArray(value) && value.length > 0 && Array.isArray(found)
    return [field, isLonger ? found.slice(0, value.length) : found]
  })
  expect(Object.fromEntries(shown)).toMatchObject(expected)
}

/** A home in which there is something to find, change and forget. */
async function furnished(): Promise<Home> {
  const home = await openHome({ env: { MNEME_EMBED_PROVIDER: 'none' } })
  const folder = home.projectFolder('repo')
  const { do: run } = await home.at({ folder, session: 's1', door: 'mcp', speaker: 'agent' })
  const tags = ['cache', 'database']
  await run('remember', { content: 'The cache lives in Redis 7', tags, scope: 'project' })
  await run('remember', {
    content: 'We deploy on Fridays because traffic is low then',
    name: 'deploy-day',
    type: 'decision',
    scope: 'project',
  })
  await run('remember', { content: 'Use two spaces', name: 'indent', scope: 'global' })
  await run('remember', { content: 'Use tabs in this one', name: 'indent', scope: 'project' })
  return home
}

const CACHE = 'the-cache-lives-in-redis-7'
const DEPLOY = 'deploy-day'

/** Sixty calls. None may be refused; some say what must come of them. */
// biome-ignore format: a table reads best in columns
const CALLS: [string, unknown, object?][] = [
  ['search', { query: 'cache', limit: '5' }, { hits: [{ name: CACHE }] }],
  ['search', { query: 'cache', limit: 5.0 }],
  ['search', { query: 'cache', limit: 1000 }],
  ['search', { query: 'cache', limit: 0 }],
  ['search', { query: 'cache', tags: 'cache,database' }, { hits: [{ name: CACHE }] }],
  ['search', { query: 'cache', tags: ['cache'] }, { hits: [{ name: CACHE }] }],
  ['search', { query: 'cache', tag: 'cache' }, { hits: [{ name: CACHE }] }],
  ['search', { query: 'spaces', scope: ['user'] }, { hits: [{ name: 'indent', scope: 'global' }] }],
  ['search', { query: 'cache', scope: 'project' }, { hits: [{ name: CACHE }] }],
  ['search', { query: 'cache', scope: 'all' }, { hits: [{ name: CACHE }] }],
  ['search', { query: 'deploy', type: 'decision' }, { hits: [{ name: DEPLOY }] }],
  ['search', { query: 'deploy', types: ['Decision'] }, { hits: [{ name: DEPLOY }] }],
  ['search', { query: 'deploy', memory_type: 'decision' }, { hits: [{ name: DEPLOY }] }],
  ['search', { q: 'cache' }, { hits: [{ name: CACHE }] }],
  ['search', { text: 'cache', max_results: '3' }, { hits: [{ name: CACHE }] }],
  ['search', { query: 'cache', top_k: 3 }],
  ['search', { query: 'cache', since: '7 days ago' }],
  ['search', { query: 'cache', since: 'last week' }],
  ['search', { query: 'cache', after: '2020-01-01' }, { hits: [{ name: CACHE }] }],
  ['search', { query: 'cache', limit: null, tags: null }],
  ['search', { query: 'cache', include_archived: true, reason: 'curious' }, { hits: [{ name: CACHE }] }],
  ['search', { query: 'cache', project: null }],
  ['search', { input: { query: 'cache' } }, { hits: [{ name: CACHE }] }],
  ['search', '{"query":"cache"}', { hits: [{ name: CACHE }] }],
  ['search', 'cache', { hits: [{ name: CACHE }] }],
  ['search', { tags: ['cache'] }, { memories: [{ name: CACHE }] }],
  ['search', { query: '*', tags: ['cache'] }, { memories: [{ name: CACHE }] }],
  ['search', { query: ['cache'] }, { hits: [{ name: CACHE }] }],
  ['list', {}],
  ['list', { limit: '2' }],
  ['list', { type: 'decision' }, { memories: [{ name: DEPLOY }] }],
  ['list', { tag: '["cache"]' }, { memories: [{ name: CACHE }] }],
  ['list', { scope: 'user' }, { memories: [{ name: 'indent' }] }],
  ['list', { order: 'Newest' }],
  ['list', { archived: 'true' }],
  ['get', { id: CACHE }, { name: CACHE }],
  ['get', { name: CACHE }, { name: CACHE }],
  ['get', { memory_id: CACHE }, { name: CACHE }],
  ['get', { id: [CACHE] }, { name: CACHE }],
  ['get', CACHE, { name: CACHE }],
  ['remember', { content: 'Ports below 1024 need root', tags: 'ports, linux' }, { outcome: 'created' }],
  ['remember', { text: 'The staging server is called frodo', category: 'fact' }, { outcome: 'created', type: 'fact' }],
  ['remember', { content: 'Amounts are in cents', importance: 'high' }, { outcome: 'created' }],
  ['remember', { content: 'Retries are capped at three', importance: 8 }, { outcome: 'created' }],
  ['remember', { content: 'Names are kebab-case', importance: '0.7', confidence: '0.9' }, { outcome: 'created' }],
  ['remember', { content: 'Logs go to stderr', files: 'src/log.ts' }, { outcome: 'created' }],
  ['remember', { content: 'Feature flags go through Unleash', scope: 'USER' }, { outcome: 'created', scope: 'global' }],
  ['remember', { content: 'The beta ends soon', ttl_days: '14' }, { outcome: 'created' }],
  ['remember', { content: ['First step: build', 'Second step: ship'] }, { outcome: 'created' }],
  ['remember', { content: 'Queues are drained at night', metadata: { source: 'chat' } }, { outcome: 'created' }],
  ['update', { id: CACHE, tags: 'cache' }, { name: CACHE }],
  ['update', { name: CACHE, importance: '0.9' }],
  ['update', { memory_id: CACHE, text: 'The cache lives in Redis 8' }, { name: CACHE }],
  ['feedback', { id: CACHE, verdict: 'Helpful' }],
  ['feedback', { id: CACHE, helpful: true }],
  ['feedback', { id: CACHE, rating: 'negative' }],
  ['context', { query: 'why is the cache slow' }],
  ['context', { prompt: 'why is the cache slow', files: 'src/cache.ts' }],
  ['session_search', { query: 'cache', limit: '3', since: 'yesterday' }, { hits: [] }],
  ['forget', { id: CACHE }, { forgotten: [CACHE] }],
]

describe('M-52 calls as models make them', () => {
  it('M-52 there are sixty', () => expect(CALLS).toHaveLength(60))

  it.each(CALLS)('M-52 %s %j', async (tool, args, expected) => {
    const home = await furnished()
    const answer = await callTool(home, tool, args)
    expect(answer.isError, answer.content[0]?.text).toBeFalsy()
    expectBegins(answer, expected ?? {})
  })

  it('M-52 unknown fields are named and ignored', async () => {
    const home = await furnished()
    const { content } = await callTool(home, 'search', { query: 'cache', flavour: 'sweet' })
    expect(content[1]?.text).toMatch(/flavour/)
  })

  it.each([
    ['search', {}, /query/],
    ['remember', {}, /content/],
    ['feedback', { id: CACHE, verdict: 'perhaps' }, /helpful\|unhelpful/],
    ['get', { id: 'no-such-memory' }, /no memory "no-such-memory"/],
    ['forget', {}, /id/],
  ] as const)('M-52 %s %j is explained to a model', async (tool, args, words) => {
    const { isError, content } = await callTool(await furnished(), tool, args)
    expect(isError).toBe(true)
    expect(content[0]?.text).toMatch(words)
    expect(content[0]?.text).not.toMatch(/--help|\bmneme [a-z]|--[a-z]/)
  })
})

/** As they stand in the documents of other memory systems. */
// biome-ignore format: a table reads best in columns
const SEED_CALLS: [string, unknown, object?][] = [
  ['yolog_search_memories', { query: 'deploy', memory_types: ['decision'], tags: [] }, { hits: [{ name: DEPLOY }] }],
  ['yolog_search_memories', { query: 'cache', memory_types: ['fact'], tags: ['database'] }, { hits: [{ name: CACHE }] }],
  ['yolog_search_memories', { query: 'database migration', memory_types: ['decision'], tags: ['database'] }, { hits: [] }],
  ['yolog_search_memories', { query: 'cache', project_id: 'repo', memory_types: ['fact'], tags: ['database'] }, { hits: [{ name: CACHE }] }],
  ['yolog_search_memories', { query: 'tag:cache' }],
  ['yolog_get_project_context', {}, { project: 'repo', total: 3 }],
  ['update', { id: CACHE, state: 'high' }, { name: CACHE }],
  ['yolog_get_session_context', { session_id: 's1' }],
  ['memory_save', { scope: 'user', type: 'feedback', name: 'no-stack-traces', description: 'Output', content: 'Do not show stack traces' }, { outcome: 'created', scope: 'global', name: 'no-stack-traces' }],
  ['memory_save', { scope: 'project', type: 'reference', name: 'endpoints', content: 'GET /v1/items is public' }, { outcome: 'created', scope: 'project' }],
  ['memory_save', { scope: 'user', type: 'user', name: 'table-tests', content: 'Prefers table-driven tests' }, { outcome: 'created', scope: 'global' }],
  ['memory_save', { scope: 'project', type: 'project', name: 'jwt-cache', content: 'JWT cache lives in pkg/auth/cache.go' }, { outcome: 'created', scope: 'project' }],
  ['memory_get', { scope: 'user', name: 'indent' }, { content: 'Use two spaces' }],
  ['memory_get', { scope: 'project', name: 'indent' }, { content: 'Use tabs in this one' }],
  ['memory_search', { query: 'cache', scope: 'all', limit: 5 }, { hits: [{ name: CACHE }] }],
  ['memory_search', { query: 'indent two spaces', scope: 'user' }, { hits: [{ name: 'indent' }] }],
  ['memory_forget', { scope: 'user', name: 'indent' }, { forgotten: ['indent'] }],
  ['memory_search', 'do I already know about the cache?', { hits: [{ name: CACHE }] }],
  ['session_recall', 'was this discussed before?', { hits: [] }],
  ['session_recall', { query: 'pagination OR "next page"' }, { hits: [] }],
  ['memory', { action: 'remember', content: 'Errors are values', category: 'preference', scope: 'project', tags: ['tag1', 'tag2'] }, { outcome: 'created', type: 'preference' }],
  ['memory', { action: 'remember', content: 'Errors are wrapped', category: 'correction', scope: 'global', tags: ['tag1'] }, { outcome: 'created', scope: 'global' }],
  ['memory', { action: 'remember', tags: ['rust', 'auth'], content: 'Tokens rotate daily' }, { outcome: 'created' }],
  ['memory', { action: 'recall' }],
  ['memory', { action: 'search', query: 'cache' }, { hits: [{ name: CACHE }] }],
  ['memory', { action: 'list', tag: 'cache' }, { memories: [{ name: CACHE }] }],
  ['memory', { action: 'forget', id: CACHE }, { forgotten: [CACHE] }],
  ['memory', { action: 'link', from: CACHE, to: DEPLOY, relation: 'relates_to' }, { outcome: 'created' }],
  ['memory', { action: 'tag', id: CACHE, tags: ['new', 'tags'] }, { tags: ['cache', 'database', 'new', 'tags'] }],
  ['store_memory', { content: 'A race in the queue was fixed', type: 'bugfix', concepts: ['problem-solution', 'gotcha'], sensitivity: 'unknown', project: 'repo' }, { outcome: 'created' }],
  ['store_memory', { content: 'Files were split', files_read: ['a.ts'], files_modified: ['b.ts'], session_id: 's1', importance: 0.6, ttl_days: 30, concepts: ['what-changed'] }, { outcome: 'created' }],
  ['search_memories', { query: 'cache' }, { hits: [{ name: CACHE }] }],
  ['delete_memory', { id: CACHE }, { forgotten: [CACHE] }],
  ['search_by_file', { file_path: 'src/cache.ts' }, { memories: [] }],
  ['search_by_concept', { concept: 'gotcha' }, { memories: [] }],
  ['get_timeline', { limit: 5 }],
  ['store_fact', { subject: 'api', predicate: 'uses', object: 'postgres', confidence: 0.9 }],
  ['query_facts', { subject: 'api' }],
  ['memory_stats', {}],
]

describe('M-52 the names and arguments of other systems', () => {
  it.each(SEED_CALLS)('M-52 %s %j', async (tool, args, expected) => {
    const home = await furnished()
    const answer = await callTool(home, tool, args)
    expect(answer.isError, answer.content[0]?.text).toBeFalsy()
    expectBegins(answer, expected ?? {})
  })

  it('M-52 every tool of the seeds is offered in the profile "aliases"', async () => {
    const { lists } = await mcpLists('aliases')
    const { tools } = lists['tools/list'] as { tools: { name: string }[] }
    const offered = tools.map(({ name }) => name)
    for (const [tool] of SEED_CALLS) expect(offered).toContain(tool)
    expect(offered).toContain('yolog_save_lifeboat')
  })
})

describe('M-52 few words', () => {
  const tokensOf = async ({ content }: Answer) =>
    (await loadTokenCounter()).count(content[0]?.text ?? '')

  it('M-52 a short memory comes back in 80 tokens', async () => {
    const home = await furnished()
    expect(await tokensOf(await callTool(home, 'get', { id: 'indent' }))).toBeLessThanOrEqual(80)
  })

  it('M-52 a project of many memories comes back in 1,500 tokens', async () => {
    const home = await furnished()
    const repo = await home.at({ folder: join(home.folder, 'repo') })
    for (let each = 0; each < 60; each++) {
      const type = ['decision', 'fact', 'pitfall', 'task', 'architecture'][each % 5] ?? 'fact'
      const content = `Service ${each} of the billing platform listens on port ${9000 + each}, talks to ledger number ${each * 7} and is owned by team ${String.fromCharCode(65 + (each % 26))}`
      await repo.do('remember', { content, type, scope: 'project' })
    }
    const answer = await callTool(home, 'project', {})
    expect(await tokensOf(answer)).toBeLessThanOrEqual(1500)
    expect(answer.structuredContent).toMatchObject({ total: expect.any(Number) })
  })

  it('M-52 the default tools are described in 1,800 tokens', async () => {
    const { lists, instructions } = await mcpLists('default')
    const counter = await loadTokenCounter()
    expect(counter.count(JSON.stringify(lists['tools/list']))).toBeLessThanOrEqual(1800)
    expect(instructions).toContain('session_search')
  })

  it('M-52 a derived title is not said beside its text', async () => {
    const { structuredContent } = await callTool(await furnished(), 'search', { query: 'cache' })
    const [hit] = (structuredContent?.hits ?? []) as Fields[]
    expect(hit).toMatchObject({ text: expect.stringContaining('Redis 7') })
    expect(hit).not.toHaveProperty('title')
  })
})
