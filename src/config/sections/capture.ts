import * as z from 'zod'
import { flag, wholeNumber } from '../../setting.ts'

/** G-03 to G-06. What a session leaves in memory by itself. */
export const CaptureSettings = z.object({
  messages: flag(true, 'Capture the rules that you state in a session'),
  tools: flag(true, 'Capture what tool use shows'),
  showKept: flag(
    true,
    'Show in the host what was kept from the last turn, where it can show messages',
  ),
  headless: flag(true, 'Treat prompts from print mode and scripts as a person’s words too'),
  windowMessages: wholeNumber(
    24,
    'Messages with tools that are looked back on, to see what a step was for',
    { min: 2, max: 500 },
  ),
  seenDays: wholeNumber(
    180,
    'Days that an event is known to have been captured, so that it counts once',
  ),
})
export type CaptureSettings = z.infer<typeof CaptureSettings>
