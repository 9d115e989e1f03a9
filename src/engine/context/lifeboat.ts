/** F-03. The lifeboat comes back when the agent's view started over: after compaction, clear or resume. */
import * as z from 'zod'
import type { Reset } from '../../context/surfaced.ts'
import type { SavedLifeboat } from '../../context/tail.ts'
import type { Caller, Engine } from '../engine.ts'

export const LIFEBOAT = 'lifeboat'

/** Only what is rendered is asked of the document; the rest of it is the capture's own. */
const Saved = z.object({ text: z.string() })

export async function lifeboatFor(
  engine: Engine,
  caller: Caller,
  reset: Reset | null,
): Promise<SavedLifeboat | null> {
  if (caller.session === null || (reset !== 'compaction' && reset !== 'resume')) return null
  const document = await engine.store.documents.get(LIFEBOAT, caller.session)
  const saved = Saved.safeParse(document?.body)
  return document && saved.success ? { text: saved.data.text, savedAt: document.at } : null
}
