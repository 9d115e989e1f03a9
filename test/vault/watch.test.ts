/** C-02. The watcher tells what others did to the files, and nothing of what we did ourselves. */
import { appendFileSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openVaultStates } from '../../src/store/sqlite/vault-states.ts'
import { openFileVault } from '../../src/vault/file-vault.ts'
import type { Vault } from '../../src/vault/vault.ts'
import { temporaryFolder } from '../support/folder.ts'

const DELAY_MS = 60
/** Long enough for an event, the delay after it, and a busy machine. */
const PATIENCE_MS = 3000

let home: string
let vault: Vault
let close: () => Promise<void>
let calls: number

beforeEach(async () => {
  home = temporaryFolder()
  vault = openFileVault({
    home,
    states: openVaultStates(join(home, 'cache', 'vault.db')),
    maxFileBytes: 1000,
    watchDelayMs: DELAY_MS,
    lock: (body) => body(),
  })
  calls = 0
  const watching = await vault.watch(() => {
    calls += 1
  })
  close = () => watching.close()
})

afterEach(async () => {
  await close()
  vault.close()
})

/** As a sync does it: intended, written, noted. */
async function writeOwn(path: string, text: string): Promise<void> {
  vault.states.intend([{ path, memory: path, hash: text, rowHash: text }])
  const file = await vault.write(path, text)
  const state = { rowHash: text, missing: false, entry: null, expiresAt: null }
  vault.states.put([{ path, memory: path, ...state, ...file }])
  vault.states.settle([path])
}

async function isCalled(): Promise<boolean> {
  for (let waited = 0; waited < PATIENCE_MS && calls === 0; waited += 20) await sleep(20)
  return calls > 0
}

it('C-02 files that we write ourselves wake nobody, in new folders neither', async () => {
  for (let each = 0; each < 20; each++) await writeOwn(`memory/own-${each}.md`, `Text ${each}`)
  await writeOwn('projects/api/memory/own.md', 'Text of a project')
  await writeOwn('memory/own-1.md', 'Another text')
  await sleep(10 * DELAY_MS)
  expect(calls).toBe(0)
})

it('C-02 a file that takes long to be noted is still our own', async () => {
  const path = 'memory/slow.md'
  vault.states.intend([{ path, memory: path, hash: 'x', rowHash: 'x' }])
  const file = await vault.write(path, 'Slow')
  await sleep(5 * DELAY_MS)
  const state = { rowHash: 'x', missing: false, entry: null, expiresAt: null }
  vault.states.put([{ path, memory: path, ...state, ...file }])
  vault.states.settle([path])
  await sleep(5 * DELAY_MS)
  expect(calls).toBe(0)
})

it.each<[string, () => void]>([
  ['an edit of a file of ours', () => appendFileSync(join(home, 'memory/own.md'), ' and more')],
  ['a new file', () => writeFileSync(join(home, 'memory/new.md'), 'New')],
  ['a file that goes', () => rmSync(join(home, 'memory/own.md'))],
  ['a rename', () => renameSync(join(home, 'memory/own.md'), join(home, 'memory/other.md'))],
  ['a folder that goes', () => rmSync(join(home, 'memory'), { recursive: true })],
  [
    'the first file of a new project',
    () => {
      mkdirSync(join(home, 'projects/web/memory'), { recursive: true })
      writeFileSync(join(home, 'projects/web/memory/new.md'), 'New')
    },
  ],
])('C-02 %s is reported', async (_, change) => {
  await writeOwn('memory/own.md', 'Own')
  await sleep(4 * DELAY_MS)
  expect(calls).toBe(0)
  change()
  expect(await isCalled()).toBe(true)
})

it('C-02 a folder that was made again is watched again', async () => {
  await writeOwn('memory/own.md', 'Own')
  rmSync(join(home, 'memory'), { recursive: true })
  expect(await isCalled()).toBe(true)
  vault.states.remove(['memory/own.md'])
  await writeOwn('memory/own.md', 'Own again')
  await sleep(5 * DELAY_MS)
  calls = 0
  writeFileSync(join(home, 'memory/new.md'), 'New')
  expect(await isCalled()).toBe(true)
})

it('C-02 neither the index nor a temporary file is reported', async () => {
  writeFileSync(join(home, 'memory/MEMORY.md'), 'Index')
  writeFileSync(join(home, 'memory/.own.md.0123456789ab.tmp'), 'Half')
  await sleep(5 * DELAY_MS)
  expect(calls).toBe(0)
})
