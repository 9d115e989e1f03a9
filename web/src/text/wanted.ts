/** The words of a question as a pattern that finds them in an answer. */

const MAX_WORDS = 24
const MIN_LETTERS = 2
/** Endings that the index does not see either, so that "deploys" lights up for "deploying". */
const ENDING = /(?:ing|ed|es|ly|s)$/
const STOP = new Set(
  'a an and are as at be by do does for from how i in is it of on or that the this to was we what when where which who why with you'.split(
    ' ',
  ),
)

/** Null where there is nothing to find. */
export function wantedIn(question: string): RegExp | null {
  const words = question
    .replace(/\b(?:tag|type|file|concept|scope|state):\S*/g, ' ')
    .toLowerCase()
    .match(/[\p{L}\p{N}_]+/gu)
  const stems = new Set(
    (words ?? [])
      .filter((word) => word.length >= MIN_LETTERS && !STOP.has(word))
      .slice(0, MAX_WORDS)
      .map(stemOf),
  )
  if (stems.size === 0) return null
  // Letters, digits and underscores only: nothing to escape. The rest of the word lights up too.
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${[...stems].join('|')})[\\p{L}\\p{N}]{0,4}`, 'giu')
}

function stemOf(word: string): string {
  const stem = word.replace(ENDING, '')
  return stem.length > MIN_LETTERS ? stem : word
}
