import { describe, expect, it } from 'vitest'
import { tokensOf, withoutSuffix } from '../../src/text/tokens.ts'
import { fc } from '../support/property.ts'

describe('tokens', () => {
  it.each([
    { why: 'words are lower-cased', text: 'Use TABS', tokens: ['use', 'tab'] },
    { why: 'every ending goes', text: 'testing tested tests quickly', tokens: ['test', 'quick'] },
    { why: 'one letter is no word', text: 'a b see', tokens: ['see'] },
    {
      why: 'numbers are kept at any length',
      text: 'retry 3 times',
      tokens: ['retry', '3', 'time'],
    },
    { why: 'a figure stays whole', text: 'threshold 0.65', tokens: ['threshold', '0.65'] },
    { why: 'a rate comes apart', text: '100/min', tokens: ['100', 'min'] },
    { why: 'CJK comes in pairs', text: '数据库', tokens: ['数据', '据库'] },
    { why: 'a lone character stands', text: '表', tokens: ['表'] },
    { why: 'mixed text gives both', text: '使用Postgres数据', tokens: ['使用', 'postgre', '数据'] },
    { why: 'kana with a long mark', text: 'サーバー', tokens: ['サー', 'ーバ', 'バー'] },
    { why: 'Hangul comes in pairs', text: '데이터', tokens: ['데이', '이터'] },
    { why: 'full-width letters are letters', text: 'ＡＢＣ', tokens: ['abc'] },
    { why: 'Cyrillic words are words', text: 'База данных', tokens: ['база', 'данных'] },
    { why: 'possession is no letter', text: 'the user’s name', tokens: ['the', 'user', 'name'] },
    { why: 'contractions stay one', text: "don't", tokens: ['dont'] },
    { why: 'punctuation gives nothing', text: '… — !!', tokens: [] },
  ])('B-04 $why', ({ text, tokens }) => {
    expect([...tokensOf(text)]).toEqual(tokens)
  })

  it.each([
    ['settings', 'sett'], // like "setting"
    ['boxes', 'box'],
    ['files', 'file'],
    ['databases', 'database'],
    ['matches', 'match'],
    ['classes', 'class'],
    ['process', 'process'],
    ['used', 'used'],
    ['uses', 'use'],
    ['string', 'string'],
    ['need', 'need'],
    ['speed', 'speed'],
    ['apply', 'apply'],
    ['only', 'only'],
    ['is', 'is'],
    ['dns', 'dns'],
    ['bus', 'bus'],
    ['red', 'red'],
  ])('B-04 strips %s to %s', (word, stem) => {
    expect(withoutSuffix(word)).toBe(stem)
  })

  it('B-04 stripping twice changes nothing and leaves a stem', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z]{1,8}(ing|ed|s|es|ly){0,3}$/), (word) => {
        const stem = withoutSuffix(word)
        expect(withoutSuffix(stem)).toBe(stem)
        expect(word.startsWith(stem)).toBe(true)
        expect(stem.length).toBeGreaterThanOrEqual(Math.min(3, word.length))
      }),
    )
  })

  it('B-04 any text has tokens that are lower-case and without spaces', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        for (const token of tokensOf(text)) {
          expect(token).toBe(token.toLowerCase())
          expect(token).not.toMatch(/\s/)
          expect(token).not.toBe('')
        }
      }),
    )
  })

  it('B-04 order and repetition do not matter', () => {
    fc.assert(
      fc.property(fc.array(fc.stringMatching(/^[a-z0-9]{1,9}$/)), (list) => {
        const backwards = [...list].reverse().concat(list).join(' ')
        expect([...tokensOf(backwards)].sort()).toEqual([...tokensOf(list.join(' '))].sort())
      }),
    )
  })
})
