import { describe, expect, it } from 'vitest'
import { sentencesOf } from '../../src/text/sentences.ts'
import { fc } from '../support/property.ts'

function check(text: string, expected: readonly string[]): void {
  expect(sentencesOf(text).map((sentence) => sentence.text)).toEqual(expected)
}

describe('sentences', () => {
  it.each([
    ['One. Two! Three?', ['One.', 'Two!', 'Three?']],
    ['use npm. yarn is banned', ['use npm.', 'yarn is banned']],
    ['Pin v1.2.3 of it. Then go.', ['Pin v1.2.3 of it.', 'Then go.']],
    ['Edit src/app.config.ts now.', ['Edit src/app.config.ts now.']],
    ['Some, e.g. Postgres, are fine. Ok.', ['Some, e.g. Postgres, are fine.', 'Ok.']],
    ['Ask Dr. Who about it.', ['Ask Dr. Who about it.']],
    ['See J. Smith. He knows.', ['See J. Smith.', 'He knows.']],
    ['Tabs, spaces, etc. are fine.', ['Tabs, spaces, etc. are fine.']],
    ['Tabs, spaces, etc. Never mix.', ['Tabs, spaces, etc.', 'Never mix.']],
    ['No. That is wrong.', ['No.', 'That is wrong.']],
    ['Rule no. 5 holds.', ['Rule no. 5 holds.']],
    ['Wait... what? Yes.', ['Wait... what?', 'Yes.']],
    ['He said "stop." Then left.', ['He said "stop."', 'Then left.']],
    ['Run `a. b! c` first. Done.', ['Run `a. b! c` first.', 'Done.']],
    ['使用制表符。不要用空格！好吗？', ['使用制表符。', '不要用空格！', '好吗？']],
    ['first line\nSecond line', ['first line', 'Second line']],
    ['a wrapped line\ngoes on here.', ['a wrapped line\ngoes on here.']],
    ['- one\n- two. three', ['- one', '- two.', 'three']],
    ['1. First do this.\n2. Then that.', ['1. First do this.', '2. Then that.']],
    ['Para one\n\npara two', ['Para one', 'para two']],
    [
      'Try:\n```ts\nfoo. Bar()\n\nbaz!\n```\nDone.',
      ['Try:', '```ts\nfoo. Bar()\n\nbaz!\n```', 'Done.'],
    ],
    ['```\nnever closed. Really', ['```\nnever closed. Really']],
    ['Take 0.65 of it. Not 0.7.', ['Take 0.65 of it.', 'Not 0.7.']],
    ['   ', []],
    ['', []],
  ])('G-03 %j', (text, expected) => {
    check(text, expected)
  })

  it('G-03 sentences are in order, do not overlap, and leave out only white space', () => {
    const piece = fc.constantFrom(
      '. ',
      '! ',
      '\n',
      '\n\n',
      '```\n',
      'e.g. ',
      '`',
      '。',
      'Word',
      ' ',
      '😀',
      '- ',
      '1. ',
    )
    fc.assert(
      fc.property(fc.array(fc.oneof(piece, fc.string({ maxLength: 4 }))), (pieces) => {
        const text = pieces.join('')
        let end = 0
        for (const sentence of sentencesOf(text)) {
          expect(text.slice(end, sentence.start).trim()).toBe('')
          expect(sentence.text).toBe(text.slice(sentence.start, sentence.end))
          expect(sentence.text).toBe(sentence.text.trim())
          expect(sentence.end).toBeGreaterThan(sentence.start)
          end = sentence.end
        }
        expect(text.slice(end).trim()).toBe('')
      }),
      { numRuns: 500 },
    )
  })
})
