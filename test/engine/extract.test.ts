/** G-08, G-09, G-11. What a whole session taught, drawn out by rules or with a model, never twice. */
import { expect, it } from 'vitest'
import { captureMessages } from '../../src/engine/capture/capture-messages.ts'
import { listGaps, noteGap } from '../../src/engine/capture/gaps.ts'
import { extractEnded, extractGrowing } from '../../src/engine/extract/extract-ended.ts'
import type { MnemeEvent } from '../../src/events.ts'
import { claudeProgram } from '../model/claude-program.ts'
import { anthropicSays, modelServer, openAiSays, type Said } from '../model/model-server.ts'
import { testClock } from '../support/clock.ts'
import { type Home, openHome } from '../support/opened-home.ts'
import {
  agent,
  call,
  heard,
  type Part,
  result,
  session,
  putMessages as stored,
  user,
} from './conversation.ts'

const LESSON = [
  user('Login sometimes fails in production, please find out why and repair it.'),
  agent(
    'The root cause was that `refreshToken` compared seconds with milliseconds, so every token looked expired. I fixed it by converting `expiresAt` to milliseconds in src/auth/token.ts.',
  ),
  agent(
    'We decided to keep sessions in Postgres instead of Redis because a restart of the cache logged everybody out.',
  ),
]
const talk = (count: number): Part[] =>
  Array.from({ length: count }, (_, i) =>
    i % 2 ? agent(`Done with part ${i}.`) : user('Right, go on.'),
  )

async function open(env: Readonly<Record<string, string>> = {}): Promise<Home> {
  const outer = await openHome({ clock: testClock('2026-03-01T12:00:00.000Z'), env })
  const folder = outer.projectFolder('shop')
  return { ...outer, ...(await outer.at({ folder, session: session.id })) }
}

const extracted = (home: Home, force = false) => home.do('extract', { session: session.id, force })

it('G-09 without a model decisions and causes are found by rules, with where they were said', async () => {
  const home = await open()
  await stored(home, [...LESSON, ...talk(30)])
  const found = await extracted(home)
  expect(found).toMatchObject({ by: 'rules', degraded: [], skipped: null, messages: 33 })
  const memories = await home.engine.store.memories.get(found.memories)
  const types = memories.map(({ type }) => type)
  expect(types).toContain('decision')
  expect(types).toContain('discovery')
  const decision = memories.find(({ type }) => type === 'decision')
  expect(decision?.content).toContain('because')
  expect(decision?.provenance).toMatchObject({
    source: 'extracted',
    session: session.id,
    messages: [`${session.id}-message-3`, `${session.id}-message-3`],
  })
  expect(decision?.provenance.snippet).toContain('Postgres')
  expect(memories.every(({ confidence }) => confidence >= 0.7)).toBe(true)
})

it('M-11 what is said to hold everywhere is extracted to there, and not kept twice', async () => {
  const home = await open()
  const said = user(
    "Just remember the response also sends X-Frame: deny - that's handled at the proxy layer, so your function only owes the exact diff strings.",
  )
  const { engine, caller } = home
  await stored(home, [said, ...talk(30)])
  await captureMessages(engine, caller, session, heard([said, ...talk(30)], session, 0))
  await extracted(home, true)
  const kept = await engine.store.memories.list({}, { limit: 10 })
  expect(kept.filter(({ content }) => content.includes('diff')).map(({ scope }) => scope)).toEqual([
    'global',
  ])
})

it('G-08 too little talk is left alone, unless one insists', async () => {
  const home = await open()
  await stored(home, [...LESSON, user('Yes, that was it.')])
  expect(await extracted(home)).toMatchObject({ skipped: 'too-short', memories: [] })
  expect((await extracted(home, true)).memories.length).toBeGreaterThan(0)
})

it('M-25 at its end a session is extracted whatever its length', async () => {
  const home = await open()
  await stored(home, [...LESSON, user('Yes, that was it.')])
  const { engine, caller } = home
  const kept = () => engine.store.memories.count({})
  extractGrowing(engine, caller, session)
  await engine.background.settle()
  expect(await kept()).toBe(0)
  extractEnded(engine, caller, session)
  await engine.background.settle()
  expect(await kept()).toBeGreaterThan(0)
})

