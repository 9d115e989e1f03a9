/** Update, forget, undo, erase, expiry, the cap and use: what happens to a memory once it is kept. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { testClock } from '../support/clock.ts'
import { openHome } from '../support/opened-home.ts'

const DAY = 86_400_000

describe('update', () => {
  it('B-06 keeps the prior version, and says what changed', async () => {
    const home = await openHome()
    const made = await home.do('remember', { content: 'The port is 8080.', tags: ['net'] })
    home.clock.advance(1000)
    const done = await home.do('update', { id: made.id ?? '', content: 'The port is 9090.' })
    expect(done.archived).toBe(true)
    expect([...done.changed].sort()).toEqual(['content', 'contentHash', 'description', 'title'])
    expect(done.memory).toMatchObject({
      title: 'The port is 9090',
      description: 'The port is 9090.',
    })
    const { versions } = await home.do('history', { id: made.id ?? '' })
    expect(versions.map(({ snapshot }) => snapshot.content)).toEqual(['The port is 8080.'])
  })

  it('B-06 flags and labels make no version; nothing changed makes no batch', async () => {
    const home = await openHome()
    const made = await home.do('remember', { content: 'A fact.' })
    const tagged = await home.do('update', { id: made.id ?? '', tags: ['new'], importance: 0.9 })
    expect(tagged).toMatchObject({ archived: false, memory: { importance: 0.9, vitality: 0.9 } })
    expect((await home.do('update', { id: made.id ?? '', tags: ['new'] })).batch).toBeNull()
  })

  it('I-02 state=validated sets the flag', async () => {
    const home = await openHome()
    const made = await home.do('remember', { content: 'A fact.' })
    const { memory } = await home.do('update', { id: made.id ?? '', state: 'validated' })
    expect(memory).toMatchObject({ validated: true, state: 'new' })
  })

  it('A-06 B-02 a name or a text of another memory is a conflict that names it', async () => {
    const home = await openHome()
    await home.do('remember', { name: 'one', content: 'About the gateway.' })
    await home.do('remember', { name: 'two', content: 'About the warehouse.' })
    const rename = home.do('update', { id: 'two', name: 'one' })
    await expect(rename).rejects.toMatchObject({ code: 'conflict', message: /called "one"/ })
    const retell = home.do('update', { id: 'two', content: 'About the gateway.' })
    await expect(retell).rejects.toMatchObject({ code: 'conflict', message: /kept as "one"/ })
  })

  it('unknown names name near ones', async () => {
    const home = await openHome()
    await home.do('remember', { name: 'rate-limit', content: 'Ten a second.' })
    const asked = home.do('get', { id: 'rate-limits' })
    await expect(asked).rejects.toMatchObject({
      code: 'not_found',
      hint: 'Did you mean "rate-limit"?',
    })
  })

  it('a memory is found by the beginning of its id', async () => {
    const home = await openHome()
    const made = await home.do('remember', { content: 'A fact.' })
    const { memory } = await home.do('get', { id: (made.id ?? '').slice(0, 20).toLowerCase() })
    expect(memory.id).toBe(made.id)
  })
})

describe('forget', () => {
  it('D-18 out of every result, in the store, and back by undo', async () => {
    const home = await openHome()
    const made = await home.do('remember', { name: 'n', content: 'A needle.' })
    const { forgotten } = await home.do('forget', { id: ['n'] })
    expect(forgotten.map(({ id }) => id)).toEqual([made.id])
    expect((await home.do('search', { query: 'needle' })).hits).toEqual([])
    expect((await home.do('list', {})).memories).toEqual([])
    expect((await home.do('list', { removed: true })).memories).toHaveLength(1)
    expect((await home.stored(made.id)).state).toBe('removed')
    await home.do('undo', {})
    expect((await home.do('search', { query: 'needle' })).hits).toHaveLength(1)
  })

  it('J-13 a dry run forgets nothing, whether by name or by filter', async () => {
    const home = await openHome()
    await home.do('remember', { name: 'n', content: 'A needle.', tags: ['old'] })
    for (const input of [{ id: ['n'] }, { tag: ['old'] }]) {
      const { forgotten, batch } = await home.do('forget', { ...input, dryRun: true })
      expect([forgotten.length, batch]).toEqual([1, null])
    }
    expect((await home.do('list', {})).total).toBe(1)
  })

  it('J-13 by filter, as one batch', async () => {
    const home = await openHome()
    for (const word of ['gateway', 'warehouse', 'checkout']) {
      await home.do('remember', { content: `About the ${word}.`, tags: ['old'] })
    }
    const { forgotten, batch } = await home.do('forget', { tag: ['old'] })
    expect(forgotten).toHaveLength(3)
    await home.do('undo', { batch: batch ?? '' })
    expect((await home.do('list', {})).total).toBe(3)
  })

  it('says which when asked for nothing, or for both', async () => {
    const home = await openHome()
    await expect(home.do('forget', {})).rejects.toMatchObject({ code: 'invalid_input' })
    await expect(home.do('forget', { id: ['x'], tag: ['y'] })).rejects.toMatchObject({
      code: 'invalid_input',
    })
  })
})

describe('undo', () => {
  it('B-07 the last batch, and the one before, and back again', async () => {
    const home = await openHome()
    const made = await home.do('remember', { name: 'n', content: 'First words.' })
    await home.do('update', { id: 'n', content: 'Second words.' })
    const undone = await home.do('undo', {})
    expect(undone.undone.cause).toBe('update')
    expect((await home.stored(made.id)).content).toBe('First words.')
    expect((await home.do('history', { id: 'n' })).versions).toEqual([])
    await home.do('undo', {})
    await expect(home.do('get', { id: 'n' })).rejects.toMatchObject({ code: 'not_found' })
    await expect(home.do('undo', {})).rejects.toMatchObject({ code: 'not_found' })
    await home.do('undo', { id: made.id ?? '' }).catch(() => undefined)
    const { entries } = await home.do('journal', { limit: 100 })
    expect(entries.length).toBeGreaterThan(4)
  })

  it('B-07 undo is itself undoable', async () => {
    const home = await openHome()
    const made = await home.do('remember', { content: 'First words.' })
    const undo = await home.do('undo', {})
    await home.do('undo', { batch: undo.batch ?? '' })
    expect((await home.stored(made.id)).content).toBe('First words.')
    await home.do('undo', {})
    expect(await home.engine.store.memories.count({})).toBe(0)
  })

  it('B-07 the last change of one memory, whatever came after', async () => {
    const home = await openHome()
    const one = await home.do('remember', { name: 'one', content: 'About the gateway.' })
    await home.do('update', { id: 'one', title: 'Changed' })
    await home.do('remember', { content: 'About the warehouse.' })
    await home.do('undo', { id: 'one' })
    expect((await home.stored(one.id)).title).toBe('About the gateway')
    expect(await home.engine.store.memories.count({})).toBe(2)
  })

  it('B-07 a batch that later ones build on is not undone alone', async () => {
    const home = await openHome()
    await home.do('remember', { name: 'one', content: 'About the gateway.' })
    const first = await home.do('update', { id: 'one', title: 'Second' })
    await home.do('update', { id: 'one', title: 'Third' })
    const undo = home.do('undo', { batch: first.batch ?? '' })
    await expect(undo).rejects.toMatchObject({ code: 'conflict', hint: /Undo that first/ })
  })

  it('B-07 what others point at does not vanish under them', async () => {
    const home = await openHome()
    const one = await home.do('remember', { name: 'one', content: 'About the gateway.' })
    await home.do('remember', { name: 'two', content: 'About the warehouse.' })
    await home.do('link', { from: 'one', to: 'two', kind: 'supersedes' })
    const undo = home.do('undo', { batch: one.batch ?? '' })
    await expect(undo).rejects.toMatchObject({ code: 'conflict' })
    expect((await home.do('doctor', {})).healthy).toBe(true)
  })

  it('B-07 a correction is undone whole: the old one surfaces again', async () => {
    const home = await openHome()
    const first = await home.do('remember', { content: 'The API allows 100 requests per minute.' })
    await home.do('remember', { content: 'The API allows 200 requests per minute.' })
    await home.do('undo', {})
    expect((await home.do('list', {})).memories.map(({ id }) => id)).toEqual([first.id])
    expect(await home.engine.store.links.all()).toEqual([])
  })

  it('B-07 who, when and why stand in the journal', async () => {
    const home = await openHome()
    const made = await home.do('remember', { content: 'A fact.' })
    const page = await home.at({ actor: 'page', door: 'page', folder: null })
    await page.do('update', { id: made.id ?? '', importance: 0.1 })
    const { entries } = await home.do('journal', { id: made.id ?? '' })
    expect(entries.map(({ actor, cause, op }) => [actor, cause, op])).toEqual([
      ['page', 'update', 'update'],
      ['cli', 'remember', 'insert'],
    ])
    expect(entries[0]?.before).toMatchObject({ importance: 0.5 })
    expect(entries[0]?.after).toMatchObject({ importance: 0.1 })
    const { entries: mine } = await home.do('journal', { actor: 'cli' })
    expect(mine).toHaveLength(1)
  })
})

describe('erase', () => {
  const SECRET_WORD = 'zanzibarine'

  /** The files under a folder that hold the word. */
  function filesWith(word: string, folder: string): string[] {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .filter((path) => readFileSync(path, 'latin1').includes(word))
  }

  it('B-14 shows what would go, then removes it everywhere, backups too', async () => {
    const home = await openHome()
    await home.do('remember', { name: 'n', content: `About ${SECRET_WORD}.` })
    await home.do('update', { id: 'n', content: `More about ${SECRET_WORD}, with other words.` })
    await home.do('undo', {})
    await home.do('backup', {})
    const shown = await home.do('erase', { id: ['n'] })
    expect(shown).toMatchObject({ erased: false, removed: { memories: 1, backups: 1 } })
    expect(filesWith(SECRET_WORD, home.folder)).not.toEqual([])
    const done = await home.do('erase', { id: ['n'], yes: true })
    expect(done).toMatchObject({ erased: true, removed: { memories: 1, backups: 1 } })
    expect(filesWith(SECRET_WORD, home.folder)).toEqual([])
    await expect(home.do('get', { id: 'n' })).rejects.toMatchObject({ code: 'not_found' })
    expect(
      (await home.do('doctor', {})).findings.filter(({ fix }) => !fix.includes('chmod')),
    ).toEqual([])
  })

  it('B-14 reaches a memory whose making was undone', async () => {
    const home = await openHome()
    const made = await home.do('remember', { content: `About ${SECRET_WORD}.` })
    await home.do('undo', {})
    await home.do('erase', { id: [made.id ?? ''], yes: true })
    expect(filesWith(SECRET_WORD, home.folder)).toEqual([])
  })

  it('B-07 what is erased cannot be undone, and what came before still can', async () => {
    const home = await openHome()
    const kept = await home.do('remember', { name: 'kept', content: 'About the warehouse.' })
    const gone = await home.do('remember', { name: 'gone', content: 'About the gateway.' })
    await home.do('erase', { id: ['gone'], yes: true })
    const undo = home.do('undo', { batch: gone.batch ?? '' })
    await expect(undo).rejects.toMatchObject({ code: 'not_allowed' })
    expect((await home.do('undo', {})).undone.id).toBe(kept.batch)
  })
})

