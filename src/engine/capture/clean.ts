/** F-09, G-10. What a hook brings goes through the same gates as a transcript before it is looked at. */

import type { Message, SessionRef } from '../../sessions/message.ts'
import { withoutPrivate } from '../../text/private.ts'
import type { Caller, Engine } from '../engine.ts'
import { cleanMessage, type KnownCalls } from '../sessions/clean-message.ts'
import { exclusionOf } from '../sessions/exclusion.ts'
import { keepKnownValues, readKnownValues } from '../sessions/known-values.ts'

/** Messages out of the store are clean already and pass as they are. */
export async function cleanMessages(
  engine: Engine,
  caller: Caller,
  session: SessionRef,
  messages: readonly Message[],
): Promise<readonly Message[]> {
  if (messages.every(({ seq }) => seq !== null)) return messages
  const exclusion = exclusionOf(engine.config.privacy.excludedPaths, engine.machine.home)
  if (caller.folder !== null && exclusion.isExcluded(caller.folder)) return []
  const withheld = new Set<string>()
  const calls: KnownCalls = {
    add: (id, isWithheld) => void (isWithheld ? withheld.add(id) : withheld.delete(id)),
    isWithheld: (id) => withheld.has(id),
  }
  const known = await readKnownValues(engine, session)
  const rules = { exclusion, calls, known }
  const clean: Message[] = []
  for (const message of messages) {
    const text = withoutPrivate(message.text)
    const { cwd: _, ...kept } = await cleanMessage(rules, { ...message, text, cwd: caller.folder })
    clean.push(kept)
  }
  await keepKnownValues(engine, session, known)
  return clean
}
