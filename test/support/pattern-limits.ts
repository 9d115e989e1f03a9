/**
 * Files whose patterns never read a long text: it is cut, or left alone, at the place the row names. What
 * is not listed may meet a megabyte. test/privacy/pattern-limits.test.ts holds each row against what the
 * patterns are really given.
 */
import { MAX_REQUEST_CHARACTERS } from '../../src/capture/pointing.ts'
import { MAX_SENTENCE_CHARACTERS } from '../../src/capture/prose.ts'
import { MAX_RULE_CHARACTERS } from '../../src/capture/rule-subject.ts'
import { READ_CHARACTERS } from '../../src/context/likeness.ts'
import { MAX_CLAIM_LENGTH } from '../../src/memory/given-up.ts'
import { MAX_WEIGHED_LENGTH } from '../../src/memory/judge-pair.ts'
import { MAX_NAMING_CHARACTERS } from '../../src/memory/naming-claims.ts'
import { MAX_NUMBERED_CHARACTERS } from '../../src/memory/numbered-things.ts'
import { MAX_SLOT_LENGTH } from '../../src/memory/slots.ts'
import { MAX_COMPARED_LENGTH } from '../../src/memory/statement.ts'
import { MAX_ASKED_CHARACTERS } from '../../src/text/trade-topics.ts'

interface PatternLimit {
  /** Paths below src; a folder ends with a stroke. */
  readonly files: readonly string[]
  readonly characters: number
  /** Who hands them a text, beside each other. */
  readonly givenBy: readonly string[]
}

export const MEGABYTE = 1_000_000

export const PATTERN_LIMITS: readonly PatternLimit[] = [
  {
    // What a person or an agent says is cut into sentences by prose.ts, and a longer one is left out.
    files: [
      'capture/cues/',
      'capture/correction-cues.ts',
      'capture/declarations.ts',
      'capture/english-rules.ts',
      'capture/extract/decisions.ts',
      'capture/lasting-orders.ts',
      'capture/rule-patterns.ts',
      'capture/rule-refusals.ts',
      'capture/rule-words.ts',
      'capture/scope-words.ts',
      'capture/sentence-moods.ts',
      'capture/standing-forms.ts',
      'capture/statement-by-cues.ts',
      'capture/statement-features.ts',
      'capture/statement-grammar.ts',
      'capture/statement-judge.ts',
      'capture/statement-signs.ts',
      'capture/statement-tail.ts',
      'capture/statements.ts',
    ],
    characters: MAX_SENTENCE_CHARACTERS,
    givenBy: [
      'capture/brought-in.ts',
      'capture/doubtful-blocks.ts',
      'capture/extract/candidates.ts',
      'capture/lifeboat.ts',
      'capture/pointing.ts',
      'capture/prose.ts',
      'capture/reversals.ts',
      'capture/summary.ts',
      'capture/user-rules.ts',
      'engine/capture/warm-capture.ts',
      'engine/memories/move.ts',
    ],
  },
  {
    files: ['capture/rule-subject.ts'],
    characters: MAX_RULE_CHARACTERS,
    givenBy: ['capture/corrections.ts', 'capture/user-rules.ts', 'engine/capture/corrected.ts'],
  },
  {
    files: ['capture/pointing.ts'],
    characters: MAX_REQUEST_CHARACTERS,
    givenBy: ['capture/brought-in.ts', 'capture/doubtful-blocks.ts'],
  },
  {
    files: ['context/likeness.ts'],
    characters: READ_CHARACTERS,
    givenBy: ['context/evidence/pieces.ts', 'context/governor.ts', 'context/index-lines.ts'],
  },
  {
    files: ['memory/given-up.ts'],
    characters: MAX_CLAIM_LENGTH,
    givenBy: ['memory/statement.ts'],
  },
  {
    files: ['memory/naming-claims.ts'],
    characters: MAX_NAMING_CHARACTERS,
    givenBy: [
      'capture/corrections.ts',
      'capture/rule-subject.ts',
      'capture/statement-judge.ts',
      'capture/statement-tail.ts',
      'capture/user-rules.ts',
      'memory/judge-pair.ts',
    ],
  },
  {
    files: ['memory/numbered-things.ts'],
    characters: MAX_NUMBERED_CHARACTERS,
    givenBy: ['memory/judge-pair.ts'],
  },
  {
    files: ['text/trade-topics.ts'],
    // The names are looked for in passages, which are shorter.
    characters: MAX_ASKED_CHARACTERS,
    givenBy: ['engine/recall/recall.ts', 'search/terms.ts'],
  },
  {
    files: ['memory/slots.ts'],
    characters: MAX_SLOT_LENGTH,
    givenBy: ['engine/graph/related.ts', 'memory/judge-conflict.ts', 'memory/read-claim.ts'],
  },
  {
    files: ['memory/pair-cues.ts', 'memory/pair-features.ts'],
    characters: MAX_WEIGHED_LENGTH,
    givenBy: ['memory/judge-pair.ts', 'memory/pair-model.ts'],
  },
  {
    // Phrases are spelt out there, and unspaced scripts become pairs of signs.
    files: ['memory/change-cues.ts', 'memory/statement.ts'],
    characters: 3 * MAX_COMPARED_LENGTH,
    givenBy: [
      'capture/reversals.ts',
      'engine/graph/related.ts',
      'engine/memories/reread-summaries.ts',
      'memory/compare-statements.ts',
      'memory/correction-clauses.ts',
      'memory/correction-terms.ts',
      'memory/correction.ts',
      'memory/given-up.ts',
      'memory/judge-pair.ts',
      'memory/opposition.ts',
      'memory/pair-cues.ts',
      'memory/pair-differences.ts',
      'memory/pair-features.ts',
      'memory/read-claim.ts',
      'memory/restatement.ts',
      'memory/slots.ts',
    ],
  },
]

export function isIn(files: readonly string[], file: string): boolean {
  return files.some((each) => (each.endsWith('/') ? file.startsWith(each) : file === each))
}

/** How many characters a pattern can meet that stands in these files. */
export function mostCharacters(files: readonly string[]): number {
  const limitOf = (file: string) =>
    PATTERN_LIMITS.find((row) => isIn(row.files, file))?.characters ?? MEGABYTE
  return Math.max(...files.map(limitOf))
}
