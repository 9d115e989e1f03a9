import { expect, it } from 'vitest'
import { handleHookEvent } from '../../../src/engine/hosts/handle-hook-event.ts'
import { claudeCode } from '../../../src/hosts/claude-code.ts'
import { ownWords } from '../../../src/sessions/injected.ts'
import { openHome } from '../../support/opened-home.ts'

it('M-24 what a turn kept is shown with the next reply, once', async () => {
  const { engine, caller } = await openHome()
  const submit = async (prompt: string) => {
    const event = claudeCode.read('UserPromptSubmit', { session_id: 'a-session', prompt })
    const reply = await handleHookEvent(engine, { ...caller, door: 'hook' }, 'claude-code', event)
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

it('M-24 what a client that gave up was not shown is shown with the next reply', async () => {
  const { engine, caller } = await openHome()
  const submit = async (prompt: string, gone?: AbortSignal) => {
    const event = claudeCode.read('UserPromptSubmit', { session_id: 'a-late-session', prompt })
    const here = { ...caller, door: 'hook' as const, ...(gone === undefined ? {} : { gone }) }
    const { notice } = await handleHookEvent(engine, here, 'claude-code', event)
    await engine.background.settle()
    return notice
  }
  await submit('From now on use pnpm in this repo.')
  expect(await submit('please continue', AbortSignal.abort())).toBeUndefined()
  expect(await submit('please continue')).toContain('pnpm')
})

it('M-20 a wish that was nothing but a credential is not kept, and the person is told', async () => {
  const { engine, caller } = await openHome()
  const submit = async (prompt: string) => {
    const event = claudeCode.read('UserPromptSubmit', { session_id: 'a-secret-session', prompt })
    const { notice } = await handleHookEvent(
      engine,
      { ...caller, door: 'hook' },
      'claude-code',
      event,
    )
    await engine.background.settle()
    return notice
  }
  await submit(
    `Remember the token ${['ghp', '_', 'Z9y8X7w6V5u4T3s2R1q0P9o8N7m6L5k4J3i2'].join('')}`,
  )
  expect(await engine.store.memories.count({})).toBe(0)
  expect(await submit('go on')).toMatch(/did not remember .*: it is a credential/)
})

it('G-03 a prompt that a host hands on in quotes is the person’s words', () => {
  expect(ownWords('"always use pnpm"').text).toBe('always use pnpm')
  expect(ownWords('change "a" to "b"').text).toBe('change "a" to "b"')
})
