/** RECALL "adjacency" and "being a question": parts that only turns of named speakers have. */
import type { Unit } from '../corpus.ts'

/** A picture's caption in brackets may follow the last sentence. */
const QUESTION = /\?["')\]]{0,8}\s{0,8}(?:\[[^[\]]{0,400}\]\s{0,8})?$/

export function isQuestion(text: string): boolean {
  return QUESTION.test(text)
}

/** The worth of the question before it, when that was asked by another in the same session. */
export function replyPart(
  unit: Unit,
  before: Unit | undefined,
  valueAt: (key: number) => number,
): number {
  if (!before || before.session !== unit.session || before.speaker === unit.speaker) return 0
  return isQuestion(before.text) ? valueAt(before.key) : 0
}
