/** C-03, C-05, C-06. Names, whole files and the lock. */
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { isTemporary, writeAtomic } from '../../src/files/write-atomic.ts'
import { withProcessLock } from '../../src/store/sqlite/process-lock.ts'
import { archiveFile, parseArchiveFile, pathOf, projectFolder } from '../../src/vault/paths.ts'
import { temporaryFolder } from '../support/folder.ts'
import { vaultHome } from './home.ts'

it('C-06 a file is written whole, for its owner alone, and nothing is left beside it', async () => {
  const path = join(temporaryFolder(), 'tea.md')
  writeFileSync(path, 'old')
  await writeAtomic(path, 'Tea is at four')
  expect(readFileSync(path, 'utf8')).toBe('Tea is at four')
  expect(statSync(path).mode & 0o777).toBe(0o600)
  expect(readdirSync(join(path, '..'))).toEqual(['tea.md'])
})

it('C-06 a write that fails leaves the old file and no half one', async () => {
  const folder = temporaryFolder()
  mkdirSync(join(folder, 'tea.md'))
  await expect(writeAtomic(join(folder, 'tea.md'), 'text')).rejects.toThrow()
  expect(readdirSync(folder)).toEqual(['tea.md'])
})

it('C-06 what a killed writer left is taken away and never read', async () => {
  const vault = vaultHome()
  vault.write('memory/.tea.md.0123456789ab.tmp', 'Tea is at f')
  expect(isTemporary('.tea.md.0123456789ab.tmp')).toBe(true)
  const count = await vault.run(({ engine }) => engine.store.memories.count({}))
  expect(count).toBe(0)
  expect(vault.exists('memory/.tea.md.0123456789ab.tmp')).toBe(false)
})

it.each(['..', '../x', 'a/b', 'a\\b', 'A', '', 'con', 'memory', 'x'.repeat(65)])(
  'C-03 %j is no file name of ours',
  (name) => {
    expect(pathOf('memory', name)).toBeNull()
  },
)

it.each(['..', '../..', 'a/b', '', '.git', 'A'])('C-03 %j is no project folder', (slug) => {
  expect(projectFolder(slug)).toBeNull()
})

it('C-05 an archived file is named by name, time and version', () => {
  const file = archiveFile('tea', '2026-01-31T12:34:56.789Z', '01J8Z3K6W8Q5T9V2X4Y7A1B3C5')
  expect(file).toBe('tea.20260131T123456789Z.y7a1b3c5.md')
  expect(parseArchiveFile(file)).toEqual({ name: 'tea', at: '2026-01-31T12:34:56.789Z' })
  expect(parseArchiveFile('notes.md')).toBeNull()
})

it('C-04 one at a time holds the lock, and it is free after a failure', async () => {
  const file = join(temporaryFolder(), 'lock')
  let inside = 0
  let most = 0
  const work = () =>
    withProcessLock(file, 10_000, async () => {
      inside += 1
      most = Math.max(most, inside)
      await sleep(5)
      inside -= 1
    })
  await expect(
    withProcessLock(file, 100, async () => {
      throw new Error('failed inside')
    }),
  ).rejects.toThrow('failed inside')
  await Promise.all([work(), work(), work()])
  expect(most).toBe(1)
})

it('C-04 whoever waits too long is told so', async () => {
  const file = join(temporaryFolder(), 'lock')
  await withProcessLock(file, 1000, async () => {
    await expect(withProcessLock(file, 20, async () => undefined)).rejects.toMatchObject({
      code: 'store_busy',
    })
  })
})
