/** How the shared store is reached: every figure of the PostgreSQL adapter. */
import * as z from 'zod'

export const PostgresSettings = z.object({
  poolSize: z
    .int()
    .min(1)
    .max(500)
    .default(8)
    .describe('Maximum number of connections to PostgreSQL'),
  connectTimeoutMs: z
    .int()
    .min(50)
    .max(120_000)
    .default(5000)
    .describe('How long a connection to PostgreSQL, or a free one of the pool, is waited for'),
  statementTimeoutMs: z
    .int()
    .min(100)
    .max(3_600_000)
    .default(60_000)
    .describe('A statement that takes longer is given up'),
  lockTimeoutMs: z
    .int()
    .min(50)
    .max(600_000)
    .default(10_000)
    .describe('How long to wait for others who write the same'),
  retryMs: z
    .int()
    .min(0)
    .max(600_000)
    .default(10_000)
    .describe('How long a lost connection is tried again, in growing steps'),
})
export type PostgresSettings = z.infer<typeof PostgresSettings>
