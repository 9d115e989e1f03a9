/** Public labelled data as questions over collections. Read from a folder; nothing is copied. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface Document {
  readonly id: string
  readonly text: string
  readonly speaker: string | null
  readonly session: string | null
  readonly at: string
}

export interface Question {
  readonly text: string
  /** The documents it was written from. */
  readonly evidence: readonly string[]
  /** Documents that said something else before. */
  readonly superseded: readonly string[]
}

/** Questions about one collection. */
export interface Collection {
  readonly documents: readonly Document[]
  readonly questions: readonly Question[]
}

interface Turn {
  readonly speaker: string
  readonly dia_id: string
  readonly text: string
  /** What a picture that was sent along shows. */
  readonly blip_caption?: string
}

interface LocomoItem {
  readonly conversation: Readonly<Record<string, unknown>>
  readonly qa: readonly {
    readonly question: string
    readonly evidence: readonly string[]
    readonly category: number
  }[]
}

/** Long conversations, a document is a turn; categories 1 to 4 have an answer. */
export function locomo(folder: string): Collection[] {
  const items = readJson(join(folder, 'locomo-dev', 'locomo-dev.json')) as LocomoItem[]
  return items.map(({ conversation, qa }) => {
    const documents: Document[] = []
    for (let number = 1; `session_${number}` in conversation; number += 1) {
      const at = momentOf(String(conversation[`session_${number}_date_time`]))
      const turns = conversation[`session_${number}`] as readonly Turn[]
      for (const { speaker, dia_id: id, text: said, blip_caption: shown } of turns) {
        const text = shown === undefined ? said : `${said} [${shown}]`
        documents.push({ id, text, speaker, session: String(number), at })
      }
    }
    const known = new Set(documents.map(({ id }) => id))
    const questions = qa
      .filter(({ category }) => category <= 4)
      .map(({ question, evidence }) => ({
        text: question,
        evidence: idsIn(evidence.join(' ')).filter((id) => known.has(id)),
        superseded: [],
      }))
      .filter(({ evidence }) => evidence.length > 0)
    return { documents, questions }
  })
}

/** A few of the strings are malformed: `D8:6; D9:17`, `D:11:26`. */
function idsIn(text: string): string[] {
  return [...new Set(text.replace(/D:/g, 'D').match(/D\d+:\d+/g) ?? [])]
}

/** `1:56 pm on 8 May, 2023` */
function momentOf(text: string): string {
  const [, hour = '0', minute = '0', half, rest = ''] =
    /^(\d+):(\d+) (am|pm) on (.*)$/.exec(text.trim()) ?? []
  const date = new Date(`${rest} UTC`)
  date.setUTCHours((Number(hour) % 12) + (half === 'pm' ? 12 : 0), Number(minute))
  return date.toISOString()
}

/** Real questions to a search engine, a document is a Python function. */
export function cosqa(folder: string): Collection[] {
  const codes = readJson(join(folder, 'cosqa-dev', 'code_idx_map.txt')) as Record<string, number>
  const asked = readJson(join(folder, 'cosqa-dev', 'cosqa-retrieval-dev-500.json')) as readonly {
    readonly doc: string
    readonly retrieval_idx: number
  }[]
  const documents = Object.entries(codes).map(([text, number]) => ({
    id: String(number),
    text,
    speaker: null,
    session: null,
    at: '2026-01-01T00:00:00.000Z',
  }))
  const questions = asked.map(({ doc, retrieval_idx }) => ({
    text: doc,
    evidence: [String(retrieval_idx)],
    superseded: [],
  }))
  return [{ documents, questions }]
}

interface MemoryCodeItem {
  readonly sessions: readonly {
    readonly text: string
    readonly topic: readonly string[]
    readonly type: readonly string[]
  }[]
}

const NAME_RULE =
  /^always (start|end|include .*?|use .*?) (?:in |for )?((?:function argument|function|method|variable|attribute|class)) names/

/**
 * Dialogues of a mentor and a mentee, a document is a session. Rules for names are made and changed;
 * asked is for the one in force. A session that states an older version of it is superseded.
 */
export function memorycode(folder: string): Collection[] {
  const place = join(folder, 'memorycode-dev')
  return readdirSync(place)
    .sort()
    .map((file) => {
      const { sessions } = readJson(join(place, file)) as MemoryCodeItem
      const documents = sessions.map(({ text }, number) => ({
        id: String(number),
        text,
        speaker: null,
        session: null,
        at: new Date(Date.UTC(2026, 0, 1 + number)).toISOString(),
      }))
      return { documents, questions: questionsAbout(sessions) }
    })
}

function questionsAbout(sessions: MemoryCodeItem['sessions']): Question[] {
  const stated = new Map<string, Map<string, number[]>>()
  sessions.forEach(({ topic, type }, number) => {
    topic.forEach((rule, at) => {
      const [, kind = '', object] = NAME_RULE.exec(rule) ?? []
      if (object === undefined || !type[at]?.startsWith('instruction')) return
      const rules = stated.get(object) ?? new Map<string, number[]>()
      stated.set(object, rules)
      // Beginning and end of a name can be ruled side by side; everything else is one rule.
      const slot = kind === 'start' || kind === 'end' ? kind : 'other'
      rules.set(slot, [...(rules.get(slot) ?? []), number])
    })
  })
  return [...stated].map(([object, rules]) => {
    const inForce = new Set([...rules.values()].map((numbers) => numbers.at(-1)))
    const before = [...rules.values()].flat().filter((number) => !inForce.has(number))
    return {
      text: `What is the current rule for ${object} names?`,
      evidence: [...inForce].map(String),
      superseded: [...new Set(before)].map(String),
    }
  })
}

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(path, 'utf8'))
}
