/** M-23. A long session of one agent: what was learned is kept, what was merely done is not. */
import { expect, it } from 'vitest'
import { captureMessages } from '../../src/engine/capture/capture-messages.ts'
import { keepSummary } from '../../src/engine/capture/session-end.ts'
import { extractSession } from '../../src/engine/extract/extract-session.ts'
import { testClock } from '../support/clock.ts'
import {
  longSession,
  NOISE,
  type Scene,
  STATEMENTS,
  SYMPTOMS,
  todosOf,
} from '../support/long-session.ts'
import { openHome } from '../support/opened-home.ts'
import {
  agent,
  call,
  heard,
  type Part,
  putMessages,
  result,
  session,
  user,
} from './conversation.ts'

function partsOf(scene: Scene, place: number): Part[] {
  if (scene.kind !== 'tool') return [scene.kind === 'user' ? user(scene.text) : agent(scene.text)]
  const { name, does, input, output, failed } = scene
  const id = `call-${place}`
  const file = String(input.file_path ?? '')
  return [
    call(id, {
      name,
      kind: does,
      input: JSON.stringify(input),
      command: does === 'command' ? String(input.command) : null,
      filesModified: does === 'modify' ? [file] : [],
      filesRead: does === 'read' ? [file] : [],
      todos: todosOf(input),
    }),
    result(id, output, failed),
  ]
}

it('M-23 200 tool calls leave at most 20 memories, all incidents and all statements among them', async () => {
  const outer = await openHome({ clock: testClock('2026-03-01T18:00:00.000Z'), door: 'job' })
  const folder = outer.projectFolder('shop')
  const { engine, caller } = await outer.at({ folder, door: 'job', session: session.id })
  const parts = longSession().flatMap(partsOf)
  const messages = heard(parts)
  for (let from = 0; from < messages.length; from += 40) {
    await captureMessages(engine, caller, session, messages.slice(from, from + 40))
  }
  await putMessages({ engine, caller }, parts)
  await keepSummary(engine, caller, session)
  await extractSession(engine, caller, session, { force: true })
  const kept = await engine.store.memories.list({}, { limit: 200 })
  const said = kept.filter(({ type }) => type !== 'episode')
  const texts = said.map(({ type, content }) => `${type}: ${content}`)
  for (const statement of STATEMENTS)
    expect(texts.filter((text) => text.includes(statement))).toHaveLength(1)
  for (const symptom of SYMPTOMS) {
    expect(
      texts.filter((text) => text.includes(symptom) && text.startsWith('bugfix')),
    ).toHaveLength(1)
  }
  expect(texts.join('\n')).not.toMatch(NOISE)
  expect(kept.length, texts.join('\n')).toBeLessThanOrEqual(20)
})