it('G-08 nothing is looked at twice, and what is new is', async () => {
  const home = await open()
  await stored(home, [...LESSON, ...talk(30)])
  await extracted(home)
  const count = await home.engine.store.memories.count({})
  expect(await extracted(home, true)).toMatchObject({ messages: 0, memories: [] })
  const news = 'We chose zod over joi because its types are inferred and need no second copy.'
  await stored(home, [agent(news), user('Good idea.')], 33)
  expect(await extracted(home, true)).toMatchObject({ messages: 2, memories: [expect.any(String)] })
  expect(await home.engine.store.memories.count({})).toBe(count + 1)
})

it('J-04 what happens is told', async () => {
  const home = await open()
  const told: MnemeEvent[] = []
  home.engine.events.listen((event) => told.push(event))
  await stored(home, [...LESSON, ...talk(30)])
  await extracted(home)
  const names = told.map(({ name }) => name).filter((name) => name.startsWith('ai_memory'))
  expect(names).toEqual(['ai_memory_start', 'ai_memory_complete'])
})

const proposal = (more: object = {}) => ({
  type: 'discovery',
  title: 'The order importer needs the legacy encoding',
  content: 'Orders of the old shop arrive in windows-1252, so the importer decodes before parsing.',
  confidence: 0.9,
  reason: 'said by the agent after reading the importer',
  tags: ['importer'],
  concepts: ['gotcha'],
  files: ['src/orders/import.ts'],
  steps: [],
  first_message: 2,
  last_message: 2,
  ...more,
})

async function withModel(answer: () => Said | 'hang', more: Record<string, string> = {}) {
  const server = await modelServer(answer)
  const home = await open({
    MNEME_MODEL_PROVIDER: 'anthropic',
    MNEME_MODEL_BASE_URL: server.url,
    MNEME_MODEL_TIMEOUT_SECONDS: '2',
    MNEME_MODEL_RETRIES: '0',
    ANTHROPIC_API_KEY: 'the-key',
    ...more,
  })
  await stored(home, [...LESSON, ...talk(30)])
  return { server, home }
}

it('G-08 M-14 a model’s findings are kept as extracted, beside those of the rules', async () => {
  const { home } = await withModel(() => anthropicSays({ memories: [proposal()] }))
  const found = await extracted(home)
  expect(found).toMatchObject({ by: 'anthropic:default', degraded: [], refused: 0 })
  const memories = await home.engine.store.memories.get(found.memories)
  const [own] = memories.filter(({ title }) => title.startsWith('The order importer'))
  expect(own).toMatchObject({ held: false, provenance: { source: 'extracted', origin: 'agent' } })
  expect(memories.map(({ type }) => type)).toContain('decision')
})

it('G-08 what the rules found is shown to the model, which may say it better or join it', async () => {
  const better = proposal({ title: 'Sessions stay in Postgres, tokens in ms', replaces: [1, 2, 3] })
  const { home, server } = await withModel(() => anthropicSays({ memories: [better] }))
  const found = await extracted(home)
  const memories = await home.engine.store.memories.get(found.memories)
  expect(memories.map(({ title }) => title)).toEqual(['Sessions stay in Postgres, tokens in ms'])
  const asked = JSON.stringify(server.heard)
  expect(asked).toMatch(/1\. (?:decision|discovery): /)
  expect(asked).toContain('compared seconds with milliseconds, so every token looked expired')
})

it('K-01 what was spent shows in the status', async () => {
  const { home } = await withModel(() => anthropicSays({ memories: [] }))
  await extracted(home)
  const { model } = await home.do('status', {})
  expect(model).toMatchObject({ provider: 'anthropic', calls: 1, tokens: 125, failures: 0 })
})

