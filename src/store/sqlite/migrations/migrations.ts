/** Numbered and never edited once released: a database's `user_version` is how many it has seen. */
import { foundation } from './0001-foundation.ts'

export const MIGRATIONS: readonly string[] = [foundation]
