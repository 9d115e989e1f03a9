/** Finding by words: every query is answered, best first, with the passage that matched. */
import { describe, expect, it } from 'vitest'
import type { MemoryFilter } from '../../src/store/filter.ts'
import type { Store } from '../../src/store/store.ts'
import { memoryWith } from '../support/memory.ts'
import { applyTo, inserted, updated } from './changes.ts'
import { findExpression, findWords } from './finding.ts'

const HOSTILE = [
  '"',
  '""',
  'tea AND',
  'NEAR(',
  'NEAR("a" "b"',
  '*',
  '^',
  ')(',
  'a:b',
  '{head} : x',
  'head : x',
  'nosuchcolumn : x',
  '- x',
  'x + ',
  "'; DROP TABLE memory; --",
  '\u0000',
  '\ud800',
  '🎉',
  'AND OR NOT',
  'rank:x',
  `${'a '.repeat(5000)}`,
  '"'.repeat(1001),
  '('.repeat(500),
].map((text) => ({ shown: JSON.stringify(text).slice(0, 30), text }))

export function itFindsWords(store: () => Store): void {
  const terms = async (words: readonly string[], filter: MemoryFilter = {}, limit = 10) => {
    return (await findWords(store(), words, filter, limit)).map((hit) => hit.id)
  }
  const raw = (expression: string) => findExpression(store(), expression)

  it('D-01 finds by title, content, tags, name and type', async () => {
    const memory = memoryWith({
      title: 'Rate limits',
      content: 'A hundred requests a minute.',
      tags: ['throttling'],
      name: 'api-quota',
      type: 'architecture',
      description: 'ceilings',
      subtitle: 'overview',
    })
    await applyTo(store(), inserted(memory, memoryWith({ content: 'Unrelated.' })))
    for (const word of [
      'rate',
      'minute',
      'throttling',
      'quota',
      'architecture',
      'ceilings',
      'overview',
    ]) {
      expect(await terms([word]), word).toEqual([memory.id])
    }
  })

  it('D-01 words meet by their stem', async () => {
    const memory = memoryWith({ content: 'Deploying takes two connections.' })
    await applyTo(store(), inserted(memory))
    for (const word of ['deploy', 'deployed', 'connection', 'connecting']) {
      expect(await terms([word]), word).toEqual([memory.id])
    }
  })

  it('D-01 a word in the title outweighs the same word in the body', async () => {
    const body = memoryWith({ title: 'Cache notes', content: 'The gateway is here.' })
    const title = memoryWith({ title: 'Gateway notes', content: 'The cache is here.' })
    await applyTo(store(), inserted(body, title))
    expect(await terms(['gateway'])).toEqual([title.id, body.id])
  })

  it('D-01 any of the words will do, those that hold more of them first', async () => {
    const both = memoryWith({ content: 'Redis holds the queue.' })
    const one = memoryWith({ content: 'Redis is fast.' })
    await applyTo(store(), inserted(both, one))
    expect(await terms(['redis', 'queue'])).toEqual([both.id, one.id])
  })

  it('scores fall, ties go by the order of writing', async () => {
    const twins = [1, 2, 3].map((at) =>
      memoryWith({
        project: `p${at}`,
        title: 'Same title',
        name: 'same',
        content: 'The same text.',
      }),
    )
    await applyTo(store(), inserted(...[...twins].reverse()))
    expect(await terms(['text'])).toEqual(twins.map(({ id }) => id).reverse())
    const hits = (await raw('same OR text')) ?? []
    for (const [at, hit] of hits.entries()) {
      expect(hit.score).toBeGreaterThan(0)
      expect(hit.score).toBeLessThanOrEqual(hits[at - 1]?.score ?? Number.POSITIVE_INFINITY)
    }
  })

  it('D-10 phrases and operators, as a person types them', async () => {
    const memory = memoryWith({ title: 'x', content: 'We deploy on Friday evening.' })
    await applyTo(store(), inserted(memory))
    for (const [expression, found] of [
      ['"Friday evening"', true],
      ['"evening Friday"', false],
      ['friday AND deploy', true],
      ['friday NOT deploy', false],
      ['monday OR friday', true],
      ['fri*', true],
    ] as const) {
      expect((await raw(expression))?.length, expression).toBe(found ? 1 : 0)
    }
  })

  it.each(HOSTILE)('D-10 takes $shown as an expression', async ({ text: expression }) => {
    await applyTo(store(), inserted(memoryWith()))
    const hits = await raw(expression)
    expect(hits === null || Array.isArray(hits)).toBe(true)
  })

  it.each(['tea AND', 'NEAR(', '"', ')(', 'nosuchcolumn : x'])(
    'D-10 %j cannot be parsed, which is no error',
    async (expression) => {
      await applyTo(store(), inserted(memoryWith()))
      expect(await raw(expression)).toBeNull()
    },
  )

  it.each(HOSTILE)('D-10 any terms are a valid query: $shown', async ({ text: term }) => {
    await applyTo(store(), inserted(memoryWith()))
    expect(await findWords(store(), [term], {}, 5)).toBeInstanceOf(Array)
  })

  it('nothing asked is nothing found', async () => {
    await applyTo(store(), inserted(memoryWith()))
    expect(await terms([])).toEqual([])
    expect(await terms([''])).toEqual([])
    expect(await raw('  ')).toEqual([])
    expect(await terms(['build'], {}, 0)).toEqual([])
  })

  it.each([
    ['データベースの接続が遅い', 'データベース', '接続'],
    ['数据库连接超时需要重试', '超时', '连接'],
    ['데이터베이스 연결 시간 초과', '데이터베이스', '연결'],
    ['ฐานข้อมูลช้ามาก', 'ข้อมูล', 'ช้า'],
  ])('D-19 words of scripts without spaces: %s', async (content, ...words) => {
    const memory = memoryWith({ content })
    await applyTo(store(), inserted(memory, memoryWith({ content: 'Latin only.' })))
    for (const word of words) expect(await terms([word]), word).toEqual([memory.id])
  })

  it.each([
    ['Новый ёж живёт в лесу', 'новый', 'ёж', 'живёт'],
    ['Ο φάκελος είναι εδώ', 'φάκελος', 'ΦΆΚΕΛΟΣ', 'είναι'],
    ['Đường dẫn của tệp tin ở đây', 'dẫn', 'tệp'],
    ['Die Größe der Übersicht', 'größe', 'ubersicht'],
    ['데이터베이스 연결이 끊겼다', '연결이', '끊겼다'],
    ['ガードの設定をデプロイする', 'ガード', 'デプロイ'],
  ])('D-19 letters with marks in any script: %s', async (content, ...words) => {
    const memory = memoryWith({ content })
    await applyTo(store(), inserted(memory, memoryWith({ content: 'Something else.' })))
    for (const word of words) expect(await terms([word]), word).toEqual([memory.id])
  })

  it('D-19 mixed scripts, and the parts of identifiers', async () => {
    const memory = memoryWith({ content: 'getUserName は user_id を返す。' })
    await applyTo(store(), inserted(memory))
    for (const word of ['getUserName', 'user', 'name', '返す', 'user_id']) {
      expect(await terms([word]), word).toEqual([memory.id])
    }
  })

  it('D-01 a long memory gives its best passage, once', async () => {
    const filler = Array.from(
      { length: 60 },
      (_, at) => `Sentence ${at} speaks of ordinary things.`,
    )
    const needle = 'The needle is buried in this very sentence.'
    const content = [...filler, needle, ...filler].join('\n\n')
    const memory = memoryWith({ title: 'Long', content })
    await applyTo(store(), inserted(memory))
    const hits = await findWords(store(), ['needle'], {}, 5)
    expect(hits).toHaveLength(1)
    const [hit] = hits
    expect(content.slice(hit?.start, hit?.end)).toContain(needle)
    expect((hit?.end ?? 0) - (hit?.start ?? 0)).toBeLessThan(2000)
    expect(await terms(['sentence', 'ordinary'])).toEqual([memory.id])
  })

  it('D-18 what is forgotten is not found, and is found again when it comes back', async () => {
    const memory = memoryWith({ content: 'A needle.' })
    await applyTo(store(), inserted(memory))
    await applyTo(store(), [updated(memory.id, { state: 'removed' })])
    expect(await terms(['needle'])).toEqual([])
    await applyTo(store(), [updated(memory.id, { state: 'new' })])
    expect(await terms(['needle'])).toEqual([memory.id])
  })

  it('a changed memory is found by its new words alone', async () => {
    const memory = memoryWith({ title: 'x', content: 'About needles.', tags: ['steel'] })
    await applyTo(store(), inserted(memory))
    await applyTo(store(), [updated(memory.id, { content: 'About threads.', tags: [] })])
    expect(await terms(['needles', 'steel'])).toEqual([])
    expect(await terms(['threads'])).toEqual([memory.id])
  })

  it('A-04 sees global, the project and the session of whoever asks', async () => {
    const places = {
      global: { scope: 'global', project: null },
      here: { project: 'a' },
      there: { project: 'b' },
      mine: { scope: 'session', project: 'a', session: 's1' },
      yours: { scope: 'session', project: 'a', session: 's2' },
    } as const
    const rows = Object.entries(places).map(([name, change]) =>
      memoryWith({ name, content: `A needle, ${name}.`, ...change }),
    )
    await applyTo(store(), inserted(...rows))
    const seen = async (project: string | null, session: string | null) => {
      const ids = await terms(['needle'], { visibleTo: { project, session } })
      return (await store().memories.get(ids)).map(({ name }) => name).sort()
    }
    expect(await seen(null, null)).toEqual(['global'])
    expect(await seen('a', null)).toEqual(['global', 'here'])
    expect(await seen('a', 's1')).toEqual(['global', 'here', 'mine'])
    expect(await seen('b', 's2')).toEqual(['global', 'there', 'yours'])
    expect(await terms(['needle'])).toHaveLength(5)
  })

  it('A-04 a memory that moves to another project is found there alone', async () => {
    const memory = memoryWith({ project: 'a', content: 'A needle.' })
    await applyTo(store(), inserted(memory, memoryWith({ project: 'b', content: 'Hay.' })))
    await applyTo(store(), [updated(memory.id, { project: 'b' })])
    expect(await terms(['needle'], { visibleTo: { project: 'a', session: null } })).toEqual([])
    expect(await terms(['needle'], { visibleTo: { project: 'b', session: null } })).toEqual([
      memory.id,
    ])
  })

  it('D-07 a filter that few pass is still filled from far down the ranking', async () => {
    const rows = Array.from({ length: 300 }, (_, at) =>
      memoryWith({ content: `A needle among needles, number ${at}.`, title: 'needle needle' }),
    )
    const rare = memoryWith({
      content: 'Long text with one needle.',
      title: 'rare',
      tags: ['rare'],
    })
    await applyTo(store(), inserted(...rows, rare))
    expect(await terms(['needle'], { tags: ['rare'] }, 3)).toEqual([rare.id])
    expect(await terms(['needle'], {}, 3)).toHaveLength(3)
  })

  describe('near-duplicates', () => {
    const place = { scope: 'project', project: 'project-a', session: null } as const
    const words = (text: string) => text.toLowerCase().match(/\p{L}+/gu) ?? []
    const sharing = async (text: string, limit = 5) => {
      const found = await store().text.sharingWords(place, words(text), { share: 0.5, limit })
      return found.map(({ content }) => content)
    }
    const filler = Array.from({ length: 150 }, (_, at) =>
      memoryWith({
        content: `Use tabs and spaces in module number ${at}, as agreed.`,
        title: `Module ${at}`,
      }),
    )

    it('B-03 those that share the most come first', async () => {
      const wanted = memoryWith({
        content: 'The checkout service retries payments thrice.',
        title: 'x',
      })
      const partly = memoryWith({ content: 'The checkout page is slow.', title: 'y' })
      await applyTo(store(), inserted(...filler, partly, wanted))
      const found = await sharing('The checkout service retries payments twice.')
      expect(found[0]).toBe(wanted.content)
      expect(found).not.toContain(filler[0]?.content)
    })

    it('B-03 also when every word is common', async () => {
      await applyTo(store(), inserted(...filler))
      const wanted = memoryWith({ content: 'Tabs number as spaces.', title: 'z' })
      await applyTo(store(), inserted(wanted))
      expect(await sharing('tabs number as spaces', 100)).toContain(wanted.content)
    })

    it('B-03 only of that place, and neither forgotten nor superseded ones', async () => {
      const content = 'The checkout service retries payments.'
      const rows = [
        memoryWith({ content, project: 'project-b' }),
        memoryWith({ content, scope: 'global', project: null }),
        memoryWith({ content, state: 'removed' }),
        memoryWith({ content, supersededBy: 'x' }),
      ]
      await applyTo(store(), inserted(...rows))
      expect(await sharing(content)).toEqual([])
      const alive = memoryWith({ content })
      await applyTo(store(), inserted(alive))
      expect(await sharing(content)).toEqual([content])
    })

    it('B-03 never more than asked for, and nothing for nothing', async () => {
      await applyTo(store(), inserted(...filler))
      expect((await sharing('tabs spaces module agreed', 3)).length).toBeLessThanOrEqual(3)
      expect(await sharing('')).toEqual([])
      expect(
        await store().text.sharingWords(
          place,
          HOSTILE.map(({ text }) => text),
          { share: 0.5, limit: 3 },
        ),
      ).toBeInstanceOf(Array)
    })

    it('B-05 those that hold all of some words and one of others, the newest first', async () => {
      const memories = [
        'Billing-api runs in region eu-west-1.',
        'The region of billing-api is eu-west-1.',
        'The database of billing-api is SQLite.',
        'The region of mail-parser is eu-west-1.',
      ].map((content, at) => memoryWith({ content, title: `Fact ${at}` }))
      await applyTo(store(), inserted(...filler, ...memories))
      const holding = async (words: string[], any: string[] = [], limit = 5) => {
        const about = { each: words.map((word) => word.split('|')), any }
        return (await store().text.holdingWords(place, about, limit)).map(({ title }) => title)
      }
      expect(await holding(['billing', 'api'], ['regions'])).toEqual(['Fact 1', 'Fact 0'])
      expect(await holding(['billing', 'api'])).toEqual(['Fact 2', 'Fact 1', 'Fact 0'])
      expect(await holding(['billing', 'api'], [], 1)).toEqual(['Fact 2'])
      expect(await holding(['billing|mail', 'api|parser'], ['region'])).toEqual([
        'Fact 3',
        'Fact 1',
        'Fact 0',
      ])
      const nothing = { each: [['billing']], exceptTypes: ['fact'] }
      expect(await store().text.holdingWords(place, nothing, 5)).toEqual([])
      expect(await holding(['billing', 'parser'])).toEqual([])
      expect(await holding([], ['region'])).toEqual([])
      const hostile = HOSTILE.map(({ text }) => text)
      expect(await holding(hostile, hostile)).toEqual([])
    })
  })

  describe('tokens of passages', () => {
    const MODEL = { id: 'model', dims: 8 }
    const vector = Float32Array.from([1, 0, 0, 0, 0, 0, 0, 0])

    it('M-30 the signs of tokens are kept with the vector, with their session, and go with it', async () => {
      const kept = memoryWith({ content: 'Deploys go out on Friday.' })
      const memory = { ...kept, provenance: { ...kept.provenance, session: 'session-1' } }
      const bare = memoryWith({ content: 'Jobs wait in a queue.' })
      await applyTo(store(), inserted(memory, bare))
      const due = await store().vectors.due('memories', 10)
      const units = await store().memories.unitsOf([memory.id, bare.id])
      const unit = units.get(memory.id) as number
      expect(await store().vectors.hasAny('memories')).toBe(false)
      const signs = Uint8Array.from([1, 2, 3])
      const passages = [
        { start: 0, end: 10, vector, signs },
        { start: 10, end: 25, vector, signs: Uint8Array.from([255]) },
      ]
      await store().vectors.put(
        'memories',
        MODEL,
        due.map((each) => ({
          ...each,
          passages: each.unit === unit ? passages : [{ start: 0, end: 5, vector }],
        })),
      )
      const { recall, vectors } = store()
      expect(await vectors.hasAny('memories')).toBe(true)
      expect(await vectors.hasAny('messages')).toBe(false)
      const asked = [...units.values()]
      const found = (await recall.tokenSigns?.(MODEL.id, asked)) ?? []
      expect(found.map((each) => ({ ...each, signs: [...each.signs] }))).toEqual([
        { unit, start: 0, end: 10, session: 'session-1', signs: [1, 2, 3] },
        { unit, start: 10, end: 25, session: 'session-1', signs: [255] },
      ])
      expect(await recall.tokenSigns?.('another', asked)).toEqual([])
      const moved = await vectors.of('memories', MODEL.id, [unit])
      expect(moved.map((each) => [...(each.signs ?? [])])).toEqual([[1, 2, 3], [255]])
      await applyTo(store(), [updated(memory.id, { content: 'Deploys go out on Monday.' })])
      expect(await recall.tokenSigns?.(MODEL.id, asked)).toEqual([])
    })
  })
}
