import { describe, expect, it } from 'vitest'
import { configKeys, isSection, nearestKey, snakeCase } from '../../src/config/keys.ts'
import { SECTIONS, type Section } from '../../src/config/schema.ts'
import { defaultSettings } from '../../src/config/settings.ts'
import { describeAccepted, valueFromText } from '../../src/config/value-text.ts'

const keyOf = (name: string) => {
  const key = configKeys().get(name)
  if (!key) throw new Error(`no key ${name}`)
  return key
}

describe('every key', () => {
  it.each([
    { key: 'retrieval.top_k', environment: 'MNEME_RETRIEVAL_TOP_K', value: 10 },
    { key: 'retrieval.max_bytes', environment: 'MNEME_RETRIEVAL_MAX_BYTES', value: 24_000 },
    { key: 'retrieval.min_score', environment: 'MNEME_RETRIEVAL_MIN_SCORE', value: 0 },
    { key: 'retrieval.fusion', environment: 'MNEME_RETRIEVAL_FUSION', value: 'parts' },
    { key: 'http.port', environment: 'MNEME_HTTP_PORT', value: 19_420 },
    { key: 'http.host', environment: 'MNEME_HTTP_HOST', value: '127.0.0.1' },
    { key: 'store.url', environment: 'MNEME_STORE_URL', value: undefined },
    { key: 'store.synchronous', environment: 'MNEME_STORE_SYNCHRONOUS', value: 'FULL' },
    { key: 'store.max_memories', environment: 'MNEME_STORE_MAX_MEMORIES', value: 0 },
    { key: 'model.provider', environment: 'MNEME_MODEL_PROVIDER', value: 'none' },
    { key: 'duplicates.threshold', environment: 'MNEME_DUPLICATES_THRESHOLD', value: 0.65 },
  ])('J-11 $key has its environment name and default', ({ key, environment, value }) => {
    expect(keyOf(key)).toMatchObject({ environment, default: value })
  })

  it('J-11 has a description, a name of its own in both worlds, and lower-case pieces', () => {
    const keys = [...configKeys().values()]
    expect(new Set(keys.map((key) => key.environment)).size).toBe(keys.length)
    for (const key of keys) {
      expect(key.description, key.key).not.toBe('')
      expect(key.key).toMatch(/^[a-z0-9]+(?:[._][a-z0-9]+)+$/)
      expect(isSection(key.key), key.key).toBe(false)
    }
  })

  it('J-11 the defaults of all keys are those of the sections they belong to', () => {
    const sections = Object.entries<Section>(SECTIONS)
    const parsed = sections.map(([name, { settings }]) => [name, settings.parse({})])
    expect(defaultSettings()).toEqual(Object.fromEntries(parsed))
  })

  it('J-11 the defaults are shared and cannot be changed', () => {
    expect(() => Object.assign(defaultSettings().permissions.allow, ['Memory(*)'])).toThrow()
  })

  it('L a repository sets no store, model, address or permission', () => {
    const allowed = [...configKeys().values()].filter((key) => key.repository !== 'never')
    const sections = new Set(allowed.map((key) => key.path[0]))
    for (const name of ['store', 'model', 'http', 'permissions', 'retention']) {
      expect(Object.keys(SECTIONS)).toContain(name)
      expect(sections).not.toContain(name)
    }
  })
})

it.each([
  { wrong: 'retrieval.topk', right: 'retrieval.top_k' },
  { wrong: 'retrieval.topK', right: 'retrieval.top_k' },
  { wrong: 'retreival.top_k', right: 'retrieval.top_k' },
  { wrong: 'top_k', right: 'retrieval.top_k' },
  { wrong: 'server.port', right: 'http.port' },
  { wrong: 'store.max_memory', right: 'store.max_memories' },
])('J-11 $wrong is nearest to $right', ({ wrong, right }) => {
  expect(nearestKey(wrong)).toBe(right)
})

it('J-11 nonsense is near to nothing', () => {
  expect(nearestKey('zzzzqqqq')).toBeUndefined()
})

it('J-11 names change case by one rule', () => {
  expect(['topK', 'maxBytes', 'port', 'ttlDaysObserved'].map(snakeCase)).toEqual([
    'top_k',
    'max_bytes',
    'port',
    'ttl_days_observed',
  ])
})

it.each([
  { key: 'retrieval.top_k', text: 'a whole number from 1 to 1000' },
  { key: 'store.max_memories', text: 'a whole number, 0 or more' },
  { key: 'retrieval.min_score', text: 'a number from 0 to 1' },
  { key: 'memory.enabled', text: 'true or false' },
  { key: 'store.synchronous', text: 'one of FULL, NORMAL, OFF' },
  { key: 'store.path', text: 'text' },
  { key: 'permissions.allow', text: 'a list of text' },
  { key: 'synonyms.groups', text: 'a list of lists of text' },
  { key: 'tuning.echo.shingle_words', text: 'a whole number, 1 or more' },
])('J-11 $key takes $text', ({ key, text }) => {
  expect(describeAccepted(keyOf(key).schema)).toBe(text)
})

it.each([
  { key: 'memory.enabled', text: 'off', value: false },
  { key: 'memory.enabled', text: 'YES', value: true },
  { key: 'memory.enabled', text: 'maybe', value: 'maybe' },
  { key: 'http.port', text: ' 8080 ', value: 8080 },
  { key: 'retrieval.max_bytes', text: '12_000', value: 12_000 },
  { key: 'retrieval.min_score', text: '.5', value: 0.5 },
  { key: 'http.port', text: '0x10', value: '0x10' },
  { key: 'permissions.allow', text: 'Memory(a), Memory(b)', value: ['Memory(a)', 'Memory(b)'] },
  { key: 'permissions.allow', text: '["a,b"]', value: ['a,b'] },
  { key: 'synonyms.groups', text: '[["tea","chai"]]', value: [['tea', 'chai']] },
  { key: 'store.url', text: 'postgres://x', value: 'postgres://x' },
])('J-11 $key reads $text', ({ key, text, value }) => {
  expect(valueFromText(keyOf(key).schema, text)).toEqual(value)
})
