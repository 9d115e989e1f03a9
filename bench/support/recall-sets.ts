/**
 * Public labelled data as questions over collections. A set is known by its shape, not by its name,
 * so any folder that holds one is measured alike. Read where it lies; nothing is copied.
 */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'

export interface Document {
  readonly id: string
  readonly text: string
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
  /** Questions that nothing in it answers. */
  readonly unanswerable: readonly string[]
}

export interface RecallSet {
  /** The name of its folder. */
  readonly name: string
  readonly shape: ShapeName
  /** As what kind of memory its documents are kept. */
  readonly type: string
  read(): Collection[]
}

/** Each shape: how it is recognised, as what it is kept, how it is read. */
const SHAPES = {
  conversations: { type: 'fact', files: conversationFiles, read: readConversations },
  'code search': { type: 'reference', files: codeSearchFiles, read: readCodeSearch },
  'changed rules': { type: 'policy', files: dialogueFiles, read: readDialogues },
} as const
export type ShapeName = keyof typeof SHAPES

/** The sets in a folder, or the folder itself where it is one. */
export function findSets(folder: string): RecallSet[] {
  const inside = readdirSync(folder)
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isDirectory())
  return [folder, ...inside].flatMap((place) =>
    (Object.keys(SHAPES) as ShapeName[]).flatMap((shape) => {
      const { type, files, read } = SHAPES[shape]
      const found = files(place)
      if (found.length === 0) return []
      return { name: basename(place), shape, type, read: () => read(found) }
    }),
  )
}

interface Turn {
  readonly speaker?: string
  readonly role?: string
  readonly dia_id: string
  readonly text: string
  /** What a picture that was sent along shows. */
  readonly blip_caption?: string
}

interface ConversationItem {
  readonly conversation: Readonly<Record<string, unknown>>
  readonly qa: readonly {
    readonly question: string
    readonly evidence: readonly string[]
    readonly category: number
  }[]
}

function conversationFiles(folder: string): string[] {
  return jsonFiles(folder).filter((file) => /"qa"\s*:/.test(readFileSync(file, 'utf8')))
}

/** Long conversations, a document is a turn with its speaker; categories 1 to 4 have an answer. */
function readConversations(files: readonly string[]): Collection[] {
  const items = files.flatMap((file) => readJson(file) as ConversationItem[])
  return items.map(({ conversation, qa }) => {
    const documents: Document[] = []
    for (let number = 1; `session_${number}` in conversation; number += 1) {
      const at = momentOf(String(conversation[`session_${number}_date_time`]))
      const turns = conversation[`session_${number}`] as readonly Turn[]
      for (const { speaker, role, dia_id: id, text: said, blip_caption: shown } of turns) {
        const text = shown === undefined ? said : `${said} [${shown}]`
        const name = speaker ?? role ?? 'user'
        documents.push({ id, text: `${name}: ${text}`, session: String(number), at })
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
    const unanswerable = qa.filter(({ category }) => category > 4).map(({ question }) => question)
    return { documents, questions, unanswerable }
  })
}

/** A few of the strings are malformed: `D8:6; D9:17`, `D:11:26`. */
function idsIn(text: string): string[] {
  return [...new Set(text.replace(/D:/g, 'D').match(/D\d+:\d+/g) ?? [])]
}

/** `1:56 pm on 8 May, 2023`, `March-15-2024`, or anything a date is usually written as. */
export function momentOf(text: string): string {
  const [, hour = '0', minute = '0', half, rest = text] =
    /^(\d+):(\d+)\s*(am|pm)?\s+on\s+(.*)$/i.exec(text.trim()) ?? []
  const named = rest.trim().replace(/^(\p{L}+)-(\d{1,2})-(\d{4})$/u, '$1 $2 $3')
  const parsed = Date.parse(/\d[T ]\d|Z$/.test(named) ? named : `${named} UTC`)
  if (Number.isNaN(parsed)) throw new Error(`"${text}" is not a date`)
  const hours =
    half === undefined ? Number(hour) : (Number(hour) % 12) + (/pm/i.test(half) ? 12 : 0)
  return new Date(parsed + (hours * 60 + Number(minute)) * 60_000).toISOString()
}

function codeSearchFiles(folder: string): string[] {
  const map = join(folder, 'code_idx_map.txt')
  const asked = jsonFiles(folder).filter((file) => /retrieval/.test(basename(file)))
  return existsSync(map) && asked.length > 0 ? [map, ...asked] : []
}

/** Real questions to a search engine, a document is a Python function. */
function readCodeSearch([map = '', ...asked]: readonly string[]): Collection[] {
  const codes = readJson(map) as Record<string, number>
  const documents = Object.entries(codes).map(([text, number]) => ({
    id: String(number),
    text,
    session: null,
    at: '2026-01-01T00:00:00.000Z',
  }))
  const questions = asked
    .flatMap((file) => readJson(file) as { doc: string; retrieval_idx: number }[])
    .map(({ doc, retrieval_idx }) => ({
      text: doc,
      evidence: [String(retrieval_idx)],
      superseded: [],
    }))
  return [{ documents, questions, unanswerable: [] }]
}

interface Dialogue {
  readonly sessions: readonly {
    readonly text: string
    readonly topic: readonly string[]
    readonly type: readonly string[]
  }[]
}

function dialogueFiles(folder: string): string[] {
  return jsonFiles(folder).filter((file) => /^dialogue_\d+\.json$/.test(basename(file)))
}

const NAME_RULE =
  /^always (start|end|include .*?|use .*?) (?:in |for )?((?:function argument|function|method|variable|attribute|class)) names/

/**
 * Dialogues of a mentor and a mentee, a document is a session. Rules for names are made and changed;
 * asked is for the one in force. A session that states an older version of it is superseded.
 */
function readDialogues(files: readonly string[]): Collection[] {
  return files.map((file) => {
    const { sessions } = readJson(file) as Dialogue
    const documents = sessions.map(({ text }, number) => ({
      id: String(number),
      text,
      session: `session ${number}`,
      at: new Date(Date.UTC(2026, 0, 1 + number)).toISOString(),
    }))
    return { documents, questions: questionsAbout(sessions), unanswerable: [] }
  })
}

function questionsAbout(sessions: Dialogue['sessions']): Question[] {
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

function jsonFiles(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => join(folder, name))
}

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(path, 'utf8'))
}
