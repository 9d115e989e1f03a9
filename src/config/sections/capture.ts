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
  windowMessages: wholeNumber(24, 'Previous tool messages used to interpret a step', {
    min: 2,
    max: 500,
  }),
  seenDays: wholeNumber(180, 'Days during which a captured event is not captured again'),
})
export type CaptureSettings = z.infer<typeof CaptureSettings>
