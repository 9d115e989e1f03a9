/** M-10, M-17. What is one memory: at once by words, seconds later by meaning, and by a person's word. */
import { describe, expect, it } from 'vitest'
import { followWrites } from '../../src/engine/recall/follow-writes.ts'
import { openHome } from '../support/opened-home.ts'

const WORDS_ALONE = { MNEME_EMBED_PROVIDER: 'none' }

async function catchUp(home: Awaited<ReturnType<typeof openHome>>): Promise<void> {
  const following = followWrites(home.engine, (thrown) => {
    throw thrown
  })
  await following.caughtUp()
  await following.close()
}

describe('what is one memory', () => {
  it('M-10 one procedure told of eight things is eight memories', async () => {
    const home = await openHome({ env: WORDS_ALONE })
    for (const thing of 'mail search export login tax ledger refund audit'.split(' ')) {
      const { outcome } = await home.do('remember', {
        type: 'procedure',
        content: `To trace the ${thing} worker: set TRACE=1, restart it with pm2, repeat the request, then read logs/${thing}.log.`,
      })
      expect([thing, outcome]).toEqual([thing, 'created'])
    }
    const { memories } = await home.do('list', {})
    expect(memories).toHaveLength(8)
  })

  it('M-10 the same but for case and signs is known; the other wording of it is kept as a version', async () => {
    const home = await openHome({ env: WORDS_ALONE })
    const first = await home.do('remember', { content: 'Run the tests before you push changes.' })
    const same = await home.do('remember', { content: '"run the tests before you push changes"' })
    expect(same).toMatchObject({ outcome: 'near-duplicate', id: first.id })
    const again = await home.do('remember', {
      content: 'Always run the tests before you push changes.',
    })
    expect(again).toMatchObject({ outcome: 'near-duplicate', id: first.id })
    const versions = await home.engine.store.versions.of(first.id ?? '')
    expect(versions.map(({ snapshot }) => snapshot.content)).toEqual([
      'Always run the tests before you push changes.',
    ])
  })

  it('M-10 the same in other letters is kept as a version too, once', async () => {
    const home = await openHome({ env: WORDS_ALONE })
    const first = await home.do('remember', { content: "We're on OCaml 5, it's pinned." })
    for (let time = 0; time < 2; time += 1) {
      const again = await home.do('remember', { content: 'Note: we are on OCaml 5, it is pinned' })
      expect(again).toMatchObject({ outcome: 'near-duplicate', id: first.id })
    }
    const versions = await home.engine.store.versions.of(first.id ?? '')
    expect(versions.map(({ snapshot }) => snapshot.content)).toEqual([
      'Note: we are on OCaml 5, it is pinned',
    ])
  })

  it('M-10 duplicates.threshold is honoured on write', async () => {
    const home = await openHome({ env: { ...WORDS_ALONE, MNEME_DUPLICATES_THRESHOLD: '1' } })
    await home.do('remember', { content: 'Run the tests before you push changes.' })
    const again = await home.do('remember', {
      content: 'Always run the tests before you push changes.',
    })
    expect(again.outcome).toBe('created')
  })

  it('M-10 what says the same in other words is found by meaning, and a person decides', async () => {
    const home = await openHome({})
    const older = await home.do('remember', {
      content: 'The frontend team owns the folder src/web.',
    })
    const newer = await home.do('remember', { content: 'src/web belongs to the frontend team.' })
    expect(newer.outcome).toBe('created')
    await catchUp(home)
    const { merges } = await home.do('review list', {})
    expect(merges).toMatchObject([{ newer: { id: newer.id }, older: { id: older.id } }])
    expect(merges[0]?.older.content).toBe('The frontend team owns the folder src/web.')

    const { batch } = await home.do('review accept', { id: newer.id ?? '' })
    const [kept, gone] = await home.engine.store.memories.get([newer.id ?? '', older.id ?? ''])
    expect(gone?.supersededBy).toBe(kept?.id)
    expect((await home.do('review list', {})).merges).toEqual([])

    await home.do('undo', { batch: batch ?? '' })
    await home.do('review reject', { id: [newer.id ?? ''] })
    expect((await home.do('review list', {})).merges).toEqual([])
    const both = await home.engine.store.memories.get([newer.id ?? '', older.id ?? ''])
    expect(both.map(({ supersededBy }) => supersededBy)).toEqual([null, null])
  }, 60_000)

  it('M-10 vectors from before are judged by and by, after what is written now', async () => {
    const home = await openHome({})
    const { store, embedding } = home.engine
    const texts = [
      'The frontend team owns the folder src/web.',
      'src/web belongs to the frontend team.',
    ]
    for (const content of texts) await home.do('remember', { content })
    const made = await embedding.encode(texts, { kind: 'passage' })
    if ('unavailable' in made) throw new Error(made.unavailable)
    const units = (await store.vectors.due('memories', 2)).map((due, at) => {
      const vector = made.encoded[at]?.vector ?? new Float32Array()
      return { ...due, passages: [{ start: 0, end: texts[at]?.length ?? 0, vector }] }
    })
    await store.vectors.put('memories', { id: made.model, dims: made.dims }, units)
    await home.do('remember', { content: 'The billing service is deployed from Frankfurt.' })
    await catchUp(home)
    const merges = (await home.do('review list', {})).merges
    expect(merges).toHaveLength(1)
    expect(await store.notes.get('judged-by-meaning.earlier')).toBe('done')

    const third = await home.do('remember', { content: 'Frankfurt is where billing is deployed.' })
    await catchUp(home)
    const bookmark = await store.notes.get('judged-by-meaning')
    expect(bookmark).toBe(third.id)
  }, 60_000)

  it('M-17 vectors follow a write by themselves', async () => {
    const home = await openHome({})
    const following = followWrites(home.engine, () => {})
    await home.do('remember', { content: 'The importer keeps a checkpoint after each batch.' })
    await expect
      .poll(() => home.engine.store.vectors.backlog('memories'), { timeout: 30_000 })
      .toBe(0)
    await following.close()
  }, 60_000)

  it('J-03 while vectors follow by themselves, a question waits for those of short texts alone', async () => {
    const home = await openHome({})
    for (let n = 0; n < 20; n++)
      await home.do('remember', { content: `The relay ${n} forwards to port ${7000 + n}.` })
    await catchUp(home)
    const endFollowing = home.engine.embedding.follow()
    const due = async () => {
      await home.do('search', { query: 'what does the relay forward to' })
      return home.engine.store.vectors.backlog('memories')
    }
    const long = Array.from({ length: 200 }, (_, n) => `The pump ${n} stands in hall ${n * 3}.`)
    await home.do('remember', { content: long.join(' ') })
    expect(await due()).toBe(1)
    await home.do('remember', { content: 'The kiln is heated by gas.' })
    expect(await due()).toBe(1)
    endFollowing()
  }, 60_000)
})
