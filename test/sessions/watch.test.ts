import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { watchFolders } from '../../src/sessions/watch.ts'
import { temporaryFolder } from '../support/folder.ts'

it('F-01 a folder that is not there yet is waited for, and watched from then on', async () => {
  const home = temporaryFolder()
  const folder = join(home, '.claude', 'projects')
  const file = join(folder, 'shop', 'session.jsonl')
  const appeared: string[] = []
  const changed: string[] = []
  const watching = await watchFolders(
    [folder, join(home, '.codex')],
    { changed: (path) => changed.push(path), appeared: (path) => appeared.push(path) },
    20,
  )
  onTestFinished(() => watching.close())

  mkdirSync(join(folder, 'shop'), { recursive: true })
  await expect.poll(() => appeared, { timeout: 5_000 }).toEqual([folder])
  // The watch needs a moment to be in place: the file is written until it is heard.
  await expect
    .poll(
      () => {
        writeFileSync(file, `${Date.now()}\n`)
        return changed
      },
      { timeout: 5_000, interval: 100 },
    )
    .toContain(file)
})
