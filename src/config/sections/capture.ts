import * as z from 'zod'

/** G-03 to G-06. What a session leaves in memory by itself. */
export const CaptureSettings = z.object({
  messages: z.boolean().default(true).describe('Keep the rules that a person states in a session'),
  tools: z.boolean().default(true).describe('Keep what the use of tools shows'),
  showKept: z
    .boolean()
    .default(true)
    .describe('Show in the host what was kept of the last turn, where it allows a message'),
  headless: z
    .boolean()
    .default(true)
    .describe('Take prompts of print mode and scripts for words of a person too'),
  windowMessages: z
    .int()
    .min(2)
    .max(500)
    .default(24)
    .describe('Messages with tools that are looked back on, to see what a step was for'),
  seenDays: z
    .int()
    .min(1)
    .default(180)
    .describe('Days that an event is known to have been captured, so that it counts once'),
})
export type CaptureSettings = z.infer<typeof CaptureSettings>