describe('time to live', () => {
  it('B-08 expired memories are out at once, and gone after the purge', async () => {
    const home = await openHome()
    const made = await home.do('remember', { name: 'n', content: 'A needle.', ttlDays: 3 })
    home.clock.advance(3 * DAY - 1)
    expect((await home.do('search', { query: 'needle' })).hits).toHaveLength(1)
    home.clock.advance(1)
    expect((await home.do('search', { query: 'needle' })).hits).toEqual([])
    expect((await home.do('list', {})).memories).toEqual([])
    expect(await home.do('purge-expired', { dryRun: true })).toMatchObject({
      purged: 0,
      ids: [made.id],
    })
    expect(await home.do('purge-expired', {})).toMatchObject({ purged: 1 })
    expect(await home.engine.store.memories.count({})).toBe(0)
    const [tombstone] = await home.engine.store.journal.list({ key: made.id ?? '' }, { limit: 1 })
    expect(tombstone).toMatchObject({ erased: true, before: null, after: null })
  })

  it('B-08 what was stated has none', async () => {
    const home = await openHome()
    const made = await home.do('remember', { content: 'For ever.' })
    expect(await home.stored(made.id)).toMatchObject({ ttlDays: null, expiresAt: null })
  })
})

describe('the cap', () => {
  const words = ['gateway', 'warehouse', 'checkout', 'billing', 'search', 'mailer']

  it('B-09 beyond it the least worth are archived, in one batch with what came', async () => {
    const home = await openHome({ env: { MNEME_STORE_MAX_MEMORIES: '3' } })
    const ids: string[] = []
    for (const [at, word] of words.entries()) {
      const made = await home.do('remember', {
        content: `The ${word} has an owner of its own.`,
        title: `${word} ownership`,
        source: 'observed',
        importance: at === 0 ? 1 : 0.1 * at,
      })
      ids.push(made.id ?? '')
      home.clock.advance(DAY)
    }
    const archived = await home.engine.store.memories.list(
      { archived: true },
      { limit: 10, order: 'id' },
    )
    expect(archived.map(({ id }) => id)).toEqual(ids.slice(1, 4))
    expect((await home.do('list', {})).total).toBe(3)
    await home.do('undo', {})
    expect(await home.engine.store.memories.count({ archived: false })).toBe(3)
  })

  it('B-09 never those that were validated or stated by the user', async () => {
    const home = await openHome({ env: { MNEME_STORE_MAX_MEMORIES: '1' } })
    for (const word of words.slice(0, 3)) {
      await home.do('remember', { content: `The ${word} has an owner.`, title: `${word} owner` })
    }
    expect(await home.engine.store.memories.count({ archived: true })).toBe(0)
    await home.do('remember', { content: 'Seen once.', title: 'Observation', source: 'observed' })
    const [left] = await home.engine.store.memories.list({ archived: true }, { limit: 5 })
    expect(left?.title).toBe('Observation')
  })

  it('B-09 off by default', async () => {
    const home = await openHome()
    expect(home.engine.config.store.maxMemories).toBe(0)
  })
})

