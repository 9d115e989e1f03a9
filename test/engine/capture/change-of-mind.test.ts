/** B-05, M-22. A change of mind in a later session retires the old rule and stands in its place. */
import { expect, it } from 'vitest'
import { hook } from '../../../src/operations/hook.ts'
import { testHome } from '../../support/home.ts'

async function afterSaying(...prompts: readonly string[]) {
  const home = await testHome()
  for (const [at, prompt] of prompts.entries()) {
    home.clock.advance(86_400_000)
    const session = `s${at}`
    const payload = { session_id: session, cwd: home.folder, prompt, prompt_id: session }
    const event = { host: 'claude-code' as const, event: 'UserPromptSubmit', payload, late: true }
    await home.ask(hook, event, { door: 'hook', session })
  }
  const { engine } = await home.at({ door: 'hook', folder: home.folder, session: 'last' })
  const all = await engine.store.memories.list({}, { limit: 100 })
  return all
    .filter(({ supersededBy }) => supersededBy === null)
    .map(({ type, content }) => [type, content])
}

it.each([
  [
    'decision',
    "Let's use Vitest rather than Jest because it is faster",
    'Actually, forget about Vitest, we go back to Jest because the mocks are better',
  ],
  [
    'decision',
    "Let's use Mocha rather than Ava",
    'Actually, forget about Mocha, we go back to Ava',
  ],
  ['policy', 'From now on use tabs', 'no, spaces are better, go back to spaces'],
  [
    'policy',
    'Wir nutzen ab jetzt Redis für Sessions',
    'Doch nicht Redis, wir nehmen Memcached für Sessions',
  ],
  [
    'policy',
    'A partir de ahora los mensajes de error siempre en español',
    'I changed my mind: error messages should be in English, not in Spanish',
  ],
])('B-05 the %s %j gives way', async (type, older, newer) => {
  expect(await afterSaying(older, newer)).toEqual([[type, newer]])
})

it.each([
  ['From now on we use Redis for sessions', 'Actually, forget about lunch'],
  ['From now on we use Redis for sessions', 'From now on we use Redis for the cache, too'],
  [
    'Always answer in Spanish',
    'I changed my mind: error messages should be in English, not in Spanish',
  ],
])('B-05 %j stays in force beside %j', async (older, newer) => {
  const left = (await afterSaying(older, newer)).map(([, content]) => content)
  expect(left).toContain(older)
})
