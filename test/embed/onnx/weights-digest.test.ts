import { createHash } from 'node:crypto'
import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { weightsDigest } from '../../../src/embed/onnx/weights-digest.ts'
import { tempFolder } from '../temp-folder.ts'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

it('D-12 is the SHA-256 of the file, and follows the file when it changes', async () => {
  const folder = await tempFolder()
  const path = join(folder, 'weights')
  const models = join(folder, 'models')
  await writeFile(path, 'first')
  expect(await weightsDigest(path, models)).toBe(sha256('first'))
  expect(await weightsDigest(path, models)).toBe(sha256('first'))
  await writeFile(path, 'other')
  expect(await weightsDigest(path, models)).toBe(sha256('other'))
})

it('D-12 a note that cannot be read is written anew', async () => {
  const folder = await tempFolder()
  const path = join(folder, 'weights')
  const models = join(folder, 'models')
  await writeFile(path, 'first')
  await weightsDigest(path, models)
  const [note] = await readdir(models)
  await writeFile(join(models, note as string), '{ broken')
  expect(await weightsDigest(path, models)).toBe(sha256('first'))
})