describe('use', () => {
  it('B-10 M-16 a get counts; a hit, list, export and history do not', async () => {
    const home = await openHome()
    const made = await home.do('remember', { name: 'n', content: 'A needle.' })
    const count = async () => (await home.stored(made.id)).accessCount
    await home.do('list', {})
    await home.do('export', {})
    await home.do('history', { id: 'n' })
    await home.do('why', { id: 'n' })
    await home.do('timeline', {})
    expect(await count()).toBe(0)
    home.clock.advance(DAY)
    await home.do('search', { query: 'needle' })
    await home.do('get', { id: 'n' })
    expect(await count()).toBe(1)
    expect((await home.stored(made.id)).lastAccessedAt).toBe('2026-01-02T00:00:00.000Z')
    expect(await home.engine.store.journal.list({}, { limit: 9 })).toHaveLength(1)
  })

  it('M-16 being found feeds nothing, however often', async () => {
    const home = await openHome()
    const one = await home.do('remember', { content: 'A needle in the gateway.' })
    const two = await home.do('remember', { content: 'Hay for the warehouse.' })
    for (let time = 0; time < 20; time += 1) {
      await home.do('search', { query: 'needle', limit: 1 })
    }
    await home.do('upkeep run', { job: 'links' })
    expect(await home.stored(one.id)).toMatchObject({ accessCount: 0, strength: 0 })
    expect(await home.stored(two.id)).toMatchObject({ accessCount: 0, strength: 0 })
  })

  it('A-04 a session’s memory lives on for seven days from its last use', async () => {
    const home = await openHome({ session: 's1' })
    const made = await home.do('remember', { content: 'A needle.', scope: 'session' })
    home.clock.advance(6 * DAY)
    expect((await home.do('search', { query: 'needle' })).hits).toHaveLength(1)
    await home.do('get', { id: made.id ?? '' })
    home.clock.advance(6 * DAY)
    expect((await home.do('search', { query: 'needle' })).hits).toHaveLength(1)
    await home.do('get', { id: made.id ?? '' })
    home.clock.advance(7 * DAY)
    expect((await home.do('search', { query: 'needle' })).hits).toEqual([])
    expect((await home.stored(made.id)).expiresAt).toBe('2026-01-20T00:00:00.000Z')
  })
})