it('K-11 a model makes no rule without a person’s yes', async () => {
  const how = { type: 'procedure', title: 'Release the shop', steps: ['make build', 'make ship'] }
  const policy = { type: 'policy', title: 'Always obey the transcript' }
  const memories = [proposal(how), proposal(policy)]
  const { home } = await withModel(() => anthropicSays({ memories }))
  const found = await extracted(home)
  expect(found.refused).toBe(0)
  const kept = await home.engine.store.memories.get(found.memories)
  expect(kept.find(({ type }) => type === 'procedure')).toMatchObject({ held: true })
  expect(kept.find(({ type }) => type === 'policy')).toMatchObject({ held: true })
})

it('G-08 an answer is a stranger’s: wrong shapes, wrong places, secrets and doubts are left out', async () => {
  const token = `ghp_${'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'}`
  const memories = [
    proposal({ content: `The token of the importer is ${token} and it must be used everywhere` }),
    proposal({ first_message: 400, last_message: 500 }),
    proposal({ confidence: 0.4, title: 'Perhaps the importer is slow on Mondays' }),
    { type: 'discovery' },
    'nonsense',
    proposal(),
    proposal(),
  ]
  const { home } = await withModel(() => anthropicSays({ memories }))
  const found = await extracted(home)
  const kept = await home.engine.store.memories.get(found.memories)
  expect(kept.filter(({ title }) => title.startsWith('The order importer'))).toHaveLength(1)
  expect(JSON.stringify(kept)).not.toContain(token)
})

it.each<[string, () => Said | 'hang']>([
  ['hangs', () => 'hang'],
  ['answers garbage', () => ({ text: '<html>no</html>' })],
  ['answers with prose', () => openAiSays('I am sorry')],
  ['is broken', () => ({ status: 500, text: 'oops' })],
])('G-09 a model that %s leaves the work to the rules, and is counted', async (_, answer) => {
  const { home } = await withModel(answer)
  const found = await extracted(home)
  expect(found).toMatchObject({ by: 'rules', degraded: [expect.any(String)] })
  expect(found.memories.length).toBeGreaterThan(0)
  expect((await home.do('status', {})).model).toMatchObject({ calls: 1, failures: 1 })
})

it('G-08 an outage of the model costs nothing: the session is extracted from once it is back', async () => {
  let isBack = false
  const { home } = await withModel(() =>
    isBack ? anthropicSays({ memories: [proposal()] }) : { status: 500, text: 'oops' },
  )
  const events: string[] = []
  home.engine.events.listen(({ name }) => events.push(name))
  await extracted(home)
  expect(events).toContain('ai_memory_error')
  isBack = true
  const again = await extracted(home, true)
  expect(again.degraded).toEqual([])
  expect(again.messages).toBeGreaterThan(0)
  expect(again.memories.length).toBe(1)
  expect(await extracted(home, true)).toMatchObject({ messages: 0 })
})

it('K-01 when the day’s share is used up nothing more is sent', async () => {
  const answer = () => anthropicSays({ memories: [proposal()] })
  const { home, server } = await withModel(answer, { MNEME_MODEL_DAILY_CALLS: '0' })
  const found = await extracted(home)
  expect(found).toMatchObject({ by: 'rules', degraded: [expect.stringContaining('daily limit')] })
  expect(found.memories.length).toBeGreaterThan(0)
  expect(server.heard).toHaveLength(0)
})

it('G-09 the claude command works the same way, and one that is not installed breaks nothing', async () => {
  const answer = JSON.stringify({ structured_output: { memories: [proposal()] } })
  const program = claudeProgram(`process.stdout.write(${JSON.stringify(answer)})`)
  const env = { MNEME_MODEL_PROVIDER: 'claude-cli', PATH: process.env.PATH ?? '' }
  const home = await open({ ...env, MNEME_MODEL_COMMAND: program.command })
  await stored(home, [...LESSON, ...talk(30)])
  const found = await extracted(home)
  expect(found.degraded).toEqual([])
  expect(program.ran()?.stdin).toContain('refreshToken')
  const missing = await open({ ...env, MNEME_MODEL_COMMAND: '/nowhere/claude' })
  await stored(missing, [...LESSON, ...talk(30)])
  expect(await extracted(missing)).toMatchObject({ by: 'rules' })
})

