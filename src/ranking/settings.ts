/** Settings of what compares whole memories, apart from that code: every process reads them, few compare any. */
import * as z from 'zod'
import { BlockingSettings } from './blocking.ts'

export const DuplicateCleanupSettings = z.object({ blocking: BlockingSettings.prefault({}) })
export type DuplicateCleanupSettings = z.infer<typeof DuplicateCleanupSettings>

export const SkillSettings = z.object({
  nameWeight: z.number().min(0).max(1).default(0.4).describe('How much alike names count'),
  stepsWeight: z.number().min(0).max(1).default(0.6).describe('How much alike steps count'),
  sameStep: z.number().min(0).max(1).default(0.6).describe('From here on two steps are one'),
  threshold: z.number().min(0).max(1).default(0.75).describe('From here on two skills are one'),
  blocking: BlockingSettings.prefault({}),
})
export type SkillSettings = z.infer<typeof SkillSettings>
