/**
 * M-22. How a sentence begins that sets something right: "no, …", "wrong folder.", "you used X again", "I said
 * …". What it says instead, in the same sentence or in the next, is a correction.
 */
import type { CueTable } from './cues/table.ts'
import type { ProseSentence } from './prose.ts'

const BEFORE_IT =
  '(?:(?:and|but|hm+|oh|ah+|eh|argh|ugh|well|sorry|ok(?:ay)?|so|hey|careful|please|undo|stop),?[.!]?\\s+){0,3}'
const LEAD = new RegExp(
  `^${BEFORE_IT}(?:${[
    'no+pe?(?:,? no){0,3}\\s{0,2}[,:;.!—–-]',
    "no,? (?:no|not|that|it['’]?s|we|the other)\\b",
    '(?:nah|wrong|incorrect)\\b',
    'not (?:quite|true|correct|right)\\b',
    'not [\\w./@-]{2,30}(?:[,.!]| but\\b)',
    "(?:that['’]?s|this is|that is) (?:wrong|not (?:right|how|what|true|it)|backwards|outdated|incorrect|the (?:old|wrong|legacy))\\b",
    'you (?:keep|did it again|forgot|assumed|got|mixed|confused|misread|misunderstood)\\b',
    "you(?:['’]ve| have)? (?:used|put|wrote|added|imported|called|made|took|picked|read|sent|did)\\b[^.!?]{0,60}\\bagain\\b",
    'i (?:already |just |clearly )?(?:said|told you|asked (?:you )?(?:before|already|twice))',
    '(?:second|third|fourth) time\\b',
    'how (?:many times|often)\\b',
    'actually[,:]? ',
  ].join('|')})`,
  'iu',
)

/** The person sets something right with this sentence, or begins to. */
export function beginsACorrection({ language, correction }: CueTable, masked: string): boolean {
  return language === 'en' ? LEAD.test(masked) : correction.test(masked)
}

/** The same of the short sentence before: "Wrong folder. Integration tests live in it/." */
export function followsACorrection(table: CueTable, before: ProseSentence | undefined): boolean {
  if (before === undefined || before.text.split(/\s+/).length > MAX_LEAD_WORDS) return false
  return beginsACorrection(table, before.masked)
}

const MAX_LEAD_WORDS = 6
