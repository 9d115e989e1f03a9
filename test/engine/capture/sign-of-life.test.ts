import { expect, it } from 'vitest'
import { handleHookEvent } from '../../../src/engine/hosts/handle-hook-event.ts'
import { claudeCode } from '../../../src/hosts/claude-code.ts'
import { ownWords } from '../../../src/sessions/injected.ts'
import { openHome } from '../../support/opened-home.ts'

it('M-24 what a turn kept is shown with the next reply, once', async () => {
  const { engine, caller } = await openHome()
  const submit = async (prompt: string) => {
    const event = claudeCode.read('UserPromptSubmit', { session_id: 'a-session', prompt })
    const reply = await handleHookEvent(engine, caller, 'claude-code', event)
    await engine.background.settle()
    return claudeCode.answer('UserPromptSubmit', reply)
  }
  expect((await submit('From now on use pnpm in this repo.')) ?? {}).not.toHaveProperty(
    'systemMessage',
  )
  expect(await submit('please continue')).toMatchObject({
    systemMessage: expect.stringContaining('pnpm'),
  })
  expect((await submit('go on')) ?? {}).not.toHaveProperty('systemMessage')
})

it('G-03 a prompt that a host hands on in quotes is the person’s words', () => {
  expect(ownWords('"always use pnpm"').text).toBe('always use pnpm')
  expect(ownWords('change "a" to "b"').text).toBe('change "a" to "b"')
})
