import * as z from 'zod'
import { CapSettings } from '../../ranking/cap.ts'
import { wholeNumber } from '../../setting.ts'
import { PostgresSettings } from '../../store/postgres-settings.ts'

/** B-01, B-09, B-13. Where memories live and how carefully they are written. */
export const StoreSettings = z.object({
  path: z
    .string()
    .min(1)
    .optional()
    .describe('The database file; by default mneme.db in the home folder'),
  url: z
    .string()
    .min(1)
    .optional()
    .describe('The URL of a PostgreSQL database to use instead of the file'),
  synchronous: z
    .enum(['FULL', 'NORMAL', 'OFF'])
    .default('FULL')
    .describe('FULL survives a power loss, NORMAL a crash of the process; OFF guarantees neither'),
  maxMemories: CapSettings.shape.maxMemories,
  busyTimeoutMs: wholeNumber(5000, 'How long to wait while another process writes', {
    min: 0,
    max: 600_000,
  }),
  postgres: PostgresSettings.prefault({}),
})
export type StoreSettings = z.infer<typeof StoreSettings>
