/** Where sentences begin and end, in prose, lists and code alike. */

export interface Span {
  readonly start: number
  readonly end: number
  readonly text: string
}

const CLOSERS = '["\'”’»)\\]】」』*_`]*'
/** A full stop needs a gap behind it, which keeps v1.2.3, paths and file names whole; 。 does not. */
const SENTENCE_END = new RegExp(`(?<![.!?…])[.!?…]+${CLOSERS}(?=\\s|$)|[。！？｡]+${CLOSERS}`, 'gu')
const FENCE = /^[ \t]*(`{3,}|~{3,})/
const LIST_ITEM = /^[ \t]*(?:[-*+•]|\d{1,3}[.)]|[a-z][.)])[ \t]+/i
const BLOCK_START = /^[ \t]*(?:#{1,6}[ \t]|>|\||[-*+•][ \t]|\d{1,3}[.)][ \t]|`{3}|~{3})/
const CONTINUATION = /^[ \t]*\p{Ll}/u

/** Shortened words whose full stop ends nothing. */
const ABBREVIATION =
  /(?:^|[\s([{"'])(?:e\.?g|i\.?e|cf|vs|viz|approx|ca|al|mr|mrs|ms|dr|prof|st|jr|sr|fig|eq|sec|ch|vol|dept|est|incl|resp|esp|max|min|(?:\p{L}\.)+\p{L}|\p{Lu})$/iu
/** These end a sentence unless a number or a name follows. */
const ABBREVIATION_BEFORE_NUMBER = /(?:^|\s)(?:no|nr|pp?|art)$/i
const ABBREVIATION_BEFORE_SMALL = /(?:^|\s)(?:etc|inc|ltd|co|corp)$/i

/**
 * The sentences in order, trimmed, never overlapping; all but white space is in one of them.
 * A fenced block is one sentence. A line ends one too, unless the next goes on in lower case.
 */
export function sentencesOf(text: string): Span[] {
  const sentences: Span[] = []
  for (const block of blocksOf(text)) {
    if (block.code) pushTrimmed(sentences, text, block.start, block.end)
    else splitProse(sentences, text, block.start, block.end)
  }
  return sentences
}

interface Block {
  start: number
  end: number
  code: boolean
}

/** Lines gathered into what belongs together: a paragraph, a list item, a fenced block. */
function blocksOf(text: string): Block[] {
  const blocks: Block[] = []
  let open: Block | undefined
  let fence: string | undefined
  for (const { start, end } of linesOf(text)) {
    const line = text.slice(start, end)
    const mark = FENCE.exec(line)?.[1]
    if (fence !== undefined && open !== undefined) {
      open.end = end
      if (mark?.startsWith(fence)) {
        fence = undefined
        open = undefined
      }
    } else if (mark !== undefined) {
      open = { start, end, code: true }
      blocks.push(open)
      fence = mark
    } else if (line.trim() === '') {
      open = undefined
    } else if (open === undefined || BLOCK_START.test(line) || !CONTINUATION.test(line)) {
      open = { start, end, code: false }
      blocks.push(open)
    } else {
      open.end = end
    }
  }
  return blocks
}

function* linesOf(text: string): Generator<{ start: number; end: number }> {
  for (let start = 0; start < text.length; ) {
    const newline = text.indexOf('\n', start)
    const end = newline === -1 ? text.length : newline + 1
    yield { start, end }
    start = end
  }
}

function splitProse(sentences: Span[], text: string, start: number, end: number): void {
  const prose = text.slice(start, end)
  const marker = LIST_ITEM.exec(prose)?.[0].length ?? 0
  const code = inlineCodeOf(prose)
  let from = 0
  for (const match of prose.matchAll(SENTENCE_END)) {
    const after = match.index + match[0].length
    if (
      after <= marker ||
      code.some((span) => match.index > span.start && match.index < span.end)
    ) {
      continue
    }
    if (match[0].startsWith('!') && goesOn(prose, match.index, after)) continue
    if (match[0].startsWith('.') && !endsHere(prose, from, match.index, after, match[0])) continue
    pushTrimmed(sentences, text, start + from, start + after)
    from = after
  }
  pushTrimmed(sentences, text, start + from, end)
}

/** `println! for logging`, `5!! never floats`: what goes on in lower case is the same sentence. */
function goesOn(prose: string, at: number, after: number): boolean {
  return /[\w)`]/.test(prose[at - 1] ?? '') && /^\s\p{Ll}/u.test(prose.slice(after, after + 3))
}

/** Whether a full stop at `at` ends the sentence that began at `from`. */
function endsHere(prose: string, from: number, at: number, after: number, mark: string): boolean {
  const before = prose.slice(Math.max(from, at - 24), at)
  const next = /\S/u.exec(prose.slice(after, after + 8))?.[0] ?? ''
  const small = /\p{Ll}/u.test(next)
  if (mark.startsWith('..')) return !small
  if (mark === '.*' && small && !prose.slice(from, at).includes('*')) return false // `raw.*`
  if (ABBREVIATION_BEFORE_NUMBER.test(before)) return !/\d/.test(next)
  if (ABBREVIATION_BEFORE_SMALL.test(before)) return !small
  return next === '' || !ABBREVIATION.test(before)
}

/** Stretches between matching backticks on one line. */
function inlineCodeOf(prose: string): { start: number; end: number }[] {
  return Array.from(prose.matchAll(/(?<!`)(`{1,6})[^`\n]{1,400}\1/g), (match) => ({
    start: match.index,
    end: match.index + match[0].length - 1,
  }))
}

function pushTrimmed(sentences: Span[], text: string, start: number, end: number): void {
  const slice = text.slice(start, end)
  const trimmed = slice.trim()
  if (trimmed === '') return
  const from = start + slice.indexOf(trimmed)
  sentences.push({ start: from, end: from + trimmed.length, text: trimmed })
}