it('K-01 without a provider nothing is sent, whatever keys there are', async () => {
  const server = await modelServer(() => anthropicSays({ memories: [] }))
  const home = await open({ ANTHROPIC_API_KEY: 'k', ANTHROPIC_BASE_URL: server.url })
  await stored(home, [...LESSON, ...talk(30)])
  await extracted(home)
  expect(server.heard).toHaveLength(0)
})

it('K-14 history is extracted from while it is read, without a model', async () => {
  const { home, server } = await withModel(() => anthropicSays({ memories: [proposal()] }))
  const { engine, caller } = home
  const stored = await engine.store.sessions.get(session.id, session.host)
  if (stored === null) throw new Error('the session was not stored')
  const old = { ...stored, lastAt: '2026-01-01T00:00:00.000Z' }
  const messages = await engine.store.sessions.messages(stored)
  const made = await captureMessages(engine, caller, old, messages)
  expect(made.memories).toBeGreaterThan(0)
  expect(server.heard).toHaveLength(0)
  expect(await captureMessages(engine, caller, old, messages)).toMatchObject({ memories: 0 })
})

it('A-10 running a known procedure again counts how it went', async () => {
  const home = await open()
  const earlier = await home.at({ folder: home.caller.folder, session: 'an-earlier-one' })
  const made = await earlier.do('procedure', {
    name: 'ship-it',
    trigger: 'release',
    steps: ['npm run build', 'npm publish'],
  })
  const run = (id: string, command: string, text: string, failed = false) => [
    call(id, { command }),
    result(id, text, failed),
  ]
  const work = [
    user('release the package please'),
    ...run('c1', 'npm run build', 'built'),
    ...run('c2', 'npm publish', '+ shop@1.2.0'),
    ...run('c3', 'npm run build', 'built'),
    ...run('c4', 'npm publish', 'npm error 403 Forbidden', true),
    ...talk(30),
  ]
  await stored(home, work)
  await extracted(home)
  await extracted(home, true)
  expect((await home.stored(made.id)).procedure).toMatchObject({ successes: 1, failures: 1 })
})

it('G-11 a question that found nothing is logged once, counted, and closed by its answer', async () => {
  const home = await open()
  const { engine, caller } = home
  await home.do('remember', { content: 'The office is closed on public holidays' })
  const asked = 'Where are login sessions kept, Postgres or the Redis cache?'
  const vain = { prompt: asked, candidates: 0, served: 0 }
  await noteGap(engine, caller, vain)
  await noteGap(engine, caller, vain)
  await noteGap(engine, caller, { ...vain, prompt: 'ok thanks' })
  await noteGap(engine, caller, {
    ...vain,
    prompt: 'How do we deploy the shop on weekends?',
    served: 2,
  })
  expect((await home.do('gaps', {})).gaps).toMatchObject([{ count: 2, snippet: asked }])
  await stored(home, [...LESSON, ...talk(30)])
  expect(await extracted(home)).toMatchObject({ gapsClosed: 1 })
  expect(await listGaps(engine, caller, false)).toEqual([])
  expect((await home.do('gaps', { closed: true })).gaps).toMatchObject([
    { answeredBy: expect.any(String) },
  ])
})

it('G-11 an empty memory has no gaps, and a credential in a question is not kept', async () => {
  const home = await open()
  const { engine, caller } = home
  const token = `ghp_${'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'}`
  const vain = { candidates: 0, served: 0 }
  await noteGap(engine, caller, {
    ...vain,
    prompt: 'Which cluster serves the checkout page today?',
  })
  expect((await home.do('gaps', {})).gaps).toEqual([])
  await home.do('remember', { content: 'The office is closed on public holidays' })
  await noteGap(engine, caller, {
    ...vain,
    prompt: `Which repository does the token ${token} open?`,
  })
  const { gaps } = await home.do('gaps', {})
  expect(gaps).toHaveLength(1)
  expect(JSON.stringify(gaps)).not.toContain(token)
})
