/**
 * Documents as recall searches them: turns of conversations in tables like those of messages, other
 * documents as memories in a store of their own.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Bm25Settings } from '../../src/search/bm25.ts'
import type { Corpus, QueryVector, Ranked } from '../../src/search/corpus.ts'
import { passagesToEmbed } from '../../src/search/embed-text.ts'
import { StretchSettings, stretchesOf } from '../../src/sessions/stretches.ts'
import { Database } from '../../src/store/sqlite/database.ts'
import { type Counted, Postings } from '../../src/store/sqlite/postings.ts'
import { indexText } from '../../src/text/index-text.ts'
import { PassageSettings, passagesOf } from '../../src/text/passages.ts'
import type { Document } from './recall-sets.ts'

export interface Searchable<Filter> {
  readonly corpus: Corpus<Filter>
  readonly filter: Filter
  close(): Promise<void>
}

const passageSettings = PassageSettings.parse({})
const stretchSettings = { ...StretchSettings.parse({}), passages: passageSettings }

export function textsToEmbed(documents: readonly Document[]): string[] {
  return documents.flatMap(({ text }) =>
    passagesToEmbed(passageSettings, { lead: '', text }).map((passage) => passage.text),
  )
}

interface Place {
  readonly unit: number
  readonly start: number
  readonly end: number
}

/** Turns with their words, their stretches and, where given, their vectors. */
export function turns(
  documents: readonly Document[],
  vectors: readonly Float32Array[] | null,
): Searchable<null> {
  const folder = mkdtempSync(join(tmpdir(), 'mneme-bench-'))
  const db = new Database({ file: join(folder, 'turns.db'), synchronous: 'OFF', busyTimeoutMs: 0 })
  for (const table of ['turn', 'around']) {
    db.exec(`CREATE VIRTUAL TABLE ${table} USING fts5(
      body, content = '', contentless_delete = 1, tokenize = 'porter unicode61')`)
    db.exec(`CREATE VIRTUAL TABLE ${table}_term USING fts5vocab('${table}', 'instance')`)
  }
  const passages: Place[] = []
  const stretchUnits: number[][] = []
  db.transaction(() => {
    documents.forEach((document, unit) => {
      for (const { start, end, text } of passagesOf(passageSettings, document.text)) {
        passages.push({ unit, start, end })
        db.run('INSERT INTO turn (rowid, body) VALUES (?, ?)', passages.length, indexText(text))
      }
    })
    for (const { units, text } of stretchesIn(documents)) {
      stretchUnits.push(units)
      db.run('INSERT INTO around (rowid, body) VALUES (?, ?)', stretchUnits.length, indexText(text))
    }
  })
  const settings = Bm25Settings.parse({})
  const tables = { columns: ['body'], head: null, ignored: [] }
  const words = new Postings(db, { ...tables, text: 'turn', terms: 'turn_term' }, settings)
  const around = new Postings(db, { ...tables, text: 'around', terms: 'around_term' }, settings)
  const corpus: Corpus<null> = {
    name: 'messages',
    async byText(query) {
      if (query.kind === 'raw') return null
      return ranked(bestText(words.count(query.terms, null), passages), (each) => each.score)
    },
    async byContext(terms) {
      const counted = around.count(terms, null)
      const best = new Map<number, { unit: number; score: number }>()
      for (const { passage, score } of counted.scores(counted.roughly(0, counted.size))) {
        for (const unit of stretchUnits[passage - 1] ?? []) {
          if (score > (best.get(unit)?.score ?? 0)) best.set(unit, { unit, score })
        }
      }
      return ranked([...best.values()], (each) => each.score)
    },
    async byMeaning(query) {
      return ranked(bestMeaning(query, passages, vectors ?? []), (each) => each.cosine)
    },
    async units(keys) {
      return keys.map((key) => {
        const { id, text, speaker, session, at } = documents[key] as Document
        const rest = {
          role: null,
          head: '',
          isRule: false,
          archived: false,
          supersededBy: null,
          standing: null,
        }
        return { key, id, text, speaker, session, at, ...rest }
      })
    },
    async speakers() {
      return [...new Set(documents.flatMap(({ speaker }) => speaker ?? []))]
    },
  }
  return {
    corpus,
    filter: null,
    async close() {
      db.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function stretchesIn(documents: readonly Document[]): { units: number[]; text: string }[] {
  const bySession = grouped(documents)
  return [...bySession.values()].flatMap((units) => {
    const said = units.map((unit) => ({
      id: String(unit),
      speaker: documents[unit]?.speaker ?? '',
      text: documents[unit]?.text ?? '',
    }))
    return stretchesOf(stretchSettings, said).map(({ fromMessage, toMessage, text }) => ({
      units: units.filter((unit) => unit >= Number(fromMessage) && unit <= Number(toMessage)),
      text,
    }))
  })
}

function grouped(documents: readonly Document[]): Map<string | null | undefined, number[]> {
  const groups = new Map<string | null | undefined, number[]>()
  documents.forEach(({ session }, unit) => {
    groups.set(session, [...(groups.get(session) ?? []), unit])
  })
  return groups
}

function bestText(counted: Counted, passages: readonly Place[]) {
  const best = new Map<number, Place & { score: number; coverage: number; overlap: number }>()
  for (const { passage, ...rest } of counted.scores(counted.roughly(0, counted.size))) {
    const place = passages[passage - 1] as Place
    if (rest.score > (best.get(place.unit)?.score ?? 0)) best.set(place.unit, { ...place, ...rest })
  }
  return [...best.values()]
}

function bestMeaning(
  { vector }: QueryVector,
  passages: readonly Place[],
  vectors: readonly Float32Array[],
) {
  const best = new Map<number, Place & { cosine: number }>()
  vectors.forEach((each, at) => {
    let cosine = 0
    for (let i = 0; i < each.length; i += 1) cosine += (each[i] as number) * (vector[i] as number)
    const place = passages[at] as Place
    if (cosine > (best.get(place.unit)?.cosine ?? -1)) best.set(place.unit, { ...place, cosine })
  })
  return [...best.values()]
}

function ranked<Candidate extends { readonly unit: number }>(
  all: readonly Candidate[],
  scoreOf: (candidate: Candidate) => number,
): Ranked<Candidate> {
  const sorted = [...all].sort((a, b) => scoreOf(b) - scoreOf(a) || a.unit - b.unit)
  return {
    best: async (limit) => sorted.slice(0, limit),
    async of(units) {
      const wanted = new Set(units)
      return sorted.filter(({ unit }) => wanted.has(unit))
    },
  }
}
