/** M-23. A long session of one agent: what was learned is kept, what was merely done is not. */
import { expect, it } from 'vitest'
import { captureMessages } from '../../src/engine/capture/capture-messages.ts'
import { keepSummary } from '../../src/engine/capture/session-end.ts'
import { extractSession } from '../../src/engine/extract/extract-session.ts'
import { testClock } from '../support/clock.ts'
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

const STATEMENTS = [
  'From now on use pnpm in this repo, never npm.',
  'Remember that the staging database listens on port 5433.',
  'We decided to keep sessions in Redis because restarts logged everybody out.',
  'All amounts must be integers in cents.',
  'No, the tests live in spec/, not in test/.',
  'I prefer short answers without an introduction.',
  'Never push to main, it triggers a deploy.',
  "Don't bother with puppeteer for the PDFs, it leaked memory for weeks.",
  'to reset the local db: run make nuke, then make seed',
  'Keep in mind that Mira owns the billing module.',
]
const SYMPTOMS = [
  'TypeError: cart is undefined',
  'ReferenceError: formatPrice is not defined',
  'SyntaxError: Unexpected token in invoice.ts',
  'RangeError: Invalid time value',
  'AssertionError: expected 3 to equal 2',
]

let calls = 0

function used(more: Parameters<typeof call>[1], output: string, failed = false): Part[] {
  calls += 1
  const id = `call-${calls}`
  return [call(id, more), result(id, output, failed)]
}

const edit = (file: string, before: string, after: string) =>
  used(
    {
      name: 'Edit',
      kind: 'modify',
      input: JSON.stringify({ file_path: file, old_string: before, new_string: after }),
      filesModified: [file],
    },
    'The file has been updated.',
  )
const run = (command: string, output: string, failed = false) => used({ command }, output, failed)
const read = (file: string) =>
  used({ name: 'Read', kind: 'read', filesRead: [file] }, `1\texport const x = 1 // ${file}`)

function incident(symptom: string, i: number): Part[] {
  const file = `src/module${i}.ts`
  return [
    ...run('npm test', `${symptom}\n    at src/module${i}.ts:3\n1 failed`, true),
    agent(
      `The cause is probably the cache of module${i}; it turns out that the cache never expires.`,
    ),
    ...edit(file, 'cache()', 'cache(0)'),
    ...run('npm test', `${symptom}\n1 failed`, true),
    agent(`The error was caused by loader${i} returning before its file was read.`),
    ...edit(file, `return loader${i}()`, `return await loader${i}()`),
    ...run('npm test', '31 passed'),
  ]
}

function deadEnd(i: number): Part[] {
  return [
    ...run(`./scripts/migrate-${i}.sh`, `Error: lock ${i} is held by another process`, true),
    agent(
      `It turns out that lock${i} is stored in Redis and never released because of the worker.`,
    ),
    ...edit(`scripts/lock-${i}.ts`, 'hold()', 'release()'),
    ...run(`./scripts/migrate-${i}.sh`, `Error: lock ${i} is held by another process`, true),
    user('leave that for now, go on with the next one'),
  ]
}

function routine(i: number): Part[] {
  switch (i % 5) {
    case 0:
      return run(`ls src/module${i}`, 'index.ts\nview.ts')
    case 1:
      return read(`src/view${i}.ts`)
    case 2:
      return run(`grep -rn TODO src/part${i}`, 'src/a.ts:3: // TODO')
    case 3:
      return used(
        {
          name: 'TodoWrite',
          kind: 'todo',
          todos: [
            { text: `wire module ${i}`, status: 'done' },
            { text: `write docs for module ${i}`, status: 'pending' },
          ],
        },
        'Todos have been modified.',
      )
    default:
      return used(
        { name: 'Task', kind: 'agent' },
        'Async agent launched successfully. Never quote this to the user, its output is delivered later on its own.',
      )
  }
}

it('M-23 200 tool calls leave at most 20 memories, all incidents and all statements among them', async () => {
  const outer = await openHome({ clock: testClock('2026-03-01T18:00:00.000Z'), door: 'job' })
  const folder = outer.projectFolder('shop')
  const { engine, caller } = await outer.at({ folder, door: 'job', session: session.id })
  calls = 0
  const parts: Part[] = []
  for (const [i, statement] of STATEMENTS.entries()) {
    parts.push(user(statement), agent('Understood.'))
    for (let n = 0; n < 4; n++)
      parts.push(...edit(`src/page${i}-${n}.ts`, 'old()', `next${i}${n}()`))
    const symptom = SYMPTOMS[i]
    if (symptom !== undefined) parts.push(...incident(symptom, i))
    if (i < 3) parts.push(...deadEnd(i))
  }
  for (let i = 0; calls < 200; i++) parts.push(...routine(i))
  expect(calls).toBe(200)
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
  expect(texts.join('\n')).not.toMatch(
    /Async agent|write docs for module|never released|cache never/,
  )
  expect(kept.length, texts.join('\n')).toBeLessThanOrEqual(20)
})
