/**
 * What each part of a score counts, by what is known of the texts. They begin as RECALL's figures and
 * were fitted on 17 November 2026 to locomo and CoSQA (development halves, `npm run bench fit-recall`), the
 * last step chosen from a grid: with tokens `context` 0.4 for 0.5, `window` 1.2 for 0.8, `when` 1.3 for
 * 0.9, `answer` 0.5 for 0.4, `subject` 0.4 for 0.3; by words alone `answer` 0.4, `statement` 0.1. On a
 * quarter left out of the fit, recall@10 / hit@1: locomo 85.7 / 54.1 (86.0 / 53.9 before), CoSQA 84.0 /
 * 39.2 (83.2 / 39.6). `topic` is not fitted, since these sets seldom ask for a kind of tool: it outweighs
 * half of what meaning and tokens give together (locomo 85.4 / 56.2 with it, 85.5 / 55.6 without).
 */
export const PART_NAMES = [
  'text', // words of the text itself
  'meaning', // similarity in meaning
  'context', // words around it in its session
  'tokens', // word by word, each against the most similar word of the text
  'window', // the same including the adjacent texts
  'who', // said by the speaker the question names
  'when', // from the time the question names
  'answer', // contains the kind of answer asked for
  'directive', // a standing instruction, if the question is a request
  'reply', // follows a similar question
  'statement', // is not a question itself
  'subject', // one sentence that mentions everything the question names
  'topic', // names a thing of the kind asked for
] as const
export type PartName = (typeof PART_NAMES)[number]
export type Weights = { readonly [Name in PartName]: number }

/** With the vectors of tokens, with meaning alone, and without an embedder. */
// biome-ignore format: a table reads best in columns
export const FITTED = {
  tokens:  { text: 0.1, meaning: 0.6, context: 0.4, tokens: 0.6, window: 1.2, who: 0.7,  when: 1.3,  answer: 0.5, directive: 0.3, reply: 0.5, statement: 0.2, subject: 0.4, topic: 1.2 },
  meaning: { text: 0.2, meaning: 1,   context: 0.6, tokens: 0,   window: 0,   who: 0.6,  when: 0.75, answer: 0.2, directive: 0.3, reply: 0.3, statement: 0.2, subject: 0.5, topic: 0.8 },
  words:   { text: 0.4, meaning: 0,   context: 0.7, tokens: 0,   window: 0,   who: 0.35, when: 0.5,  answer: 0.4, directive: 0.2, reply: 0.3, statement: 0.1, subject: 0.5, topic: 0.5 },
} as const satisfies Record<string, Weights>
