import * as z from 'zod'

/** K-02. The process that stays: when it starts, when it leaves, what it writes down. */
export const DaemonSettings = z.object({
  startOnDemand: z
    .boolean()
    .default(true)
    .describe('Start it when a hook, a command or an agent can use it'),
  idleMinutes: z
    .number()
    .min(0)
    .max(10_080)
    .default(30)
    .describe('Minutes without a request after which it exits; 0 means never'),
  drainSeconds: z
    .number()
    .min(0)
    .max(300)
    .default(5)
    .describe('Seconds that calls under way may take to end when it is asked to leave'),
  logLevel: z
    .enum(['debug', 'info', 'warn', 'error', 'silent'])
    .default('info')
    .describe('Log level'),
  logMegabytes: z
    .number()
    .min(0.1)
    .max(1000)
    .default(5)
    .describe('Size at which the log is put aside and a new one begun'),
})
export type DaemonSettings = z.infer<typeof DaemonSettings>
