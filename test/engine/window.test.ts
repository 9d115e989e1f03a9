/** F-04. The lifeboat is made anew when a session's window is nearly full. */
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { windowShare } from '../../src/sessions/window-use.ts'
import { testClock } from '../support/clock.ts'
import { openHome } from '../support/opened-home.ts'
import { sessionFile } from '../support/session-files.ts'

const claude = (tokens: number, more: object = {}) =>
  JSON.stringify({
    type: 'assistant',
    message: {
      model: 'claude-opus-5-5',
      usage: { input_tokens: 500, cache_read_input_tokens: tokens - 500, output_tokens: 9 },
      ...more,
    },
  })
const codex = (tokens: number) =>
  JSON.stringify({
    type: 'event_msg',
    payload: {
      type: 'token_count',
      info: { last_token_usage: { total_tokens: tokens }, model_context_window: 258_400 },
    },
  })

describe('how full a window is', () => {
  it.each([
    { why: 'Claude Code: what was read, cached or not', tail: claude(170_000), share: 0.85 },
    { why: 'a model with a long window', tail: claude(170_000, { model: 'x[1m]' }), share: 0.17 },
    { why: 'Codex says its window', tail: codex(129_200), share: 0.5 },
    { why: 'the last answer counts', tail: `${claude(10_000)}\n${claude(100_000)}`, share: 0.5 },
    { why: 'a cut line is passed over', tail: `oken":1}\n${claude(100_000)}\n{"to`, share: 0.5 },
    { why: 'no host tells', tail: '{"type":"user","message":{"content":"tokens"}}', share: null },
  ])('F-04 $why', ({ tail, share }) => {
    expect(windowShare(tail)).toBe(share)
  })
})

it('F-04 at 0.85 of the window the lifeboat is made without a compaction, and not before', async () => {
  const start = '2026-01-05T10:00:00.000Z'
  const home = await openHome({ clock: testClock(start), env: { MNEME_EMBED_PROVIDER: 'none' } })
  const person = join(home.folder, 'person')
  const read = async (tokens: number, session: string) => {
    const file = sessionFile(person, session, { cwd: home.projectFolder('shop'), start })
    file.prompt('Please migrate the checkout service to the new payment API')
    file.answer('I will begin with the client.')
    file.raw(claude(tokens))
    await home.do('sessions backfill', { path: file.path })
    await home.engine.background.settle()
    return home.do('lifeboat show', { id: session }).then(
      ({ text }) => text,
      () => null,
    )
  }
  expect(await read(160_000, 'roomy')).toBeNull()
  expect(await read(171_000, 'nearly-full')).toContain('migrate the checkout service')
})
