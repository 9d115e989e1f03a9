import { DatabaseSync } from '@photostructure/sqlite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { indexTerms, indexText } from '../../src/text/index-text.ts'
import { fc } from '../support/property.ts'

describe('text for the index', () => {
  it.each([
    ['plain words stay', 'plain words stay'],
    ['call getUserName now', 'call getUserName now\nget User Name'],
    [
      'XMLHttpRequest twice XMLHttpRequest',
      'XMLHttpRequest twice XMLHttpRequest\nXML Http Request',
    ],
    ['数据库', ' 数据 据库 '],
    ['用Redis缓存', ' 用 Redis 缓存 '],
    ['表', ' 表 '],
  ])('D-19 %j is indexed as %j', (text, expected) => {
    expect(indexText(text)).toBe(expected)
  })

  it.each([
    ['Where is the rate-limit set?', ['rate', 'limit', 'set']],
    ['getUserName', ['getusername', 'get', 'user', 'name']],
    ['数据库 设置', ['数据', '据库', '设置']],
    ['用Redis缓存', ['用', 'redis', '缓存']],
    ['NEAR("a" AND b*)', ['near', 'b']],
    ['', []],
  ])('D-19 the query %j has the terms %j', (query, expected) => {
    expect(indexTerms(query)).toEqual(expected)
  })

  it('D-10 terms hold nothing but letters and digits', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (query) => {
        for (const term of indexTerms(query)) expect(term).toMatch(/^[\p{L}\p{N}]+$/u)
      }),
    )
  })
})

describe('a full-text index', () => {
  const database = new DatabaseSync(':memory:')
  beforeAll(() => {
    database.exec(`create virtual table found using fts5(body, tokenize = 'porter unicode61')`)
  })
  afterAll(() => database.close())

  function finds(text: string, query: string): boolean {
    database.exec('delete from found')
    database.prepare('insert into found (body) values (?)').run(indexText(text))
    const terms = indexTerms(query).map((term) => `"${term}"`)
    const match = terms.join(' AND ')
    const row = database.prepare('select count(*) as n from found where found match ?').get(match)
    return (row as { n: number }).n === 1
  }

  it.each([
    ['我们使用数据库连接池', '数据库'],
    ['サーバーを再起動する', 'サーバー'],
    ['데이터베이스를 사용한다', '데이터베이스'],
    ['ผู้ใช้ต้องเข้าสู่ระบบ', 'เข้าสู่ระบบ'],
    ['the getUserName helper', 'user name'],
    ['the getUserName helper', 'getUserName'],
    ['deploys on fridays', 'deploying friday'],
    ['set rate_limit to 5', 'rate_limit'],
    ['用Redis缓存', 'redis'],
  ])('D-19 finds %j by %j', (text, query) => {
    expect(finds(text, query)).toBe(true)
  })

  it.each([
    ['我们使用数据库连接池', '服务器'],
    ['サーバーを再起動する', 'クライアント'],
  ])('D-19 does not find %j by %j', (text, query) => {
    expect(finds(text, query)).toBe(false)
  })

  it('D-19 every text is found by any of its own words', () => {
    const piece = fc.constantFrom(
      '数据库',
      'サーバー',
      'fooBar',
      'snake_case',
      'Plain',
      '42',
      ' ',
      '. ',
    )
    fc.assert(
      fc.property(fc.array(piece, { minLength: 1, maxLength: 8 }), fc.nat(), (pieces, pick) => {
        const word = pieces[pick % pieces.length] ?? ''
        fc.pre(word.trim().length > 1)
        expect(finds(pieces.join(' '), word)).toBe(true)
      }),
    )
  })
})
