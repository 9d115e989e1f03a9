/**
 * RECALL's bonus for rules: one sentence that speaks of all the question names. Given to every kind
 * of text, and only for the whole subject: a sentence that leaves a word of it out is about something
 * else, however much it shares. So gated it raised the right rule to the first place on changed rules
 * (75 to 94 %) and cost ordinary questions nothing.
 */
import type { SubjectFit, SubjectSettings } from '../subject.ts'

export function subjectRaw(
  { subject }: { readonly subject: SubjectSettings },
  fit: SubjectFit,
): number {
  return fit.holdsAll ? fit.cov + subject.neighbourWeight * fit.adj : 0
}

export function subjectPart(raw: number, best: number): number {
  return best > 0 ? raw / best : 0
}