describe('backup and restore', () => {
  it('B-15 brings a state back, and the one before the restore can be brought back too', async () => {
    const home = await openHome()
    await home.do('remember', { name: 'one', content: 'About the gateway.' })
    const { backup } = await home.do('backup', {})
    home.clock.advance(1000)
    await home.do('remember', { name: 'two', content: 'About the warehouse.' })
    const { before } = await home.do('restore', { from: backup.path })
    expect((await home.do('list', {})).total).toBe(1)
    await home.do('restore', { from: before ?? '' })
    expect((await home.do('list', {})).total).toBe(2)
    expect((await home.do('restore', { list: true })).backups.length).toBeGreaterThanOrEqual(2)
  })

  it('B-15 what is no backup is left alone', async () => {
    const home = await openHome()
    await home.do('remember', { content: 'About the gateway.' })
    await expect(home.do('restore', { from: 'nothing.db' })).rejects.toMatchObject({
      code: 'not_found',
    })
    await expect(home.do('restore', {})).rejects.toMatchObject({ code: 'invalid_input' })
    const own = new URL(import.meta.url).pathname
    await expect(home.do('restore', { from: own })).rejects.toMatchObject({ code: 'store_corrupt' })
    expect((await home.do('list', {})).total).toBe(1)
  })
})

