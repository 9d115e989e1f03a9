import * as z from 'zod'
import { decimal, flag } from '../../setting.ts'

/** K-02. The process that stays: when it starts, when it leaves, what it writes down. */
export const DaemonSettings = z.object({
  startOnDemand: flag(true, 'Start it when a hook, a command or an agent can use it'),
  idleMinutes: decimal(30, 'Minutes without a request after which it exits; 0 means never', {
    max: 10_080,
  }),
  drainSeconds: decimal(5, 'Seconds that running calls get to finish on shutdown', { max: 300 }),
  logLevel: z
    .enum(['debug', 'info', 'warn', 'error', 'silent'])
    .default('info')
    .describe('Log level'),
  logMegabytes: decimal(5, 'Size at which the log is rotated', {
    min: 0.1,
    max: 1000,
  }),
})
export type DaemonSettings = z.infer<typeof DaemonSettings>
