/** How texts come to the patterns of test/support/pattern-limits.ts. */
import { passagesOf } from '../../src/capture/brought-in.ts'
import { correctedTarget } from '../../src/capture/corrections.ts'
import { candidatesIn } from '../../src/capture/extract/candidates.ts'
import { lifeboatOf } from '../../src/capture/lifeboat.ts'
import { saysOnlyHere } from '../../src/capture/scope-words.ts'
import {
  CorrectionSettings,
  ExtractionSettings,
  LifeboatSettings,
  SummarySettings,
  UserRuleSettings,
} from '../../src/capture/settings.ts'
import { sessionSummary } from '../../src/capture/summary.ts'
import { capturedRules, refusedWishes } from '../../src/capture/user-rules.ts'
import { instructionLikeness } from '../../src/context/likeness.ts'
import { judgePair } from '../../src/memory/judge-pair.ts'
import { slotOf } from '../../src/memory/slots.ts'
import { findGivenUp, termsOf } from '../../src/memory/statement.ts'
import { askedTopics } from '../../src/text/trade-topics.ts'
import { messageBy } from '../capture/conversation.ts'

/** Every function by which the files named in `givenBy` hand a text on. */
export function read(text: string): void {
  const rules = UserRuleSettings.parse({})
  const messages = [messageBy('user', text), messageBy('assistant', text)]
  capturedRules(rules, text)
  refusedWishes(rules, text)
  passagesOf(`${text}\n\n${text}\n\n${text}`)
  candidatesIn({
    settings: ExtractionSettings.parse({}),
    rules,
    messages,
    holdsSecret: () => false,
  })
  lifeboatOf(LifeboatSettings.parse({}), messages)
  sessionSummary(SummarySettings.parse({}), messages)
  saysOnlyHere(text)
  instructionLikeness(text)
  const correction = { sentence: 'No, use pnpm.', subject: text, values: [], claims: [] }
  correctedTarget(CorrectionSettings.parse({}), correction, [{ id: 'a', content: text }])
  const claim = { title: text, content: text }
  const other = { title: 'Tools', content: `${text.slice(0, text.length - 9)} not pnpm` }
  judgePair(claim, other, undefined, { cosine: 0.9 })
  judgePair(other, claim, undefined, { cosine: 0.9 })
  slotOf(text)
  askedTopics(text)
  findGivenUp(text)
  termsOf(text)
}