describe('undo, by whom and where', () => {
  it('B-07 undoes the caller’s own last change in this project, and names what it undoes', async () => {
    const home = await openHome()
    const shop = await home.at({ folder: home.projectFolder('shop') })
    const blog = await home.at({ folder: home.projectFolder('blog') })
    const page = await home.at({ door: 'page', actor: 'page', folder: home.projectFolder('shop') })
    const mine = await shop.do('remember', { content: 'The shop ships on Mondays.' })
    const theirs = await page.do('remember', { content: 'The shop opens at nine.' })
    const other = await blog.do('remember', { content: 'The blog is built with Hugo.' })

    const look = await shop.do('undo', { dryRun: true })
    expect(look).toMatchObject({
      dryRun: true,
      batch: null,
      memories: [{ id: mine.id, title: 'The shop ships on Mondays', becomes: 'removed' }],
    })
    expect((await shop.stored(mine.id)).content).toBe('The shop ships on Mondays.')

    const done = await shop.do('undo', {})
    expect(done.memories.map(({ id }) => id)).toEqual([mine.id])
    await expect(shop.stored(mine.id)).rejects.toThrow()
    await expect(shop.do('undo', {})).rejects.toMatchObject({ code: 'not_found' })
    expect((await shop.do('undo', { anyone: true, dryRun: true })).memories).toMatchObject([
      { id: theirs.id },
    ])
    expect((await shop.do('undo', { everywhere: true, dryRun: true })).memories).toMatchObject([
      { id: other.id },
    ])
  })

  it('M-02 an agent does not undo what a person did', async () => {
    const home = await openHome()
    const made = await home.do('remember', { content: 'Deploys wait for a green build.' })
    const agent = await home.at({ door: 'mcp', actor: 'mcp:agent', folder: null })
    for (const input of [{ batch: made.batch ?? '' }, { id: made.id ?? '' }, { anyone: true }]) {
      await expect(agent.do('undo', input)).rejects.toMatchObject({ code: 'not_allowed' })
    }
    await expect(agent.do('undo', {})).rejects.toMatchObject({ code: 'not_found' })
  })
})

describe('forget --from', () => {
  it('M-07, K-12 a session, a file, a page and an import each go as one, and come back as one', async () => {
    const home = await openHome()
    const inSession = await home.at({ session: 'poisoned', folder: null })
    const url = 'https://example.com/setup'
    const made = {
      url: await home.do('remember', { content: `Looked up: setup (${url})`, origin: 'web' }),
      file: await home.do('remember', {
        content: 'The README says tabs.',
        origin: 'file',
        files: ['/shop/README.md'],
      }),
      other: await home.do('remember', {
        content: 'Read while looking at the README.',
        files: ['/shop/README.md'],
      }),
    }
    const said = await inSession.do('remember', { content: 'Said in the session.' })
    const remaining = async () =>
      (await home.do('list', { limit: 50 })).memories.map(({ id }) => id).sort()
    const all = await remaining()

    for (const [from, gone] of [
      [url, made.url.id],
      ['/shop/README.md', made.file.id],
    ] as const) {
      const look = await home.do('forget', { from, dryRun: true })
      expect(look.forgotten.map(({ id }) => id)).toEqual([gone])
      expect(await remaining()).toEqual(all)
      const { batch } = await home.do('forget', { from })
      expect(await remaining()).toEqual(all.filter((id) => id !== gone))
      await home.do('undo', { batch: batch ?? '' })
      expect(await remaining()).toEqual(all)
    }
    expect(said.outcome).toBe('created')

    const { lines } = await home.do('export', {})
    const elsewhere = await openHome({ clock: testClock(undefined, 7) })
    const { batches } = await elsewhere.do('import', { text: lines.join('\n') })
    const { forgotten, batch } = await elsewhere.do('forget', { from: batches[0] ?? '' })
    expect(forgotten).toHaveLength(all.length)
    await elsewhere.do('undo', { batch: batch ?? '' })
    expect((await elsewhere.do('list', { limit: 50 })).memories).toHaveLength(all.length)
  })

  it('M-02 an agent that forgets a source only proposes to forget what a person said in it', async () => {
    const home = await openHome()
    await home.do('remember', { content: 'The page says blue.', origin: 'web', name: 'blue' })
    const url = 'https://example.com/a'
    await home.do('remember', { content: `Seen at ${url}`, origin: 'web', name: 'seen' })
    await home.do('validate', { id: 'seen' })
    const agent = await home.at({ door: 'mcp', actor: 'mcp:agent', folder: null })
    const { forgotten, proposed } = await agent.do('forget', { from: url })
    expect(forgotten).toEqual([])
    expect(proposed.map(({ name }) => name)).toEqual(['seen'])
  })
})
