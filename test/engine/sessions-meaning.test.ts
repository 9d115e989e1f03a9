import { describe, expect, it } from 'vitest'
import { temporaryFolder } from '../support/folder.ts'
import { openHome } from '../support/opened-home.ts'
import { sessionFile } from '../support/session-files.ts'

describe('by words, by what stands around, by meaning', () => {
  it('F-02 D-03 what was said in other words is found by meaning', async () => {
    const person = temporaryFolder()
    const home = await openHome({ env: { HOME: person } })
    const file = sessionFile(person, 'meaning')
    file.prompt('The automobile broke down on the motorway this morning')
    file.prompt('Please write a poem about spring flowers')
    file.prompt('Which database holds the invoices?')
    await home.do('sessions backfill', {})
    // M-31. Vectors are made behind the reading, without being asked for.
    await home.engine.background.settle()
    expect(await home.engine.store.vectors.backlog('messages')).toBe(0)
    const { hits, notes } = await home.do('session-search', {
      query: 'a car had a breakdown on the highway',
    })
    expect(notes).toEqual([])
    expect(hits[0]?.snippet).toContain('automobile')
    const words = await home.do('session-search', { query: 'a car had trouble', strategy: 'bm25' })
    expect(words.hits).toEqual([])
  }, 60_000)

  it('RECALL a message is found by what was said around it', async () => {
    const person = temporaryFolder()
    const home = await openHome({ env: { HOME: person, MNEME_EMBED_PROVIDER: 'none' } })
    const there = sessionFile(person, 'there')
    there.prompt('Let us look at the courier service')
    there.answer('It retries three times.')
    const elsewhere = sessionFile(person, 'elsewhere')
    elsewhere.prompt('Let us look at the billing page')
    elsewhere.answer('It retries three times.')
    await home.do('sessions backfill', {})
    const { hits } = await home.do('session-search', {
      query: 'does the courier retry three times',
    })
    const answers = hits.filter(({ role }) => role === 'assistant')
    expect(answers[0]?.session).toBe('there')
  })

  it('F-02 a long session is searched in every part of it', async () => {
    const person = temporaryFolder()
    const home = await openHome({ env: { HOME: person, MNEME_EMBED_PROVIDER: 'none' } })
    const file = sessionFile(person, 'long')
    const filler = 'Nothing of interest is said in this sentence. '
    for (let turn = 0; turn < 150; turn++) {
      file.prompt(
        turn === 100 ? `${filler.repeat(30)} The xylophone rule. ${filler.repeat(30)}` : filler,
      )
      file.answer(`Noted, number ${turn}.`)
    }
    await home.do('sessions backfill', {})
    const { hits } = await home.do('session-search', { query: 'xylophone', limit: 3 })
    expect(hits[0]?.snippet).toContain('xylophone')
    const messages = await home.engine.store.sessions.messages({ host: 'claude-code', id: 'long' })
    const found = messages.findIndex(({ messageId }) => messageId === hits[0]?.messageId)
    expect(found).toBe(200)
  })
})
