/** How the shared store is reached: every figure of the PostgreSQL adapter. */
import * as z from 'zod'
import { wholeNumber } from '../setting.ts'

export const PostgresSettings = z.object({
  poolSize: wholeNumber(8, 'Maximum number of connections to PostgreSQL', { max: 500 }),
  connectTimeoutMs: wholeNumber(
    5000,
    'How long to wait for a connection to PostgreSQL or a free one in the pool',
    { min: 50, max: 120_000 },
  ),
  statementTimeoutMs: wholeNumber(60_000, 'A statement that takes longer is cancelled', {
    min: 100,
    max: 3_600_000,
  }),
  lockTimeoutMs: wholeNumber(10_000, 'How long to wait for a lock held by another writer', {
    min: 50,
    max: 600_000,
  }),
  retryMs: wholeNumber(10_000, 'How long to retry a lost connection, with increasing pauses', {
    min: 0,
    max: 600_000,
  }),
})
export type PostgresSettings = z.infer<typeof PostgresSettings>
