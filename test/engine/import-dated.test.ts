/** M-10, M-12, M-13. An import keeps the dates of what it brings, and is judged as a new memory would be. */
import { expect, it } from 'vitest'
import { testClock } from '../support/clock.ts'
import { type Home, openHome } from '../support/opened-home.ts'

const THEN = '2023-03-01T09:00:00.000Z'
const TURNS = 2000

async function linesOf(content: string, at: string): Promise<string[]> {
  const home = await openHome({ clock: testClock(at) })
  await home.do('remember', { content, type: 'fact', scope: 'global' })
  return [...(await home.do('export', {})).lines]
}

/** The lines of an export with its one memory told many times, a minute apart. */
function manyTurns(lines: readonly string[]): string {
  const memoryLine = lines.find((line) => line.includes('"record":"memory"')) ?? ''
  const rest = lines.filter((line) => line !== memoryLine)
  const { row } = JSON.parse(memoryLine)
  const turns = Array.from({ length: TURNS }, (_, i) => {
    const at = new Date(Date.parse(THEN) + i * 60_000).toISOString()
    const content = `Shelf ${i} of the archive holds the ledgers of branch number ${i * 7}.`
    const id = `${row.id.slice(0, -4)}${String(i).padStart(4, '0')}`
    const provenance = { ...row.provenance, at }
    const dated = { createdAt: at, updatedAt: at, lastReinforcedAt: at, stateSince: at }
    const named = { name: `shelf-${i}`, title: content.slice(0, -1), description: content }
    return JSON.stringify({
      record: 'memory',
      row: { ...row, ...dated, ...named, id, content, provenance },
    })
  })
  return [...rest, ...turns].join('\n')
}

async function contentsOf(home: Home): Promise<Map<string, { at: string; by: string | null }>> {
  const all = await home.engine.store.memories.list({}, { limit: TURNS + 10, order: 'id' })
  return new Map(
    all.map(({ content, createdAt, supersededBy }) => [
      content,
      { at: createdAt, by: supersededBy },
    ]),
  )
}

it('M-12, M-13 two thousand dated turns keep their dates, and a strong match is brought years later', async () => {
  const text = manyTurns(await linesOf('The archive has shelves.', THEN))
  const home = await openHome({})
  const done = await home.do('import', { text })
  expect(done.created).toBe(TURNS)
  const kept = await contentsOf(home)
  const wanted = 'Shelf 1234 of the archive holds the ledgers of branch number 8638.'
  expect(kept.get(wanted)?.at).toBe('2023-03-02T05:34:00.000Z')
  expect(new Set([...kept.values()].map(({ at }) => at)).size).toBe(TURNS)
  const prompt = 'Which ledgers does shelf 1234 of the archive hold?'
  const served = JSON.stringify(await home.do('context', { prompt }))
  expect(served).toContain('branch number 8638')
  expect(served).toContain('age=\\"2y\\"')
}, 120_000)

it('M-10, M-12 what is imported is held against what is here, the later saying holds', async () => {
  const older = await linesOf('The port of the billing service is 8080.', THEN)
  const later = await linesOf(
    'The port of the billing service is 9090.',
    '2025-03-01T09:00:00.000Z',
  )
  const home = await openHome({ clock: testClock('2024-03-01T09:00:00.000Z') })
  const here = 'The port of the billing service is 7070.'
  await home.do('remember', { content: here, type: 'fact', scope: 'global' })
  await home.do('import', { text: older.join('\n') })
  await home.do('import', { text: later.join('\n') })
  const kept = await contentsOf(home)
  expect(kept.get('The port of the billing service is 8080.')?.by).not.toBeNull()
  expect(kept.get(here)?.by).not.toBeNull()
  expect(kept.get('The port of the billing service is 9090.')?.by).toBeNull()
}, 60_000)
