import * as z from 'zod'

/** G-03 to G-06. What a session leaves in memory by itself. */
export const CaptureSettings = z.object({
  messages: z.boolean().default(true).describe('Capture the rules that you state in a session'),
  tools: z.boolean().default(true).describe('Capture what tool use shows'),
  showKept: z
    .boolean()
    .default(true)
    .describe('Show in the host what was kept from the last turn, where it can show messages'),
  headless: z
    .boolean()
    .default(true)
    .describe('Treat prompts from print mode and scripts as a person’s words too'),
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
