import { describe, expect, it } from 'vitest'
import { isPasted } from '../../src/capture/paste.ts'
import { maskedProse, proseSentences } from '../../src/capture/prose.ts'
import { fc } from '../support/property.ts'

const said = (text: string) => proseSentences(text).map((sentence) => sentence.text)
const moods = (text: string) => proseSentences(text).map((sentence) => sentence.mood)

describe('what a person said', () => {
  it.each([
    [
      'a fenced block',
      'Look:\n```ts\nalways(1)\n```\nUse tabs please.',
      ['Look:', 'Use tabs please.'],
    ],
    ['a fence that is never closed', 'Look.\n~~~\nnever use this', ['Look.']],
    ['a quoted mail', '> always use spaces\nI disagree with him.', ['I disagree with him.']],
    [
      'a stack trace',
      'It broke.\nTypeError: x is undefined\n    at run (/app/a.js:3:1)\n',
      ['It broke.'],
    ],
    ['a log', '2026-01-02 10:00:00 INFO must restart\nWhat now?', ['What now?']],
    [
      'a diff',
      'diff --git a/a b/a\n@@ -1 +1 @@\n-never do it\n+always do it\n\nPlease review.',
      ['Please review.'],
    ],
    [
      'our own context',
      '<memory-context>\nAlways use tabs.\n</memory-context>\nFix the bug.',
      ['Fix the bug.'],
    ],
    ['a private passage', 'Fix it. <private>my name is Bo</private>', ['Fix it.']],
    [
      'lines ended on purpose',
      'use tabs\nnever commit to main',
      ['use tabs', 'never commit to main'],
    ],
    ['list items', '- use tabs\n- no semicolons', ['use tabs', 'no semicolons']],
  ])('G-03 leaves out or splits %s', (_, text, expected) => {
    expect(said(text)).toEqual(expected)
  })

  it('G-03 joins a line that was only wrapped', () => {
    const wrapped =
      'please keep every function that we write in this project\nshort and free of side effects'
    expect(said(`${wrapped.slice(0, 40)}${wrapped.slice(40)}`)).toHaveLength(2)
    const long =
      'please keep every single function that we write in this whole project rather\nshort and free of side effects'
    expect(said(long)).toHaveLength(1)
  })

  it('G-03 keeps inline code as a mark and as text', () => {
    const [sentence] = proseSentences('Never use `println!` here.')
    expect(sentence?.code).toEqual(['println!'])
    expect(sentence?.text).toBe('Never use `println!` here.')
    expect(sentence?.masked).not.toContain('println')
  })

  it('G-03 an address is no sentence end and no word', () => {
    expect(maskedProse('See https://a.b/always?x=1 now')).not.toContain('always')
  })

  it.each([
    ['Should we use tabs?', 'question'],
    ['should we use tabs', 'question'],
    ['what if we used tabs', 'hypothetical'],
    ['if we used tabs it would be fine', 'hypothetical'],
    ['If a test is flaky, quarantine it.', 'statement'],
    ['The docs say that tabs are better.', 'quotation'],
    ['Our style guide says tabs.', 'statement'],
    ['Could you use tabs from now on?', 'request'],
    ['Use tabs.', 'statement'],
  ])('G-03 %j is a %s', (text, mood) => {
    expect(moods(text)).toEqual([mood])
  })

  it.each([
    "let's use tabs (not spaces)",
    "import the 'gzip' module everywhere",
    'class names are short',
    'return early, always',
  ])('G-03 %j was not pasted', (line) => {
    expect(isPasted(line)).toBe(false)
  })

  it('G-03 positions are those of the message, whatever it holds', () => {
    const piece = fc.constantFrom(
      'Use tabs. ',
      '`code` ',
      '\n',
      '```\n',
      '> q\n',
      '"a b c d e" ',
      'http://x.y ',
      'é😀 ',
      '- ',
      '<memory-context>',
    )
    fc.assert(
      fc.property(fc.array(fc.oneof(piece, fc.string()), { maxLength: 20 }), (pieces) => {
        const text = pieces.join('')
        expect(maskedProse(text)).toHaveLength(text.length)
        let last = 0
        for (const { start, end, text: own } of proseSentences(text)) {
          expect(text.slice(start, end)).toBe(own)
          expect(start).toBeGreaterThanOrEqual(last)
          last = end
        }
      }),
    )
  })
})
