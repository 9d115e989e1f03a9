/** How the shared store is reached: every figure of the PostgreSQL adapter. */
import * as z from 'zod'
import { wholeNumber } from '../setting.ts'

export const PostgresSettings = z.object({
  poolSize: wholeNumber(8, 'Maximum number of connections to PostgreSQL', { max: 500 }),
  connectTimeoutMs: wholeNumber(
    5000,
    'How long a connection to PostgreSQL, or a free one of the pool, is waited for',
    { min: 50, max: 120_000 },
  ),
  statementTimeoutMs: wholeNumber(60_000, 'A statement that takes longer is given up', {
    min: 100,
    max: 3_600_000,
  }),
  lockTimeoutMs: wholeNumber(10_000, 'How long to wait for others who write the same', {
    min: 50,
    max: 600_000,
  }),
  retryMs: wholeNumber(10_000, 'How long a lost connection is tried again, in growing steps', {
    min: 0,
    max: 600_000,
  }),
})
export type PostgresSettings = z.infer<typeof PostgresSettings>
