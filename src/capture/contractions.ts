/** "dont", "isnt", "thats": typed without the apostrophe they are the same words. */
const BARE_CONTRACTION =
  /\b(?:(?:do|does|did|is|are|was|were|ca|wo|could|should|would|have|has|had|ai|must)nt|(?:that|there|what|here|who)s|im|(?:i|you|we|they)ve|(?:you|they)re)\b/g

/** Text in lower case with the apostrophes of its contractions put in. */
export function spelledContractions(lower: string): string {
  return lower.replace(BARE_CONTRACTION, (found) =>
    found.endsWith('nt') ? `${found.slice(0, -1)}'t` : found.replace(/(?:s|m|ve|re)$/, "'$&"),
  )
}
