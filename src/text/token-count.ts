/** D-11, H-03. How many tokens a text costs a model. */
import { countBytePairs } from './byte-pairs.ts'
import { countedParts } from './counted-parts.ts'
import { hasUnsegmented, isAscii, replaceUnsegmented } from './scripts.ts'

export interface TokenCounter {
  count(text: string): number
}

/** RECALL "Budget": the usual rate of English and code. */
const CHARACTERS_PER_TOKEN = 4

/** An estimate without any table: four characters a token, but one for each unspaced character. */
export function approximateTokens(text: string): number {
  if (isAscii(text) || !hasUnsegmented(text)) return Math.ceil(text.length / CHARACTERS_PER_TOKEN)
  let unspaced = 0
  const rest = replaceUnsegmented(text, (run) => {
    unspaced += Array.from(run).length
    return ''
  })
  return unspaced + Math.ceil(rest.length / CHARACTERS_PER_TOKEN)
}

/** What is used where loading the real table would cost more than it tells. */
export const approximateCounter: TokenCounter = { count: approximateTokens }

let loading: Promise<TokenCounter> | undefined

/** The real table (o200k), loaded by those who ask and only once. */
export function loadTokenCounter(): Promise<TokenCounter> {
  loading ??= import('./o200k-ranks.ts').then(({ O200K_RANKS }) => {
    const count = countBytePairs(O200K_RANKS)
    return countedParts((text) => countInPieces(count, text))
  })
  return loading
}

/** An unbroken run costs the square of its length, so a long one is counted in pieces. */
const LONG_RUN = /\S{256}|\s{256}/
const PIECE = /\s{0,256}\S{1,256}|\s{1,256}/gu

function countInPieces(count: (text: string) => number, text: string): number {
  if (!LONG_RUN.test(text)) return count(text)
  let total = 0
  for (const piece of text.matchAll(PIECE)) total += count(piece[0])
  return total
}
