/**
 * D-10. A person's own expression, in the syntax of FTS5: phrases, AND, OR, NOT, NEAR, prefixes,
 * columns. PostgreSQL has another syntax, so it is read here and written anew as a tsquery.
 */
import { stemsOf } from './words.ts'

export type Column = 'head' | 'body'

export type Expression =
  | { readonly kind: 'phrase'; readonly phrase: Phrase }
  | { readonly kind: 'near'; readonly phrases: readonly Phrase[]; readonly within: number }
  | { readonly kind: 'and' | 'or' | 'not'; readonly left: Expression; readonly right: Expression }
  /** A phrase without any word matches nothing. */
  | { readonly kind: 'nothing' }

export interface Phrase {
  readonly stems: readonly string[]
  /** The last word may go on. */
  readonly isPrefix: boolean
  readonly columns: readonly Column[]
}

/** Null for what cannot be read. */
export function parseExpression(text: string, columns: readonly Column[]): Expression | null {
  const tokens = tokensOf(text)
  if (tokens === null || tokens.length === 0) return null
  const parser = new Parser(tokens, columns)
  try {
    return parser.whole()
  } catch (thrown) {
    if (thrown instanceof Unreadable) return null
    throw thrown
  }
}

class Unreadable extends Error {}

type Token =
  | { readonly kind: 'word' | 'string'; readonly text: string }
  | { readonly kind: 'sign'; readonly text: string }

const SIGNS = '(){}:,+*-^'
const BARE = /[A-Za-z0-9_\u0080-\u{10ffff}\u001a]+/uy
const MAX_DEPTH = 200
/** More phrases than anybody types; FTS5 gives up at a like depth. */
const MAX_PHRASES = 256
const NEAR_WITHIN = 10

function tokensOf(text: string): Token[] | null {
  const tokens: Token[] = []
  let at = 0
  while (at < text.length) {
    const sign = text[at] as string
    if (/[ \t\n\r]/.test(sign)) {
      at += 1
    } else if (SIGNS.includes(sign)) {
      tokens.push({ kind: 'sign', text: sign })
      at += 1
    } else if (sign === '"') {
      const found = quotedAt(text, at)
      if (found === null) return null
      tokens.push({ kind: 'string', text: found.text })
      at = found.end
    } else {
      BARE.lastIndex = at
      const match = BARE.exec(text)
      if (match === null) return null
      tokens.push({ kind: 'word', text: match[0] })
      at += match[0].length
    }
  }
  return tokens
}

function quotedAt(text: string, start: number): { text: string; end: number } | null {
  let said = ''
  for (let at = start + 1; at < text.length; at += 1) {
    if (text[at] !== '"') said += text[at]
    else if (text[at + 1] === '"') {
      said += '"'
      at += 1
    } else return { text: said, end: at + 1 }
  }
  return null
}

/** Loosest first: OR, AND, NOT, then phrases side by side, which is AND too. */
class Parser {
  readonly #tokens: readonly Token[]
  readonly #columns: readonly Column[]
  #at = 0
  #depth = 0
  #phrases = 0

  constructor(tokens: readonly Token[], columns: readonly Column[]) {
    this.#tokens = tokens
    this.#columns = columns
  }

  whole(): Expression {
    const expression = this.#or(this.#columns)
    if (this.#at < this.#tokens.length) throw new Unreadable()
    return expression
  }

  #or(columns: readonly Column[]): Expression {
    let left = this.#and(columns)
    while (this.#operator('OR')) left = { kind: 'or', left, right: this.#and(columns) }
    return left
  }

  #and(columns: readonly Column[]): Expression {
    let left = this.#not(columns)
    while (this.#operator('AND')) left = { kind: 'and', left, right: this.#not(columns) }
    return left
  }

  #not(columns: readonly Column[]): Expression {
    let left = this.#beside(columns)
    while (this.#operator('NOT')) left = { kind: 'not', left, right: this.#beside(columns) }
    return left
  }

  /** Phrases side by side; one without words is passed over. */
  #beside(columns: readonly Column[]): Expression {
    let left = this.#one(columns)
    while (this.#startsPhrase()) {
      const right = this.#one(columns)
      if (right.kind === 'nothing') continue
      left = left.kind === 'nothing' ? right : { kind: 'and', left, right }
    }
    return left
  }

