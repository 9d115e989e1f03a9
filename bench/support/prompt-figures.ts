/** What was kept of labelled messages, in figures: one way of counting for the bench and for the fit. */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'

interface Label {
  readonly type: string
  readonly scope: string
  readonly gist: string
}

export interface Prompt {
  readonly id: string
  readonly text: string
  readonly keep: readonly Label[]
  readonly why: string
}

/** What a message left behind, as far as it is compared. */
interface Kept {
  readonly type: string
  readonly scope: string
  readonly title: string
  readonly content: string
}

export interface Played<T extends Kept = Kept> {
  readonly prompt: Prompt
  readonly kept: readonly T[]
  readonly held: readonly T[]
}

const FOREIGN = /^pasted|^(?:code|other's words|task notification|slash output|system text)$/
const EXPLICIT = /explicit remember/
const OTHER_LANGUAGES =
  /^(?:German|French|Spanish|Portuguese|Italian|Chinese|Japanese|Korean|Russian)\b/
const RULES = new Set(['policy', 'preference', 'negative', 'correction', 'procedure', 'decision'])
/** Of the words of a gist, for a memory to carry it. */
const MIN_SHARE = 0.6

/** The messages of a file, or of every prompts-*.jsonl in a folder, by the name of the file. */
export function readPrompts(path: string): Map<string, Prompt[]> {
  const files = statSync(path).isDirectory()
    ? readdirSync(path)
        .filter((name) => /^prompts.*\.jsonl$/.test(name))
        .map((name) => join(path, name))
    : [path]
  return new Map(
    files.map((file) => [
      basename(file, '.jsonl'),
      readFileSync(file, 'utf8')
        .split('\n')
        .filter((line) => line.trim() !== '')
        .map((line) => JSON.parse(line)),
    ]),
  )
}

/** The share of the gist's words that stand in a text. */
export function shareOfGist(text: string, gist: string): number {
  const lower = text.toLowerCase()
  const words = gist.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? []
  return words.filter((word) => lower.includes(word)).length / words.length
}

function carries({ title, content }: Kept, { gist }: Label): boolean {
  return shareOfGist(`${title}\n${content}`, gist) >= MIN_SHARE
}

/** Each label with the memory that carries it: one of its own where there is one. */
function carriersOf<T extends Kept>({ prompt, kept }: Played<T>): [Label, T | null][] {
  const found = new Map<Label, T | null>()
  for (const label of prompt.keep) {
    const taken = [...found.values()]
    const own = kept.find((memory) => carries(memory, label) && !taken.includes(memory))
    found.set(label, own ?? null)
  }
  for (const label of prompt.keep) {
    if (found.get(label) === null)
      found.set(label, kept.find((memory) => carries(memory, label)) ?? null)
  }
  return [...found]
}

function isRight(memory: Kept, { prompt }: Played): boolean {
  return prompt.keep.some((label) => carries(memory, label))
}

export function figuresOf(played: readonly Played[]) {
  const labels = played.flatMap((each) =>
    carriersOf(each).map(([label, memory]) => ({ prompt: each.prompt, label, memory })),
  )
  const hits = labels.filter(({ memory }) => memory !== null)
  const kept = played.flatMap((each) => each.kept.map((memory) => ({ each, memory })))
  const right = kept.filter(({ each, memory }) => isRight(memory, each))
  const foreign = played.filter(({ prompt }) => FOREIGN.test(prompt.why))
  const asRule = foreign.filter((each) => each.kept.some(({ type }) => RULES.has(type)))
  const within = (kind: RegExp) => labels.filter(({ prompt }) => kind.test(prompt.why))
  const share = (part: readonly unknown[], whole: readonly unknown[]) =>
    whole.length === 0 ? 100 : Math.round((1000 * part.length) / whole.length) / 10
  const found = (some: typeof labels) =>
    share(
      some.filter(({ memory }) => memory !== null),
      some,
    )
  const wrongScope = hits.filter(({ label, memory }) => memory?.scope !== label.scope)
  const rightType = hits.filter(({ label, memory }) => memory?.type === label.type)
  const figures = {
    precision: share(right, kept),
    recall: found(labels),
    wrongScope: share(wrongScope, hits),
    foreignAsRule: asRule.length,
    explicit: found(within(EXPLICIT)),
    otherLanguages: found(within(OTHER_LANGUAGES)),
    typeAsLabelled: share(rightType, hits),
    held: played.reduce((sum, { held }) => sum + held.length, 0),
  }
  const rows: (string | number)[][] = [
    ['precision %', figures.precision, kept.length],
    ['recall %', figures.recall, labels.length],
    ['wrong scope %', figures.wrongScope, hits.length],
    ['foreign text kept as a rule', figures.foreignAsRule, foreign.length],
    ['explicit wishes kept %', figures.explicit, within(EXPLICIT).length],
    ['other languages %', figures.otherLanguages, within(OTHER_LANGUAGES).length],
    ['type as labelled %', figures.typeAsLabelled, hits.length],
    ['held for review', figures.held, played.length],
  ]
  return { figures, rows }
}

/** Every difference between what was kept and what the labels ask for, a line each. */
export function mistakesIn(each: Played): string[] {
  const { prompt, kept, held } = each
  const line = (what: string, more: string) =>
    `${prompt.id} ${what} [${prompt.why}] ${JSON.stringify(prompt.text)} ${more}`
  const ofLabels = carriersOf(each).flatMap(([label, memory]) => {
    if (memory === null) return [line('MISSED', `${label.type} ${label.gist}`)]
    return [
      ...(memory.scope === label.scope
        ? []
        : [line('SCOPE', `${memory.scope}, not ${label.scope}`)]),
      ...(memory.type === label.type ? [] : [line('TYPE', `${memory.type}, not ${label.type}`)]),
    ]
  })
  const wrong = kept
    .filter((memory) => !isRight(memory, each))
    .map((memory) => line('WRONG', `${memory.type}: ${memory.content}`))
  const waiting = held.map((memory) => line('held', `${memory.type}: ${memory.content}`))
  return [...ofLabels, ...wrong, ...waiting]
}
