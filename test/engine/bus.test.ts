import { expect, it } from 'vitest'
import { type BusEvent, openBus, subscriber } from '../../src/engine/bus.ts'
import { openCapabilities } from '../../src/engine/capabilities.ts'
import { openEventBus } from '../../src/engine/capture/subscribers.ts'
import type { Engine } from '../../src/engine/engine.ts'
import { openHome } from '../support/opened-home.ts'

const session = { host: 'claude-code', id: 'a-session', parent: null }
const end: BusEvent = { name: 'session:end', session, at: null, reason: null }

it('G-01 subscribers have their turn in order of priority', async () => {
  const { engine, caller } = await openHome()
  const order: string[] = []
  const turn = (name: string) => async () => order.push(name)
  const bus = openBus([
    subscriber('session:end', 'compression', 300, turn('compression')),
    subscriber('session:end', 'consolidation', 200, turn('consolidation')),
    subscriber('session:start', 'other', 1, turn('other')),
  ])
  bus.subscribe(subscriber('session:end', 'first', 1, turn('first')))
  await bus.publish(engine, caller, end)
  expect(order).toEqual(['first', 'consolidation', 'compression'])
})

it('G-01 one that fails stops nobody, and is counted, timed and told', async () => {
  const { engine, caller } = await openHome()
  const told: unknown[] = []
  engine.events.listen(({ name, data }) => told.push([name, data.subscriber]))
  let ms = 0
  const bus = openBus(
    [
      subscriber('session:end', 'broken', 1, async () => {
        throw new Error('out of luck')
      }),
      subscriber('session:end', 'slow', 2, async () => {
        ms += 40
        return 'done'
      }),
    ],
    () => ms,
  )
  const reports = await bus.publish(engine, caller, end)
  expect(reports).toMatchObject([
    { subscriber: 'broken', outcome: 'failed', result: null },
    { subscriber: 'slow', outcome: 'done', result: 'done', ms: 40 },
  ])
  await bus.publish(engine, caller, end)
  expect(bus.counts()).toMatchObject([
    { subscriber: 'broken', runs: 2, failures: 2, lastFailure: 'out of luck' },
    { subscriber: 'slow', runs: 2, failures: 0, totalMs: 80, slowestMs: 40 },
  ])
  expect(told).toContainEqual(['subscriber_error', 'broken'])
})

it('G-01 whoever has left hears nothing any more', async () => {
  const { engine, caller } = await openHome()
  let heard = 0
  const bus = openBus([])
  const leave = bus.subscribe(subscriber('session:end', 'one', 1, async () => (heard += 1)))
  await bus.publish(engine, caller, end)
  leave()
  await bus.publish(engine, caller, end)
  expect(heard).toBe(1)
})

it('G-01 the table has the priorities that were laid down', async () => {
  const { engine, caller } = await openHome()
  const call = {
    id: 'c',
    name: 'Bash',
    kind: 'command',
    input: '{}',
    filesRead: [],
    filesModified: [],
    command: 'ls',
    todos: null,
  }
  const result = { callId: 'c', text: '', failed: true }
  const bus = openEventBus()
  const names = async (event: BusEvent) =>
    (await bus.publish(engine, caller, event)).map((each) => [each.subscriber, each.priority])
  const common = { session, at: null }
  expect(await names({ name: 'tool:post', ...common, call, result })).toEqual([
    ['boundaries', 90],
    ['capture', 100],
    ['temporal', 110],
  ])
  expect(
    await names({ name: 'prompt:submit', ...common, prompt: '', eventId: 'p' }),
  ).toContainEqual(['inject', 50])
  const last = await names(end)
  expect(last).toContainEqual(['consolidation', 200])
  expect(last).toContainEqual(['compression', 300])
  expect(bus.counts().filter(({ failures }) => failures > 0)).toEqual([])
})

it('G-02 a part that is missing leaves its turn empty', async () => {
  const { engine, caller } = await openHome()
  const bare: Engine = { ...engine, capabilities: openCapabilities() }
  const reports = await openEventBus().publish(bare, caller, end)
  expect(reports.map(({ outcome }) => outcome)).not.toContain('failed')
})

it('G-02 the latest offer stands until it is taken back', async () => {
  const capabilities = openCapabilities()
  expect(capabilities.find('lifeboat')).toBeNull()
  const first = async () => {}
  const second = async () => {}
  const takeBack = capabilities.offer('lifeboat', first)
  capabilities.offer('lifeboat', second)
  takeBack()
  expect(capabilities.find('lifeboat')).toBe(second)
  expect(capabilities.names()).toEqual(['lifeboat'])
})
