/** B-05, G-03. What a rule that a person states now takes back of what was kept before. */
import { type Correction, correctedTarget } from '../../capture/corrections.ts'
import { reversalIn, reversalWords } from '../../capture/reversals.ts'
import { ruleSubject } from '../../capture/rule-subject.ts'
import type { CapturedRule } from '../../capture/user-rules.ts'
import type { Overruled } from '../../memory/draft.ts'
import type { Memory, Scope } from '../../memory/memory.ts'
import { EPISODIC_TYPES, RULE_TYPES } from '../../memory/types.ts'
import { tokensOf } from '../../text/tokens.ts'
import type { Caller, Engine } from '../engine.ts'
import { placesOf } from './places.ts'

/** A rule may be told in quite other words the second time: look far. */
const CANDIDATES = 40
const CANDIDATE_SHARE = 0.25

const LAID_DOWN = ['policy', 'decision', 'preference'] as const
type LaidDownType = (typeof LAID_DOWN)[number]

interface Judged {
  readonly overrules: readonly Overruled[]
  /** Where the first of them lives: what corrects it belongs there too. */
  readonly scope: Scope | null
  /** As what it was laid down: what puts a rule right is the rule from then on. */
  readonly type: LaidDownType | null
  /** A later saying has already taken this one back. */
  readonly outdatedBy: string | null
}

export async function judgeRule(
  engine: Engine,
  caller: Caller,
  rule: CapturedRule,
  saidAt: string,
): Promise<Judged> {
  const settings = engine.config.capture.corrections
  const candidates = await rulesLike(engine, caller, rule)
  const earlier = candidates.filter(({ provenance }) => provenance.at <= saidAt)
  const later = candidates.filter(({ provenance }) => provenance.at > saidAt)
  const overrules: Overruled[] = []
  let rest = earlier
  for (;;) {
    const target = correctedTarget(settings, rule, rest)
    if (target === null) break
    overrules.push({ id: target.id, whole: target.whole, reason: target.reason })
    rest = rest.filter(({ id }) => id !== target.id)
  }
  const asCandidate = [{ id: 'this', content: rule.sentence }]
  const outdated = later.find(
    ({ content }) => correctedTarget(settings, correctionOf(content), asCandidate)?.whole,
  )
  const first = earlier.find(({ id }) => id === overrules[0]?.id)
  return {
    overrules,
    scope: first?.scope ?? null,
    type: LAID_DOWN.find((type) => type === first?.type) ?? null,
    outdatedBy: outdated?.id ?? null,
  }
}

/** What was said of it before, wherever the caller can see it, newest first. */
async function rulesLike(
  engine: Engine,
  caller: Caller,
  rule: CapturedRule,
): Promise<readonly Memory[]> {
  const words = [...tokensOf(`${rule.subject} ${rule.sentence}`)]
  const options = { share: CANDIDATE_SHARE, limit: CANDIDATES }
  const reversal = reversalIn(rule.sentence)
  const named = reversal === null ? [] : reversalWords(reversal, rule.sentence)
  const { text } = engine.store
  const found = await Promise.all(
    placesOf(caller).flatMap((place) => [
      text.sharingWords(place, words, options),
      ...named.map((each) =>
        text.holdingWords(place, { each, any: [], exceptTypes: EPISODIC_TYPES }, CANDIDATES),
      ),
    ]),
  )
  const each = new Map(found.flat().map((memory) => [memory.id, memory]))
  return [...each.values()]
    .filter(({ held, quarantined, type }) => !held && !quarantined && isSaying(type))
    .sort((a, b) => (a.provenance.at < b.provenance.at ? 1 : -1))
}

/** What happened is not taken back by a rule; what holds is. */
function isSaying(type: string): boolean {
  return RULE_TYPES.has(type) || type === 'decision' || type === 'architecture' || type === 'fact'
}

function correctionOf(sentence: string): Correction {
  return { sentence, ...ruleSubject(sentence, null) }
}
