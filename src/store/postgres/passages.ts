/** D-01, D-19. What the index is given of a memory, passage by passage. */
import type { Memory } from '../../memory/memory.ts'
import { indexText } from '../../text/index-text.ts'
import { memoryPassages } from '../rules/passages.ts'
import type { Transaction } from './connections.ts'
import { placeKey } from './space.ts'
import { toText } from './texts.ts'
import { indexedWords } from './words.ts'

export interface PassageRow {
  readonly memory: number
  readonly number: number
  readonly place: string
  readonly start: number
  readonly end: number
  readonly tokens: number
  readonly words: string
}

/** D-18. What is forgotten has no words. */
export function passageRows(space: number, memory: Memory, unit: number): PassageRow[] {
  if (memory.state === 'removed') return []
  const head = indexText([memory.name, memory.type, memory.title, ...memory.tags].join(' '))
  const lead = indexText([memory.subtitle, memory.description].join(' ').trim())
  const place = placeKey(memory)
  return memoryPassages(memory.content).map(({ start, end, text }, number) => {
    const said = indexText(text)
    const body = start === 0 && lead !== '' ? `${lead} ${said}` : said
    return { memory: unit, number, place, start, end, ...indexedWords(space, head, body) }
  })
}

export function insertPassages(
  db: Transaction,
  space: number,
  rows: readonly PassageRow[],
  places: ReadonlyMap<string, number>,
): void {
  if (rows.length === 0) return
  db.send(
    `INSERT INTO passage (space, memory, number, place, "start", "end", tokens, words)
     SELECT $1, memory, number, place, "start", "end", tokens, words::tsvector
     FROM unnest($2::bigint[], $3::integer[], $4::integer[], $5::integer[], $6::integer[],
       $7::integer[], $8::text[])
       AS given(memory, number, place, "start", "end", tokens, words)`,
    space,
    rows.map((row) => row.memory),
    rows.map((row) => row.number),
    rows.map((row) => places.get(row.place) as number),
    rows.map((row) => row.start),
    rows.map((row) => row.end),
    rows.map((row) => row.tokens),
    rows.map((row) => toText(row.words)),
  )
}
