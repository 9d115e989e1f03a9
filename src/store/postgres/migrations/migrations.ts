/** Numbered and never edited once released; `mneme_schema` holds how many a database has seen. */
import { foundation } from './0001-foundation.ts'
import { team } from './0002-team.ts'
import { history } from './0003-history.ts'
import { tokenSigns } from './0004-token-signs.ts'
import { auditOutcome } from './0005-audit-outcome.ts'
import { served } from './0006-served.ts'

export const MIGRATIONS: readonly string[] = [
  foundation,
  team,
  history,
  tokenSigns,
  auditOutcome,
  served,
]