  #one(columns: readonly Column[]): Expression {
    const within = this.#columnsAhead(columns)
    if (this.#sign('(')) {
      this.#depth += 1
      if (this.#depth > MAX_DEPTH) throw new Unreadable()
      const inner = this.#or(within)
      this.#expect(')')
      this.#depth -= 1
      return inner
    }
    if (this.#peek()?.text === 'NEAR' && this.#peek(1)?.text === '(') return this.#near(within)
    this.#sign('^') // the beginning of a column: found anywhere here, since passages begin anywhere
    return asExpression(this.#phrase(within))
  }

  #near(columns: readonly Column[]): Expression {
    this.#at += 2
    const phrases: Phrase[] = []
    while (this.#peek() && !this.#isSign(')') && !this.#isSign(','))
      phrases.push(this.#phrase(columns))
    let within = NEAR_WITHIN
    if (this.#sign(',')) {
      const said = this.#next()
      if (said.kind !== 'word' || !/^\d+$/.test(said.text)) throw new Unreadable()
      within = Number(said.text)
    }
    this.#expect(')')
    const worded = phrases.filter(({ stems }) => stems.length > 0)
    const [only] = worded
    if (phrases.length === 0) throw new Unreadable()
    if (only === undefined) return { kind: 'nothing' }
    return worded.length === 1 ? asExpression(only) : { kind: 'near', phrases: worded, within }
  }

  /** Strings joined by `+`, the last perhaps a prefix. */
  #phrase(columns: readonly Column[]): Phrase {
    this.#phrases += 1
    if (this.#phrases > MAX_PHRASES) throw new Unreadable()
    const stems: string[] = []
    for (;;) {
      const token = this.#next()
      if (token.kind === 'sign') throw new Unreadable()
      if (token.kind === 'word' && isOperator(token.text)) throw new Unreadable()
      stems.push(...stemsOf(token.text))
      if (!this.#sign('+')) break
    }
    return { stems, isPrefix: this.#sign('*'), columns }
  }

  /** `head : …`, `{head body} : …`, `- body : …`. */
  #columnsAhead(columns: readonly Column[]): readonly Column[] {
    const start = this.#at
    const negative = this.#sign('-')
    const named: string[] = []
    if (this.#sign('{')) {
      while (!this.#isSign('}')) {
        const token = this.#next()
        if (token.kind === 'sign') throw new Unreadable()
        named.push(token.text)
      }
      this.#expect('}')
      this.#expect(':')
    } else {
      const token = this.#peek()
      const isColumn = token && token.kind !== 'sign' && this.#peek(1)?.text === ':'
      if (!isColumn || this.#peek(1)?.kind !== 'sign') {
        if (negative) throw new Unreadable()
        this.#at = start
        return columns
      }
      named.push(token.text)
      this.#at += 2
    }
    const known = named.map((name) => this.#columns.find((each) => each === name.toLowerCase()))
    if (known.includes(undefined)) throw new Unreadable()
    return columns.filter((each) => known.includes(each) !== negative)
  }

  #startsPhrase(): boolean {
    const token = this.#peek()
    if (!token) return false
    if (token.kind === 'sign') return token.text === '^' || token.text === '{' || token.text === '-'
    return !(token.kind === 'word' && isOperator(token.text))
  }

  #operator(name: string): boolean {
    const token = this.#peek()
    if (token?.kind !== 'word' || token.text !== name) return false
    this.#at += 1
    return true
  }

  #isSign(text: string): boolean {
    const token = this.#peek()
    return token?.kind === 'sign' && token.text === text
  }

  #sign(text: string): boolean {
    if (!this.#isSign(text)) return false
    this.#at += 1
    return true
  }

  #expect(text: string): void {
    if (!this.#sign(text)) throw new Unreadable()
  }

  #peek(ahead = 0): Token | undefined {
    return this.#tokens[this.#at + ahead]
  }

  #next(): Token {
    const token = this.#tokens[this.#at]
    if (!token) throw new Unreadable()
    this.#at += 1
    return token
  }
}

function isOperator(text: string): boolean {
  return text === 'AND' || text === 'OR' || text === 'NOT'
}

function asExpression(phrase: Phrase): Expression {
  return phrase.stems.length === 0 ? { kind: 'nothing' } : { kind: 'phrase', phrase }
}

/** Every phrase of it, for counting. */
export function phrasesOf(expression: Expression): Phrase[] {
  switch (expression.kind) {
    case 'nothing':
      return []
    case 'phrase':
      return [expression.phrase]
    case 'near':
      return [...expression.phrases]
    default:
      return [...phrasesOf(expression.left), ...phrasesOf(expression.right)]
  }
}
