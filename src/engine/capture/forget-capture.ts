/** B-14. What capture and extraction know of a session goes with the session. */

import type { SessionRef } from '../../sessions/message.ts'
import type { Engine } from '../engine.ts'
import { forgetCursor } from '../extract/cursor.ts'
import { forgetKnownValues } from '../sessions/known-values.ts'
import { forgetOwnWords } from './echoes.ts'
import { forgetSeen } from './once.ts'
import { forgetState } from './session-state.ts'

export async function forgetCapture(engine: Engine, session: SessionRef): Promise<void> {
  await forgetState(engine, session)
  await forgetOwnWords(engine, session.id)
  await forgetCursor(engine, session)
  await forgetSeen(engine, session)
  await forgetKnownValues(engine, session.id)
}
