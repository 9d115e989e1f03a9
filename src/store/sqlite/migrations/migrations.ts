/** Numbered and never edited once released: a database's `user_version` is how many it has seen. */
import { foundation } from './0001-foundation.ts'
import { vectors } from './0002-vectors.ts'
import { sessions } from './0003-sessions.ts'
import { upkeep } from './0004-upkeep.ts'
import { merging } from './0005-merging.ts'
import { fewerPages } from './0006-fewer-pages.ts'
import { history } from './0007-history.ts'
import { tokenSigns } from './0008-token-signs.ts'
import { served } from './0009-served.ts'

export const MIGRATIONS: readonly string[] = [
  foundation,
  vectors,
  sessions,
  upkeep,
  merging,
  fewerPages,
  history,
  tokenSigns,
  served,
]
