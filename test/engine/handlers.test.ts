import { expect, it } from 'vitest'
import type { Engine } from '../../src/engine/engine.ts'
import {
  type EventName,
  type Handler,
  NO_HANDLERS,
  openHandlers,
} from '../../src/engine/handlers.ts'
import { HOST_HANDLERS } from '../../src/engine/hosts/host-handlers.ts'
import { openMneme } from '../../src/library.ts'
import { promptMessage } from '../../src/sessions/message.ts'
import { openHome } from '../support/opened-home.ts'

const session = { host: 'claude-code', id: 'a-session', parent: null }
const end = { session, reason: null }
const LIMIT_MS = 5_000

const handler = <Name extends EventName>(
  name: string,
  priority: number,
  run: Handler<Name>['run'],
  more: Partial<Handler<Name>> = {},
): Handler<Name> => ({ name, priority, limitMs: LIMIT_MS, run, ...more })

it('G-01 handlers have their turn in order of priority', async () => {
  const { engine, caller } = await openHome()
  const order: string[] = []
  const turn = (name: string) => async () => void order.push(name)
  const handlers = openHandlers({
    ...NO_HANDLERS,
    'session:end': [
      handler('compression', 300, turn('compression')),
      handler('consolidation', 200, turn('consolidation')),
    ],
    'session:start': [handler('other', 1, turn('other'))],
  })
  handlers.subscribe('session:end', handler('first', 1, turn('first')))
  await handlers.dispatch(engine, caller, 'session:end', end)
  expect(order).toEqual(['first', 'consolidation', 'compression'])
})

it('G-01 one that fails stops no other, and is counted, timed and told', async () => {
  const { engine, caller } = await openHome()
  const events: unknown[] = []
  engine.events.listen(({ name, data }) => events.push([name, data.handler]))
  let ms = 0
  const broken = handler<'session:end'>('broken', 1, async () => {
    throw new Error('out of luck')
  })
  const slow = handler<'session:end'>('slow', 2, async () => {
    ms += 40
  })
  const handlers = openHandlers({ ...NO_HANDLERS, 'session:end': [broken, slow] }, () => ms)
  expect(await handlers.dispatch(engine, caller, 'session:end', end)).toMatchObject([
    { handler: 'broken', outcome: 'failed', failure: 'out of luck' },
    { handler: 'slow', outcome: 'done', ms: 40 },
  ])
  await handlers.dispatch(engine, caller, 'session:end', end)
  expect(handlers.counts()).toMatchObject([
    { handler: 'broken', runs: 2, failures: 2, lastFailure: 'out of luck' },
    { handler: 'slow', runs: 2, failures: 0, totalMs: 80, slowestMs: 40 },
  ])
  expect(events).toContainEqual(['handler_error', 'broken'])
})

it('G-01 one that never ends is left behind after its own limit, and the next has its turn', async () => {
  const { engine, caller } = await openHome()
  const handlers = openHandlers({
    ...NO_HANDLERS,
    'session:end': [
      handler('hanging', 1, () => new Promise<never>(() => {}), { limitMs: 20 }),
      handler('next', 2, async () => {}),
    ],
  })
  expect(await handlers.dispatch(engine, caller, 'session:end', end)).toMatchObject([
    { handler: 'hanging', outcome: 'timed-out' },
    { handler: 'next', outcome: 'done' },
  ])
  expect(handlers.counts()[0]).toMatchObject({ handler: 'hanging', failures: 1 })
})

it('H-07 the answer is given once, before the handlers that no agent waits for', async () => {
  const { engine, caller } = await openHome()
  const order: string[] = []
  const handlers = openHandlers({
    ...NO_HANDLERS,
    'session:start': [
      handler('answers', 50, async () => 'context', { answers: true }),
      handler('works', 100, async () => void order.push('works')),
    ],
  })
  const given = { session, start: 'startup' }
  await handlers.dispatch(engine, caller, 'session:start', given, async (answer) => {
    order.push(`answer ${answer}`)
  })
  expect(order).toEqual(['answer context', 'works'])
})

it('G-01 a subscriber that has left is not called any more', async () => {
  const { engine, caller } = await openHome()
  let calls = 0
  const handlers = openHandlers(NO_HANDLERS)
  const leave = handlers.subscribe(
    'session:end',
    handler('one', 1, async () => {
      calls += 1
    }),
  )
  await handlers.dispatch(engine, caller, 'session:end', end)
  expect(handlers.handles('session:end')).toBe(true)
  leave()
  expect(handlers.handles('session:end')).toBe(false)
  await handlers.dispatch(engine, caller, 'session:end', end)
  expect(calls).toBe(1)
})

it('G-01 the table has the priorities that were laid down', async () => {
  const { engine, caller } = await openHome()
  const priorities = (name: EventName) =>
    Object.fromEntries(HOST_HANDLERS[name].map((each) => [each.name, each.priority]))
  expect(priorities('tool:post')).toMatchObject({ boundaries: 90, capture: 100, temporal: 110 })
  expect(priorities('prompt:submit')).toMatchObject({ inject: 50 })
  expect(priorities('session:end')).toMatchObject({ consolidation: 200, compression: 300 })
  const message = promptMessage({ eventId: 'p', text: '', at: null, origin: 'user' })
  const { handlers } = engine
  await handlers.dispatch(engine, caller, 'prompt:submit', { session, message })
  await handlers.dispatch(engine, caller, 'session:end', end)
  expect(handlers.counts().filter(({ failures }) => failures > 0)).toEqual([])
})

it('G-02 without a handler an event is acknowledged and nothing breaks', async () => {
  const { engine, caller } = await openHome()
  const bare: Engine = { ...engine, handlers: openHandlers(NO_HANDLERS) }
  expect(await bare.handlers.dispatch(bare, caller, 'session:end', end)).toEqual([])
})

it('G-01 a program that embeds the library can subscribe and leave', async () => {
  const home = await openHome()
  const mneme = await openMneme({ home: home.engine.home.home })
  const prompts: string[] = []
  const leave = mneme.subscribe('prompt:submit', ({ message }) => void prompts.push(message.text))
  const submit = (prompt: string) =>
    mneme.hook({
      host: 'claude-code',
      event: 'UserPromptSubmit',
      payload: { session_id: 's', prompt },
      late: true,
    })
  await submit('first')
  leave()
  await submit('second')
  expect(prompts).toEqual(['first'])
  await mneme.close()
})
