import { spawn, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openMneme } from '../../src/compose.ts'
import { findMessages } from '../store/finding.ts'
import { bundle } from '../support/bundle.ts'
import { temporaryFolder } from '../support/folder.ts'
import { sessionFile } from '../support/session-files.ts'

const SESSIONS = 6
const TURNS = 400

let program: { path: string; remove: () => Promise<void> }
beforeAll(async () => {
  program = await bundle(fileURLToPath(new URL('read-and-die.ts', import.meta.url)))
})
afterAll(() => program.remove())

/** Long enough that several stores are needed. */
function writeSessions(person: string): void {
  for (let index = 0; index < SESSIONS; index++) {
    const file = sessionFile(person, `session-${index}`)
    for (let turn = 0; turn < TURNS; turn++) {
      file.prompt(`Please change part ${turn} of ${index}.`)
      file.answer(`Part ${turn} of ${index} is changed.`)
    }
  }
}

function run(home: string, person: string, stores: number): { code: number | null; out: string } {
  const { status, stdout } = spawnSync(
    process.execPath,
    [program.path, home, person, String(stores)],
    { encoding: 'utf8' },
  )
  return { code: status, out: stdout }
}

async function contentOf(home: string) {
  const mneme = await openMneme({
    home,
    door: 'cli',
    speaker: 'person',
    env: { MNEME_VAULT_ENABLED: 'false' },
  })
  try {
    const { sessions, care } = mneme.engine.store
    const all = await sessions.list({}, { limit: 100 })
    const messages = []
    for (const session of all) {
      for (const { key, text, role } of await sessions.messages(session)) {
        messages.push([key, role, text])
      }
    }
    const hits = await findMessages({ sessions }, ['part'], {}, 10_000)
    return { all, messages, hits: hits?.length, damage: await care.check() }
  } finally {
    await mneme.close()
  }
}

describe('a process that is killed', () => {
  it('B-13 F-07 killed after any store and started again, it ends as if it had not been', async () => {
    const person = temporaryFolder()
    writeSessions(person)
    const whole = join(temporaryFolder(), 'home')
    expect(run(whole, person, 1_000_000).out).toBe('finished')
    const expected = await contentOf(whole)
    expect(expected.messages).toHaveLength(SESSIONS * TURNS * 2)
    expect(expected.damage).toEqual([])

    const killed = join(temporaryFolder(), 'home')
    let kills = 0
    while (run(killed, person, 1).out !== 'finished') {
      kills += 1
      expect(kills).toBeLessThan(50)
    }
    expect(kills).toBeGreaterThan(1)
    const found = await contentOf(killed)
    expect(found.messages).toEqual(expected.messages)
    expect(found.all.map(({ id, messages, users }) => [id, messages, users])).toEqual(
      expected.all.map(({ id, messages, users }) => [id, messages, users]),
    )
    expect(found.hits).toBe(expected.hits)
    expect(found.damage).toEqual([])
  }, 120_000)

  it('B-13 killed at a random moment, nothing is lost or doubled', async () => {
    const person = temporaryFolder()
    writeSessions(person)
    const home = join(temporaryFolder(), 'home')
    for (const afterMs of [150, 300, 450, 600]) {
      const child = spawn(process.execPath, [program.path, home, person, '1000000'])
      const ended = new Promise((resolve) => child.once('exit', resolve))
      setTimeout(() => child.kill('SIGKILL'), afterMs)
      await ended
    }
    expect(run(home, person, 1_000_000).out).toBe('finished')
    const { messages, damage } = await contentOf(home)
    expect(new Set(messages.map(([key]) => key)).size).toBe(SESSIONS * TURNS * 2)
    expect(messages).toHaveLength(SESSIONS * TURNS * 2)
    expect(damage).toEqual([])
  }, 120_000)
})
