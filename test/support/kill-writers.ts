/** B-13. Writers that are killed at a random moment, again and again, and what is left afterwards. */
import { setTimeout } from 'node:timers/promises'
import { openMneme } from '../../src/compose.ts'
import { examine } from '../../src/engine/care/doctor.ts'
import { undo } from '../../src/engine/journal/undo.ts'
import { type Promised, startWriter } from './writers.ts'

export interface AfterKills {
  readonly kills: number
  readonly promised: number
  /** Promised, and not there: must be none. */
  readonly lost: readonly string[]
  /** What doctor found: must be nothing. */
  readonly findings: readonly string[]
  readonly undone: number
}

const WRITERS = 2
const MAX_MS = 1500

export async function killWriters(
  home: string,
  kills: number,
  random: () => number,
): Promise<AfterKills> {
  const promised: Promised[] = []
  const findings: string[] = []
  const lost: string[] = []
  let undone = 0
  for (let kill = 0; kill < kills; kill++) {
    const writers = Array.from({ length: WRITERS }, (_, at) =>
      startWriter(home, kill * WRITERS + at, 100_000),
    )
    // At least one has begun to write; then any moment is as good as another.
    await Promise.race(writers.map(({ process }) => once(process.stdout)))
    await setTimeout(random() * MAX_MS)
    for (const { process } of writers) process.kill('SIGKILL')
    const ended = await Promise.all(writers.map((writer) => writer.ended))
    for (const each of ended) {
      if (each.complaint !== '') findings.push(each.complaint)
      promised.push(...each.promised)
    }
    const after = await lookAt(home, promised)
    lost.push(...after.lost)
    findings.push(...after.findings)
    undone += after.undone
  }
  return { kills, promised: promised.length, lost, findings, undone }
}

async function lookAt(home: string, promised: readonly Promised[]) {
  const env = { MNEME_VAULT_ENABLED: 'false' }
  const { engine, caller, close } = await openMneme({ home, env, door: 'cli', speaker: 'person' })
  try {
    const present = new Set(
      (await engine.store.memories.get(promised.map(({ id }) => id))).map(({ id }) => id),
    )
    const lost = promised.filter(({ id }) => !present.has(id)).map(({ id }) => id)
    const { findings } = await examine(engine, caller, false)
    const before = await engine.store.memories.count({})
    const done = await undo(engine, caller, { kind: 'last', anyone: true, everywhere: true })
    await undo(engine, caller, { kind: 'batch', id: done.batch ?? '' })
    const after = await engine.store.memories.count({})
    const wrong = findings
      .map(({ what }) => what)
      .filter((what) => !what.includes('read by others'))
    if (before !== after) wrong.push(`undo and redo left ${after} of ${before} memories`)
    return { lost, findings: wrong, undone: 1 }
  } finally {
    await close()
  }
}

function once(stream: NodeJS.ReadableStream | null): Promise<void> {
  return new Promise((resolve) => {
    stream?.once('data', () => resolve())
    stream?.once('close', () => resolve())
  })
}
