/**
 * G-03. "I'd like you to follow a specific naming convention for variables": a rule is announced and left
 * to be said. It is no memory by itself; the sentence behind it leans on it.
 */
import { contentWords } from '../text/words.ts'

/** What is announced, by what it is called. */
const OF_A_RULE =
  /\b(?:conventions?|guidelines?|standards?|practices?|styles?|rules?|changes?|adjustments?|differently|approach|structure|patterns?)\b/i
/** A value, a name, or what follows a colon would be the rule itself. */
const SAYS_IT = /['"‘“`:\uE000-\uE002]|\d|[a-z]_|_[a-z]|\b(?:instead|rather than|never|not)\b/i
/** Who is spoken to may be named first: "Rado, …". */
const ADDRESSED = /^\p{Lu}\p{L}+,\s/u
/** Words of announcing, and of things that are named. */
const SAYS_NOTHING: ReadonlySet<string> = new Set(
  (
    'convention conventions guideline guidelines standard standards practice practices style styles rule ' +
    'rules change changes adjustment adjustments differently approach structure pattern patterns naming ' +
    'coding code consistent consistently consistency specific certain particular new small slight slightly ' +
    'bit little few different follow follows following adopt adopting use using start starting begin make ' +
    'making establish introduce emphasize stress importance important regarding concerning comes additionally ' +
    'also going moving forward now want like need would should please let discuss talk update updating apply ' +
    'standardize standardise maintain continue work working project codebase python name names function ' +
    'functions method methods variable variables class classes attribute attributes argument arguments ' +
    'parameter parameters file files overall job excellent good great doing one thing things today next'
  ).split(' '),
)

export function isBareAnnouncement(sentence: string): boolean {
  const said = sentence.trim().replace(ADDRESSED, '')
  if (
    !OF_A_RULE.test(said) ||
    SAYS_IT.test(said.replace(/\bI['’]d\b|\b\w+['’](?:s|re|ll|ve|t)\b/g, ''))
  ) {
    return false
  }
  return contentWords(said).every((word) => SAYS_NOTHING.has(word))
}
