/** M-12, M-15, M-18. What is current, whatever was read first, and what a summary said of it. */
import { describe, expect, it } from 'vitest'
import { remember } from '../../src/engine/memories/remember.ts'
import { openHome } from '../support/opened-home.ts'

const env = { MNEME_EMBED_PROVIDER: 'none' }

describe('what is current', () => {
  it('M-12 a memory is as old as what was said', async () => {
    const home = await openHome({ env })
    const at = '2025-03-04T05:06:07.000Z'
    const { id } = await remember(
      home.engine,
      home.caller,
      { content: 'We deploy by hand.' },
      { at },
    )
    expect(await home.stored(id)).toMatchObject({
      createdAt: at,
      lastReinforcedAt: at,
      provenance: { at },
    })
  })

  it('M-12 the later saying holds, in whatever order they are read', async () => {
    const home = await openHome({ env })
    const keep = (content: string, at: string) =>
      remember(home.engine, home.caller, { content }, { at })
    const later = await keep(
      'The backup moved from Sundays to Saturdays.',
      '2025-06-01T00:00:00.000Z',
    )
    const earlier = await keep('The backup runs on Sundays.', '2025-01-01T00:00:00.000Z')
    expect((await home.stored(later.id)).supersededBy).toBeNull()
    expect((await home.stored(earlier.id)).supersededBy).toBe(later.id)
  })

  it('M-15 an episode no longer says what was superseded since', async () => {
    const home = await openHome({ env })
    const rule = await home.do('remember', { content: 'Install packages with npm.' })
    const episode = await home.do('remember', {
      type: 'episode',
      content:
        'Set up the repository. Packages are installed with npm. The tests were made to pass.',
    })
    const change = await home.do('remember', {
      content: 'Install packages with pnpm instead of npm.',
    })
    expect(change.supersedes).toEqual([rule.id])
    await home.engine.background.settle()
    const told = await home.stored(episode.id)
    expect(told.content).toBe('Set up the repository. The tests were made to pass.')
    const [before] = await home.engine.store.versions.of(told.id)
    expect(before?.snapshot.content).toContain('npm')
  })

  it('M-18 retention.journal_days acts with the next upkeep', async () => {
    const home = await openHome({ env: { ...env, MNEME_RETENTION_JOURNAL_DAYS: '10' } })
    await home.do('remember', { content: 'The first memory.' })
    home.clock.advance(11 * 86_400_000)
    await home.do('remember', { content: 'Another one about the gateway.' })
    await home.do('upkeep run', { job: 'expiry' })
    const { entries } = await home.do('journal', { limit: 50 })
    expect(entries.map(({ title }) => title)).not.toContain('The first memory')
    expect(entries.map(({ title }) => title)).toContain('Another one about the gateway')
  })
})
