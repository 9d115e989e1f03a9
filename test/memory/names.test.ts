import { describe, expect, it } from 'vitest'
import {
  freeName,
  MAX_NAME_LENGTH,
  NAME_PATTERN,
  nameProblem,
  RESERVED_NAMES,
  slugFrom,
} from '../../src/memory/names.ts'
import { fc } from '../support/property.ts'

describe('names', () => {
  it.each(['a', '0', 'rate-limit', 'user-notes', 'a'.repeat(64), 'a--b'])(
    'A-06 takes %s',
    (name) => {
      expect(nameProblem(name)).toBeNull()
    },
  )

  it.each([
    ['', 'empty'],
    ['Rate', 'capital'],
    ['-a', 'hyphen'],
    ['a_b', 'other characters'],
    ['a b', 'other characters'],
    ['café', 'other characters'],
    ['a'.repeat(65), 'at most 64'],
    ['../etc', 'path'],
    ['a/b', 'path'],
    ['a\\b', 'path'],
    ['..', 'path'],
    ['user', 'reserved'],
    ['Memory', 'reserved'],
    ['con', 'reserved'],
    ['a\n', 'other characters'],
    ['a.md', 'other characters'],
  ])('A-06 refuses %j: %s', (name, why) => {
    expect(nameProblem(name)).toContain(why)
  })

  it('A-06 the reserved names are those of the requirement', () => {
    expect([...RESERVED_NAMES].sort()).toEqual(
      ['feedback', 'index', 'memory', 'mneme', 'project', 'reference', 'sessions', 'user'].sort(),
    )
  })

  it.each([
    ['Rate limit is 100/min', 'rate-limit-is-100-min'],
    ['Café crème brûlée', 'cafe-creme-brulee'],
    ['Straße nach Łódź', 'strasse-nach-lodz'],
    ["Don't use tabs!", 'dont-use-tabs'],
    ['User', 'user-notes'],
    ['  --x--  ', 'x'],
    ['C++', 'c'],
    ['ﬁx', 'fix'],
  ])('A-06 %j is called %s', (title, name) => {
    expect(slugFrom(title)).toBe(name)
  })

  it('A-06 a title in another script gets a short hash, the same each time', () => {
    expect(slugFrom('数据库连接池')).toMatch(/^memory-[0-9a-f]{6}$/)
    expect(slugFrom('数据库连接池')).toBe(slugFrom('数据库连接池'))
    expect(slugFrom('数据库连接池')).not.toBe(slugFrom('数据库连接数'))
    expect(slugFrom('使用Redis作为我们的缓存服务')).toMatch(/^redis-[0-9a-f]{6}$/)
    expect(slugFrom('')).toMatch(/^memory-[0-9a-f]{6}$/)
  })

  it('A-06 long titles end with a word', () => {
    const name = slugFrom('word '.repeat(40))
    expect(name.length).toBeLessThanOrEqual(MAX_NAME_LENGTH)
    expect(name.endsWith('word')).toBe(true)
  })

  it('A-06 every title makes a good name', () => {
    const title = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom(...RESERVED_NAMES, 'NUL'))
    fc.assert(
      fc.property(title, (text) => {
        expect(nameProblem(slugFrom(text))).toBeNull()
      }),
      { numRuns: 500 },
    )
  })

  it('A-06 numbers tell equal names apart', () => {
    const taken = new Set(['a', 'a-2'])
    expect(freeName('b', (name) => taken.has(name))).toBe('b')
    expect(freeName('a', (name) => taken.has(name))).toBe('a-3')
  })

  it('A-06 a free name is free, valid, and begins like its base', () => {
    const base = fc.stringMatching(NAME_PATTERN)
    fc.assert(
      fc.property(base, fc.nat(120), (name, count) => {
        const taken = new Set<string>()
        for (let turn = 0; turn <= count; turn += 1) {
          const free = freeName(name, (other) => taken.has(other))
          expect(taken.has(free)).toBe(false)
          expect(free).toMatch(NAME_PATTERN)
          taken.add(free)
        }
      }),
      { numRuns: 30 },
    )
  })
})
