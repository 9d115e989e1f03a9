import { mkdirSync, symlinkSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { readConfig } from '../../src/config/read.ts'
import { contextSettings } from '../../src/config/schema.ts'
import { defaultSettings } from '../../src/config/settings.ts'
import { MnemeError } from '../../src/errors.ts'
import { fc } from '../support/property.ts'
import { temporaryFolder } from './folder.ts'

const { at, write } = temporaryFolder()
let count = 0

interface Given {
  readonly home?: string
  readonly repo?: string
  readonly env?: Record<string, string>
}

async function read({ home, repo, env = {} }: Given) {
  const root = `case${count++}`
  if (home !== undefined) write(`${root}/home/config.toml`, home)
  mkdirSync(at(root, 'repo'), { recursive: true })
  if (repo !== undefined) write(`${root}/repo/.mneme/config.toml`, repo)
  return readConfig({ home: at(root, 'home'), repo: at(root, 'repo'), env })
}

async function failure(given: Given): Promise<MnemeError> {
  const thrown = await read(given).then(
    () => null,
    (error: unknown) => error,
  )
  if (!(thrown instanceof MnemeError)) throw new Error(`expected a MnemeError, got ${thrown}`)
  expect(thrown.code).toBe('bad_config')
  return thrown
}

describe('layers', () => {
  it('J-11 with no file and no variable the shared defaults are the answer', async () => {
    const config = await read({ env: { PATH: '/bin', MNEME_HOME: '/x', MNEME_NO_DAEMON: '1' } })
    expect(config.settings).toBe(defaultSettings())
    expect(config.warnings).toEqual([])
  })

  it('J-11 environment over repository over home over defaults, key by key', async () => {
    const home = '[retrieval]\ntop_k = 1\nlimit = 1\nmax_bytes = 1\n'
    const repo = '[retrieval]\n\nlimit = 2\n'
    const config = await read({ home, repo, env: { MNEME_RETRIEVAL_TOP_K: '3' } })
    expect(config.settings.retrieval).toMatchObject({
      topK: 3,
      limit: 2,
      maxBytes: 1,
      strategy: 'auto',
    })
    expect(config.sources.get('retrieval.top_k')).toBe('MNEME_RETRIEVAL_TOP_K')
    expect(config.sources.get('retrieval.limit')).toMatch(/repo.\.mneme.config\.toml:3$/)
    expect(config.sources.get('retrieval.max_bytes')).toMatch(/home.config\.toml:4$/)
    expect(config.sources.has('retrieval.strategy')).toBe(false)
  })

  it('M-52 a file of another memory system is taken as it is, with a notice of our names', async () => {
    const home = `[ai.features]
memory_extraction = false
[scheduler.ranking]
enabled = true
interval_hours = 6
batch_size = 400
[scheduler.duplicate_cleanup]
interval_hours = 24
similarity_threshold = 0.75
batch_size = 400
[scheduler.embedding_refresh]
interval_hours = 12
[scheduler.skill_cleanup]
interval_hours = 24
[retrieval]
top_k = 10
max_bytes = 24000
min_score = 0.0
strategy = "auto"
embedding_model = "all-minilm"
semantic_weight = 0.4
[tool.letsgo.memory]
max_memories = 900
default_ttl_days = 91
memorability_threshold = 0.31
compression_min_age_days = 8
consolidation_decay_rate = 0.06
token_budget = 1900
max_inject_count = 4
`
    const { settings, warnings } = await read({ home })
    expect(settings.store.maxMemories).toBe(900)
    expect(settings.memory.ttlDaysObserved).toBe(91)
    expect(settings.capture.memorability.gate).toBe(0.31)
    expect(settings.ranking.compression.minAgeDays).toBe(8)
    expect(settings.ranking.consolidation.decayRate).toBe(0.06)
    expect(settings.context.tailTokens).toBe(1900)
    expect(settings.context.bodies).toBe(4)
    expect(warnings.filter((each) => /tool\.letsgo/.test(each))).toHaveLength(7)
    expect(settings.capture.messages).toBe(false)
    expect(settings.scheduler.batchSize).toBe(400)
    expect(settings.embed.model).toBe('all-minilm')
    expect(warnings.join('\n')).toContain(
      'scheduler.ranking.batch_size is called tuning.scheduler.batch_size here',
    )
  })

  it('J-11 a key under its name of version 0.1 counts, with a notice of the present one', async () => {
    const home = '[ranking]\nrecency_days = 60\n[recall.floor]\nwords = 0.25\n'
    const config = await read({ home, env: { MNEME_GRAPH_LINKS_RATE: '0.5' } })
    expect(config.settings.ranking.recencyDays).toBe(60)
    expect(config.settings.recall.floor.words).toBe(0.25)
    expect(config.settings.graph.links.rate).toBe(0.5)
    expect(config.sources.get('tuning.ranking.recency_days')).toMatch(/config\.toml:2$/)
    expect(config.warnings.join('\n')).toContain(
      'ranking.recency_days is called tuning.ranking.recency_days now',
    )
    expect(config.warnings.join('\n')).toContain(
      'recall.floor.words is called tuning.retrieval.match.floor.words now',
    )
    expect(config.warnings.join('\n')).toContain(
      'MNEME_GRAPH_LINKS_RATE is called MNEME_TUNING_GRAPH_LINKS_RATE now',
    )
  })

  it('J-11 what is no longer a setting is ignored, with a notice', async () => {
    const home = '[tuning.passages]\nmax_characters = 400\n[tuning.retrieval.match.bm25]\nk1 = 2\n'
    const { warnings } = await read({ home })
    expect(warnings.join('\n')).toContain('tuning.passages is no longer a setting')
    expect(warnings.join('\n')).toContain('tuning.retrieval.match.bm25 is no longer a setting')
  })

  it('J-11 a key under both its names has the value of the present one', async () => {
    const home = '[tuning.ranking]\nrecency_days = 30\n[ranking]\nrecency_days = 60\n'
    expect((await read({ home })).settings.ranking.recencyDays).toBe(30)
  })

  it('J-11 sections inside sections are keys like any other', async () => {
    const home = '[ranking]\naccess_weight = 0.5\n[ranking.decay]\ninferred_days = 3\n'
    const config = await read({ home, env: { MNEME_GRAPH_CASCADE_MAX_DEPTH: '1' } })
    expect(config.settings.ranking.accessWeight).toBe(0.5)
    expect(config.settings.ranking.decay).toEqual({ useFactor: 0.1, inferredDays: 3 })
    expect(config.settings.graph.cascade.maxDepth).toBe(1)
  })

  it('H-03 the context takes its candidates and bytes from retrieval', async () => {
    const { settings } = await read({ home: '[retrieval]\ntop_k = 4\nmax_bytes = 5000' })
    expect(contextSettings(settings)).toMatchObject({ topK: 4, maxBytes: 5000, bodies: 5 })
  })

  it('J-11 what was read cannot be changed', async () => {
    const { settings } = await read({ home: '[permissions]\nallow = ["Memory(*)"]' })
    expect(settings.permissions.allow).toEqual(['Memory(*)'])
    expect(() => Object.assign(settings.retrieval, { topK: 7 })).toThrow()
  })

  it('J-11 an empty file, a byte order mark and Windows line ends are fine', async () => {
    expect((await read({ home: '' })).settings).toEqual(defaultSettings())
    const marked = await read({ home: '\ufeff[http]\r\nport = 1\r\n' })
    expect(marked.settings.http.port).toBe(1)
  })

  it('J-11 an empty variable is not set, and a wrong one is named with the right one', async () => {
    const env = { MNEME_HTTP_PORT: ' ', MNEME_RETRIEVAL_TOPK: '5' }
    const config = await read({ env })
    expect(config.settings.http.port).toBe(19_420)
    expect(config.warnings).toEqual([
      'MNEME_RETRIEVAL_TOPK is not a setting and was ignored; did you mean MNEME_RETRIEVAL_TOP_K?',
    ])
  })
})

describe('problems', () => {
  it.each([
    {
      why: 'broken TOML, by line and column',
      home: '[http]\nport = \n',
      says: /config\.toml:2:8: not valid TOML: \w+/,
    },
    {
      why: 'an unknown key, with the nearest',
      home: '# mine\n[retrieval]\ntopk = 5\n',
      says: /config\.toml:3: there is no key "retrieval\.topk"; did you mean "retrieval\.top_k"\?$/,
    },
    {
      why: 'an unknown section',
      home: '[retreival]\ntop_k = 5\n',
      says: /config\.toml:1: there is no key "retreival"/,
    },
    {
      why: 'a wrong type',
      home: '[retrieval]\n\ntop_k = "ten"\n',
      says: /config\.toml:3: retrieval\.top_k must be a whole number from 1 to 1000; found the text "ten"$/,
    },
    {
      why: 'a number out of range',
      home: 'http.port = 70000',
      says: /config\.toml:1: http\.port must be a whole number from 0 to 65535; found the number 70000$/,
    },
    {
      why: 'one item of a list',
      home: '[permissions]\ndeny = ["a", 7]',
      says: /permissions\.deny must be a list of text; found the number 7 \(at 1\)$/,
    },
    {
      why: 'a value where a section belongs',
      home: 'retrieval = 5',
      says: /config\.toml:1: retrieval is a section, and the number 5 was found$/,
    },
    {
      why: 'a section where a value belongs',
      home: '[retrieval.top_k]\nx = 1',
      says: /config\.toml:1: retrieval\.top_k must be a whole number .*; found a table$/,
    },
    {
      why: 'text of the wrong form',
      home: 'embed.api_key_env = "not a name"',
      says: /embed\.api_key_env must be text; found the text "not a name" \(.+\)$/,
    },
    {
      why: 'a key deeper down',
      home: '[ranking.decay]\nuse_facto = 1',
      says: /config\.toml:2: there is no key "ranking\.decay\.use_facto"; did you mean "tuning\.ranking\.decay\.use_factor"\?$/,
    },
    { why: 'a date', home: 'http.port = 1979-05-27', says: /found a date$/ },
    { why: 'not a number', home: 'retrieval.min_score = nan', says: /found the number NaN$/ },
    { why: 'a name of JavaScript', home: '__proto__ = 1', says: /there is no key "__proto__"/ },
  ])('J-11 names $why', async ({ home, says }) => {
    expect((await failure({ home })).message).toMatch(says)
  })

  it('J-11 names all of them at once', async () => {
    const { message } = await failure({ home: 'a = 1\n[http]\nport = "x"\nhst = "y"\n' })
    expect(message.split('\n').map((line) => /config\.toml:(\d)/.exec(line)?.[1])).toEqual([
      '1',
      '4',
      '3',
    ])
  })

  it('J-11 a variable of the wrong type is named', async () => {
    expect((await failure({ env: { MNEME_HTTP_PORT: 'many' } })).message).toBe(
      'MNEME_HTTP_PORT: http.port must be a whole number from 0 to 65535; found the text "many"',
    )
  })

  it('J-11 a value that may hold a password is not repeated', async () => {
    const { message } = await failure({ home: 'store.url = ["postgres://ada:hunter2@db/x"]' })
    expect(message).toContain('store.url must be text')
    expect(message).not.toContain('hunter2')
    const broken = await failure({ home: 'store.url = "postgres://ada:hunter2@db/x' })
    expect(broken.message).not.toContain('hunter2')
  })

  it('J-11 a folder in the place of the file, and bytes that are no text', async () => {
    mkdirSync(at('odd/config.toml'), { recursive: true })
    await expect(readConfig({ home: at('odd'), env: {} })).rejects.toThrow('is not a file')
    write('bytes/config.toml', new Uint8Array([0x61, 0x3d, 0xff, 0xfe]))
    await expect(readConfig({ home: at('bytes'), env: {} })).rejects.toThrow('is not UTF-8 text')
  })

  it.each([
    { why: 'broken text', repo: '[memory]\nenabled = fals', says: /:2:11:/ },
    { why: 'a key nobody has', repo: 'nonsense = 1', says: /nonsense/ },
    { why: 'a value of another kind', repo: 'retrieval.limit = "ten"', says: /retrieval\.limit/ },
    { why: 'bytes that are no text', repo: '\ud800 = [', says: /config\.toml/ },
  ])('M-06 a repository’s file with $why is ignored with one warning', async ({ repo, says }) => {
    const config = await read({ repo: `${repo}\n` })
    expect(config.settings).toEqual(defaultSettings())
    expect(config.warnings).toHaveLength(1)
    expect(config.warnings[0]).toMatch(says)
    expect(config.warnings[0]).toMatch(/settings are ignored$/)
  })
})

describe('a repository', () => {
  it.each([
    { why: 'a provider', repo: 'model.provider = "openai"', key: 'model.provider' },
    { why: 'an address', repo: 'http.host = "0.0.0.0"', key: 'http.host' },
    { why: 'a store', repo: 'store.url = "postgres://evil/x"', key: 'store.url' },
    { why: 'a permission', repo: 'permissions.allow = ["Memory(*)"]', key: 'permissions.allow' },
    {
      why: 'an end of journals',
      repo: 'retention.journal_days = 1',
      key: 'retention.journal_days',
    },
    { why: 'room for a prompt', repo: 'retrieval.max_bytes = 1', key: 'retrieval.max_bytes' },
    { why: 'memory on', repo: 'memory.enabled = true', key: 'memory.enabled' },
    {
      why: 'an outside path',
      repo: 'privacy.excluded_paths = ["../x"]',
      key: 'privacy.excluded_paths',
    },
    { why: 'a home path', repo: 'privacy.excluded_paths = ["~/x"]', key: 'privacy.excluded_paths' },
    { why: 'a nested address', repo: 'synonyms.groups = [["http://x"]]', key: 'synonyms.groups' },
    { why: 'a wrong value of a forbidden key', repo: 'http.port = []', key: 'http.port' },
  ])('L may not set $why, and the warning names the key', async ({ repo, key }) => {
    const config = await read({ home: 'memory.enabled = false', repo })
    expect(config.settings).toEqual({
      ...defaultSettings(),
      memory: { ...defaultSettings().memory, enabled: false },
    })
    expect(config.warnings).toHaveLength(1)
    expect(config.warnings[0]).toMatch(/\.mneme.config\.toml:1: a repository may not /)
    expect(config.warnings[0]).toContain(key)
  })

  it('B-12 may switch memory off', async () => {
    const config = await read({ repo: '[memory]\nenabled = false' })
    expect(config.settings.memory.enabled).toBe(false)
    expect(config.warnings).toEqual([])
  })

  it('F-09 adds to the excluded paths, below itself', async () => {
    const home = 'privacy.excluded_paths = ["/private/**"]'
    const config = await read({ home, repo: 'privacy.excluded_paths = ["secret/**"]' })
    const [first, second] = config.settings.privacy.excludedPaths
    expect(first).toBe('/private/**')
    expect(second).toMatch(/^\/.*\/repo\/secret\/\*\*$/)
  })

  it('D-02 adds to the synonyms', async () => {
    const home = 'synonyms.groups = [["tea", "chai"]]'
    const config = await read({ home, repo: 'synonyms.groups = [["sku", "article"]]' })
    expect(config.settings.synonyms.groups).toEqual([
      ['tea', 'chai'],
      ['sku', 'article'],
    ])
  })

  it('L a link that leads out of the repository is not read', async () => {
    write('linked/secret.toml', 'retrieval.top_k = 1')
    mkdirSync(at('linked/repo/.mneme'), { recursive: true })
    symlinkSync(at('linked/secret.toml'), at('linked/repo/.mneme/config.toml'))
    const config = await readConfig({ home: at('linked'), repo: at('linked/repo'), env: {} })
    expect(config.settings.retrieval.topK).toBe(10)
    expect(config.warnings[0]).toContain('points outside the repository')
  })
})

describe('hostile files', () => {
  const nothingElse = async (text: string) => {
    write('hostile/config.toml', text)
    write('hostile/repo/.mneme/config.toml', text)
    for (const places of [
      { home: at('hostile') },
      { home: at('nowhere'), repo: at('hostile/repo') },
    ]) {
      try {
        const { settings } = await readConfig({ ...places, env: {} })
        expect(Object.keys(settings)).toEqual(Object.keys(defaultSettings()))
      } catch (thrown) {
        expect(thrown).toBeInstanceOf(MnemeError)
      }
    }
  }

  it('J-11 any text gives settings or our own error', async () => {
    await fc.assert(fc.asyncProperty(fc.string({ unit: 'binary' }), nothingElse), { numRuns: 200 })
  })

  it('J-11 so does any heap of TOML signs and our own words', async () => {
    const piece = fc.constantFrom(
      ...['[', ']', '[[', ']]', '{', '}', '=', '.', ',', '"', "'", '"""', '#', '\n', ' ', '\\'],
      ...['retrieval', 'top_k', 'memory', 'enabled', 'permissions', 'allow', '__proto__'],
      ...['true', '1', '-1', 'nan', 'inf', '1e999', '1979-05-27', '"text"', '[1]', '{a=1}'],
    )
    const heap = fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join(''))
    const line = fc
      .tuple(fc.constantFrom('retrieval', 'a', 'constructor'), fc.constantFrom('top_k', 'b'), piece)
      .map(([section, key, value]) => `${section}.${key} = ${value}`)
    const lines = fc.array(line, { maxLength: 3 }).map((all) => all.join('\n'))
    await fc.assert(fc.asyncProperty(fc.oneof(heap, lines), nothingElse), { numRuns: 600 })
  })

  it('J-11 depth and length do not break it', async () => {
    await nothingElse(`a = ${'['.repeat(50_000)}`)
    await nothingElse(`synonyms.groups = ${'['.repeat(900)}${']'.repeat(900)}`)
    await nothingElse(`${'a.'.repeat(5000)}b = 1`)
    await nothingElse('x'.repeat(2_000_000))
  })
})
