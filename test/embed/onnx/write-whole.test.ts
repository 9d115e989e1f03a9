import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { writeWhole } from '../../../src/embed/onnx/write-whole.ts'
import { tempFolder } from '../temp-folder.ts'

const pieces = [Buffer.from('one '), Buffer.alloc(100_000, 'x'), Buffer.from(' end')]

describe('writing a whole file', () => {
  it('C-06 makes the folder and writes all pieces in order', async () => {
    const path = join(await tempFolder(), 'models', 'file')
    await writeWhole(path, pieces)
    expect(await readFile(path)).toEqual(Buffer.concat(pieces))
  })

  it('C-06 shows the file to its check before the name exists', async () => {
    const folder = await tempFolder()
    await writeWhole(join(folder, 'file'), pieces, async (written) => {
      expect(await readFile(written)).toEqual(Buffer.concat(pieces))
      expect(await readdir(folder)).not.toContain('file')
    })
    expect(await readdir(folder)).toEqual(['file'])
  })

  it('C-06 a failed check leaves nothing, and what was there before', async () => {
    const folder = await tempFolder()
    const path = join(folder, 'file')
    await writeWhole(path, [Buffer.from('before')])
    const failing = writeWhole(path, pieces, async () => {
      throw new Error('not good')
    })
    await expect(failing).rejects.toMatchObject({ code: 'disk' })
    expect(await readdir(folder)).toEqual(['file'])
    expect(await readFile(path, 'utf8')).toBe('before')
  })

  it('C-06 a folder that cannot be made says so', async () => {
    const folder = await tempFolder()
    await writeWhole(join(folder, 'file'), pieces)
    const inside = writeWhole(join(folder, 'file', 'models', 'x'), pieces)
    await expect(inside).rejects.toMatchObject({ code: 'disk' })
  })
})
