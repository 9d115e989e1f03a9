import { appendFile, mkdir, rename, rm, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { ReadingSettings } from '../../src/sessions/settings.ts'
import { readNew, type TailCursor, type TailRead } from '../../src/sessions/tail.ts'
import { temporaryFolder } from '../support/folder.ts'
import { fc } from '../support/property.ts'
import { defaults } from './fixture.ts'

let folder: string
let path: string

beforeEach(async () => {
  folder = temporaryFolder()
  path = join(folder, 'log.jsonl')
})

type Read = TailRead & { outcome: 'read' }

async function read(cursor: TailCursor | null, settings = defaults): Promise<Read> {
  const result = await readNew(settings, path, cursor)
  if (result.outcome !== 'read') throw new Error(`${result.outcome}: ${result.why}`)
  // A cursor must survive being stored.
  return { ...result, cursor: JSON.parse(JSON.stringify(result.cursor)) }
}

/** All that is new, with whatever batches it takes. */
async function drain(cursor: TailCursor | null, settings = defaults) {
  const lines: string[] = []
  const oversized: number[] = []
  let at = cursor
  let restart: string | null = null
  for (;;) {
    const got = await read(at, settings)
    if (got.restart !== null) lines.length = 0
    restart ??= got.restart
    lines.push(...got.lines.map((line) => line.text))
    oversized.push(...got.oversized.map((skip) => skip.line))
    at = got.cursor
    if (!got.more)
      return { lines, oversized, cursor: at, restart, partial: got.partial?.text ?? null }
  }
}

describe('readNew', () => {
  it('F-01 gives what was appended and nothing twice', async () => {
    await writeFile(path, 'one\ntwo\n')
    const first = await read(null)
    expect(first.lines.map((line) => [line.text, line.line, line.offset])).toEqual([
      ['one', 1, 0],
      ['two', 2, 4],
    ])
    await appendFile(path, 'three\n')
    const second = await read(first.cursor)
    expect(second.lines.map((line) => [line.text, line.line, line.offset])).toEqual([
      ['three', 3, 8],
    ])
    expect((await read(second.cursor)).lines).toEqual([])
  })

  it('F-01 keeps a line without an end for later, also one cut inside a character', async () => {
    const bytes = Buffer.from('first\nsecond: naïve 中文 🚀\n')
    for (let cut = 7; cut < bytes.length; cut++) {
      await writeFile(path, bytes.subarray(0, cut))
      const before = await read(null)
      expect(before.lines.map((line) => line.text)).toEqual(['first'])
      expect(before.partial?.offset).toBe(6)
      await writeFile(path, bytes)
      const after = await read(before.cursor)
      expect(after.lines.map((line) => line.text)).toEqual(['second: naïve 中文 🚀'])
    }
  })

  it('F-01 takes a file that shrank from the top', async () => {
    await writeFile(path, 'one\ntwo\nthree\n')
    const { cursor } = await read(null)
    await truncate(path, 4)
    const again = await read(cursor)
    expect(again.restart).toBe('truncated')
    expect(again.lines.map((line) => line.text)).toEqual(['one'])
  })

  it('F-01 sees another file under the same name, longer than the place we were at', async () => {
    await writeFile(path, 'one\ntwo\n')
    const { cursor } = await read(null)
    await rename(path, `${path}.1`)
    await writeFile(path, 'uno\ndos\ntres\ncuatro\n')
    const again = await read(cursor)
    expect(again.restart).toBe('replaced')
    expect(again.lines).toHaveLength(4)
  })

  it('F-01 sees a file that was rewritten in place and grew past the place again', async () => {
    const head = `${'x'.repeat(300)}\n`
    await writeFile(path, `${head}two\n`)
    const { cursor } = await read(null)
    await writeFile(path, `${head}other\nlines\n`)
    const again = await read(cursor)
    expect(again.restart).toBe('rewritten')
    expect(again.lines).toHaveLength(3)
  })

  it('F-01 goes on in a file that was only moved there and back', async () => {
    await writeFile(path, 'one\ntwo\n')
    const { cursor } = await read(null)
    await writeFile(join(folder, 'copy'), 'one\ntwo\nthree\n')
    await rename(join(folder, 'copy'), path)
    const again = await read(cursor)
    expect(again.restart).toBe(null)
    expect(again.lines.map((line) => line.text)).toEqual(['three'])
  })

  it('F-01 says when a file is gone, and goes on when it comes back', async () => {
    await writeFile(path, 'one\n')
    const { cursor } = await read(null)
    await rm(path)
    expect((await readNew(defaults, path, cursor)).outcome).toBe('gone')
    await writeFile(path, 'one\ntwo\n')
    expect((await read(cursor)).lines.map((line) => line.text)).toEqual(['two'])
  })

  it('F-01 says when something cannot be read', async () => {
    await mkdir(path)
    expect((await readNew(defaults, path, null)).outcome).toBe('unreadable')
  })

  it('F-01 passes over a line beyond the limit, and counts and names it', async () => {
    const settings = ReadingSettings.parse({ batchBytes: 64, maxLineBytes: 200 })
    await writeFile(path, `short\n${'x'.repeat(5000)}\nlast\n`)
    const all = await drain(null, settings)
    expect(all.lines).toEqual(['short', 'last'])
    expect(all.oversized).toEqual([2])
  })

  it('F-01 does not start over in a long line that is still being written', async () => {
    const settings = ReadingSettings.parse({ batchBytes: 64, maxLineBytes: 200 })
    await writeFile(path, `short\n${'x'.repeat(1000)}`)
    const first = await drain(null, settings)
    expect(first.cursor).toMatchObject({ offset: 1006, skipping: 1000 })
    await appendFile(path, 'yyy')
    const second = await drain(first.cursor, settings)
    expect(second.cursor).toMatchObject({ offset: 1009, skipping: 1003 })
    await appendFile(path, '\nlast\n')
    const third = await drain(second.cursor, settings)
    expect(third.lines).toEqual(['last'])
    expect(third.oversized).toEqual([2])
    expect(third.cursor).toMatchObject({ lines: 3, skipping: 0 })
  })

  it('F-01 reads whole lines however small the batch', async () => {
    const settings = ReadingSettings.parse({ batchBytes: 3, maxLineBytes: 1000 })
    await writeFile(path, 'a\nbbbbbbbbbbbbbbbb\n\nccc\n')
    expect((await drain(null, settings)).lines).toEqual(['a', 'bbbbbbbbbbbbbbbb', '', 'ccc'])
  })

  const text = fc.string({
    unit: fc.constantFrom('a', 'ß', '中', '🚀', '\n', '"', ' '),
    maxLength: 60,
  })

  it('F-01 appended in pieces cut anywhere, it reads as if written at once', async () => {
    await fc.assert(
      fc.asyncProperty(
        text,
        fc.array(fc.nat(200), { maxLength: 6 }),
        fc.integer({ min: 1, max: 40 }),
        async (whole, cuts, batchBytes) => {
          const settings = ReadingSettings.parse({ batchBytes, maxLineBytes: 500 })
          const bytes = Buffer.from(whole)
          const places = [...new Set(cuts.map((cut) => cut % (bytes.length + 1)))].sort(
            (a, b) => a - b,
          )
          await writeFile(path, '')
          let cursor: TailCursor | null = null
          let from = 0
          const lines: string[] = []
          for (const place of [...places, bytes.length]) {
            await appendFile(path, bytes.subarray(from, place))
            from = place
            const got = await drain(cursor, settings)
            expect(got.restart).toBe(null)
            lines.push(...got.lines)
            cursor = got.cursor
          }
          const expected = whole.split('\n')
          expected.pop()
          expect(lines).toEqual(expected)
        },
      ),
      { numRuns: 80 },
    )
  })

  it('F-01 after any replacement or cut, the lines read last are those of the file', async () => {
    const lines = fc.array(fc.string({ unit: fc.constantFrom('a', 'b', '中'), maxLength: 12 }), {
      minLength: 1,
      maxLength: 12,
    })
    await fc.assert(
      fc.asyncProperty(lines, lines, fc.nat(12), async (before, after, kept) => {
        const written = [...before.slice(0, kept), ...after]
        await writeFile(path, before.map((line) => `${line}\n`).join(''))
        const first = await drain(null)
        await writeFile(path, written.map((line) => `${line}\n`).join(''))
        const second = await drain(first.cursor)
        const seen = second.restart === null ? [...first.lines, ...second.lines] : second.lines
        expect(seen).toEqual(written)
      }),
      { numRuns: 80 },
    )
  })
})
