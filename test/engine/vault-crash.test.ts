/** B-13, C-02, C-04. Processes that are killed, and processes that write at once. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, it } from 'vitest'
import { openMneme } from '../../src/compose.ts'
import { bundled } from '../embed/bundled.ts'
import { seededRandom } from '../support/clock.ts'
import { temporaryFolder } from '../support/folder.ts'
import { disagreements } from '../vault/agreement.ts'
import { afterTheCrash, type Expected, killWriter } from '../vault/crash.ts'

const KILLS = 10

it('C-02 B-13 killed between row and file: after the next start both agree and nothing is lost', async () => {
  const program = await bundled('test/vault/writer.ts')
  const home = temporaryFolder()
  const random = seededRandom(7)
  const expected: Expected = new Map()
  for (let kill = 0; kill < KILLS; kill++) {
    const after = 1 + Math.floor(random() * 5)
    const delayMs = random() * 12
    await killWriter(program, home, { seed: kill + 1, after, delayMs }, expected)
    expect(await afterTheCrash(home, expected)).toEqual([])
  }
}, 120_000)

it('C-04 processes that regenerate the index at once leave a complete one', async () => {
  const program = await bundled('test/vault/writer.ts')
  const home = temporaryFolder()
  const writers = ['a', 'b', 'c'].map(async (prefix, index) => {
    const args = [program, home, String(index + 1), prefix, '15']
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] })
    const [code] = await once(child, 'close')
    return code as number | null
  })
  expect(await Promise.all(writers)).toEqual([0, 0, 0])
  const { engine, close } = await openMneme({ home, door: 'cli', speaker: 'person', folder: null })
  expect(await disagreements(engine)).toEqual([])
  expect(await engine.store.memories.count({ states: ['new'] })).toBeGreaterThan(6)
  await close()
}, 60_000)
