/** M-10. A memory's words taken apart once, since one claim is compared with dozens. */
import { BoundedMap } from '../bounded-map.ts'
import { type TitledTokens, titledTokens } from '../text/jaccard.ts'
import { sentencesOf } from '../text/sentences.ts'
import { endsSomething, takeOpening, withoutLeadIn } from './change-cues.ts'
import { titleFrom } from './normalise.ts'
import type { WholeText } from './restatement.ts'
import { type Slot, slotOf } from './slots.ts'
import {
  contentOf,
  findGivenUp,
  MAX_COMPARED_LENGTH,
  type Statement,
  statementOf,
  type Term,
  termsOf,
} from './statement.ts'

export interface Claim {
  readonly title: string
  readonly content: string
  readonly type?: string
}

/** A sentence as it is compared. */
export interface Sentence extends Statement {
  readonly slot: Slot | null
}

/** A claim as it is compared. What only near pairs ask for is read when it is asked for, and once. */
export interface ClaimReading extends WholeText {
  readonly statements: readonly Sentence[]
  readonly clauses: readonly Sentence[]
  readonly title: readonly Term[]
  /** Keys of the content alone. */
  readonly said: ReadonlySet<string>
  /** Keys of title and content, and of what is given up. */
  readonly keys: ReadonlySet<string>
  /** The words of title and content as `weightedTokenJaccard` compares them. */
  readonly tokens: TitledTokens
  /** Its title says more than one made from its text would. */
  readonly hasOwnTitle: boolean
}

const readings = new WeakMap<Claim, ClaimReading>()
/** A memory is judged by its words, then by its meaning, from the store each time: its words stay. */
export const MAX_READINGS = 512
const readingsByText = new BoundedMap<string, ClaimReading>(MAX_READINGS)

export function readingOf(claim: Claim): ClaimReading {
  const known = readings.get(claim)
  if (known !== undefined) return known
  const reading = readingsByText.of(`${claim.title}\n${claim.content}`, () => readClaim(claim))
  readings.set(claim, reading)
  return reading
}

function cut(text: string): string {
  return text.slice(0, MAX_COMPARED_LENGTH)
}

/** Without when it changed: "Since the summer CI runs on …". */
export function bareReadingOf(claim: Claim): ClaimReading {
  const content = cut(claim.content)
  const bare = withoutLeadIn(content)
  return bare === content ? readingOf(claim) : readClaim({ title: claim.title, content: bare })
}

function readClaim(claim: Claim): ClaimReading {
  const text = cut(claim.content)
  const sentences = sentencesOf(text).flatMap((sentence) => sentence.text.split(/;\s+/))
  const statements = sentences.map(sentenceOf).filter((each) => each.content.length > 0)
  const title = contentOf(takeOpening(cut(claim.title)).rest)
  const said = new Set(statements.flatMap((each) => [...each.keys, ...each.rejected]))
  const clauses = once(() => sentences.flatMap(clausesOf).map(sentenceOf))
  const parts = once(() => sentences.map(termsOf))
  const terms = once(() => parts().flatMap((part) => part.terms))
  const givenUp = once(() => findGivenUp(text))
  const ends = once(() => endsSomething(text))
  const tokens = once(() => titledTokens(claim))
  const hasOwnTitle = once(() => claim.title !== titleFrom(claim.content))
  return {
    statements,
    title,
    said,
    keys: new Set([...said, ...title.map((term) => term.key)]),
    get clauses() {
      return clauses()
    },
    get terms() {
      return terms()
    },
    get denies() {
      return parts().some((part) => part.denies)
    },
    get endsSomething() {
      return ends()
    },
    get givenUp() {
      return givenUp().givenUp
    },
    get corrects() {
      return givenUp().corrects
    },
    get announcesChange() {
      return givenUp().announcesChange
    },
    get tokens() {
      return tokens()
    },
    get hasOwnTitle() {
      return hasOwnTitle()
    },
  }
}

function sentenceOf(text: string): Sentence {
  const slot = once(() => slotOf(text))
  return {
    ...statementOf(text),
    get slot() {
      return slot()
    },
  }
}

/** Most pairs differ in their words alone, so the rest is computed on demand. */
function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | null = null
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

const MIN_CLAUSE_WORDS = 2
/** A list of steps is one thing: its parts are not claims of their own. */
const MAX_CLAUSES = 3

/** "Deletes are soft, a deleted_at column is set": two claims in one sentence. */
function clausesOf(sentence: string): string[] {
  const parts = sentence.split(/[,:]\s+/)
  if (parts.length < 2 || parts.length > MAX_CLAUSES) return []
  return parts.filter((part) => part.split(/\s+/).length >= MIN_CLAUSE_WORDS)
}
