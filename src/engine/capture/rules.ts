/** G-03. What a person says in a session becomes memory: each rule once, with where it was said. */

import { rulesBesideCredentials } from '../../capture/credential-statements.ts'
import { blankedInjected } from '../../capture/echo.ts'
import { reversalIn } from '../../capture/reversals.ts'
import { scaleAtCreation } from '../../capture/scales.ts'
import type { StatementType } from '../../capture/statements.ts'
import { tagsOfText } from '../../capture/tags.ts'
import { type CapturedRule, refusedWishes } from '../../capture/user-rules.ts'
import type { Scope } from '../../memory/memory.ts'
import type { Message, SessionRef } from '../../sessions/message.ts'
import { eventKey } from '../../sessions/transcript.ts'
import type { Caller, Engine } from '../engine.ts'
import { type Remembered, remember } from '../memories/remember.ts'
import { saidAt } from '../sessions/stored-message.ts'
import { judgeRule } from './corrected.ts'
import { isOwnSentence } from './echoes.ts'
import { once } from './once.ts'
import { scopeSaid } from './places.ts'
import { noteMissed } from './unreported.ts'

export async function captureRules(
  engine: Engine,
  caller: Caller,
  session: SessionRef,
  message: Message,
  own: ReadonlySet<string>,
): Promise<Remembered[]> {
  // Injected and private passages are blanked, so that what is left stands where it stood.
  const text = blankedInjected(message.text)
  const { rules: settings, showKept } = engine.config.capture
  const report = showKept ? noteMissed : () => {}
  for (const { sentence, reason } of refusedWishes(settings, text))
    report(session.id, sentence, reason)
  const made: Remembered[] = []
  const { rules, withheld } = rulesBesideCredentials(settings, text)
  for (const { explicit, title } of withheld) {
    if (explicit) report(session.id, title, 'it is a credential')
  }
  for (const rule of rules) {
    if (isOwnSentence(engine, own, rule.sentence)) continue
    const key = `${eventKey(session, message.eventId)}:rule:${rule.start}`
    const kept = await once(engine, key, () => keepRule(engine, caller, session, message, rule))
    if (kept?.outcome === 'refused' && rule.explicit) {
      report(session.id, rule.title, kept.notes[0] ?? 'it was refused')
    }
    if (kept !== null) made.push(kept)
  }
  return made
}

async function keepRule(
  engine: Engine,
  caller: Caller,
  session: SessionRef,
  message: Message,
  rule: CapturedRule,
): Promise<Remembered | null> {
  const at = saidAt(engine, message)
  const judged = await judgeRule(engine, caller, rule, at)
  // Read late, as in a backfill: what was said since then holds, and this is history.
  if (judged.outdatedBy !== null) return null
  const { overrules } = judged
  const source = rule.supersedes && overrules.length > 0 ? 'user-corrected' : 'user-stated'
  const scope = scopeFor(caller, rule, judged.scope)
  const type = typeFor(rule, judged.type)
  return remember(
    engine,
    caller,
    {
      content: rule.context === null ? rule.sentence : `${rule.context} ${rule.sentence}`,
      title: rule.title,
      type,
      ...(scope === null ? {} : { scope }),
      tags: tagsOfText(rule.sentence),
      triggers: type === 'negative' || type === 'policy' ? rule.triggers : [],
      confidence: rule.confidence,
      // A person may well paste a credential beside a rule: the rule is kept, the credential not.
      redact: true,
    },
    {
      origin: rule.broughtIn ? 'file' : 'user',
      source: rule.type === 'correction' ? 'user-corrected' : source,
      host: session.host,
      session: session.id,
      messages: [message.messageId, message.messageId],
      at,
      snippet: rule.sentence,
      confidenceReason: rule.reason,
      scale: scaleAtCreation(type, source),
      overrules,
      hold: rule.broughtIn,
    },
  )
}

/** M-22. What takes a rule back stands where the rule stood. */
function typeFor({ type, sentence }: CapturedRule, corrected: StatementType | null): StatementType {
  const takesBack = type === 'correction' || (type === 'fact' && reversalIn(sentence) !== null)
  return takesBack ? (corrected ?? type) : type
}

/** Where its words say it holds; what corrects something belongs where that is. Null: the door decides. */
function scopeFor(caller: Caller, rule: CapturedRule, corrected: Scope | null): Scope | null {
  if (rule.scope === 'session') return 'session'
  if (corrected !== null) return corrected
  return scopeSaid(caller, rule.scope)
}
