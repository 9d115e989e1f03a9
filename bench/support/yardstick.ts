/**
 * A fixed piece of work in plain JavaScript and SQLite. How long it takes says how fast the machine is at
 * present, so that processor times of different machines and hours can be held against each other.
 */
import { openBareTable } from './bare-table.ts'
import { textsFrom } from './texts.ts'
import { processorTime, timingOf } from './timing.ts'

const TEXTS = 500
const ROUNDS = 7

/** Processor milliseconds, the median of a few rounds. */
export async function measureYardstick(): Promise<number> {
  const samples: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) samples.push(await processorTime(doFixedWork))
  return timingOf(samples).p50
}

function doFixedWork(): void {
  const table = openBareTable(':memory:', 'OFF')
  const texts = textsFrom(1)
  const seen = new Map<string, number>()
  for (let made = 0; made < TEXTS; made += 1) {
    const text = JSON.parse(JSON.stringify(texts.next())) as ReturnType<typeof texts.next>
    for (const word of text.content.toLowerCase().match(/[a-z]+/g) ?? []) {
      seen.set(word, (seen.get(word) ?? 0) + 1)
    }
    table.insertAll([text])
  }
  for (const word of [...seen.keys()].sort().slice(0, TEXTS / 10)) table.find(word, 10)
  table.close()
}
