/** Settings of what compares whole memories, apart from that code: every process reads them, few compare any. */
import * as z from 'zod'
import { share } from '../setting.ts'
import { BlockingSettings } from './blocking.ts'

export const DuplicateCleanupSettings = z.object({ blocking: BlockingSettings.prefault({}) })
export type DuplicateCleanupSettings = z.infer<typeof DuplicateCleanupSettings>

export const SkillSettings = z.object({
  nameWeight: share(0.4, 'Weight of name similarity'),
  stepsWeight: share(0.6, 'Weight of step similarity'),
  sameStep: share(0.6, 'Similarity from which two steps count as the same'),
  threshold: share(0.75, 'Similarity from which two skills count as the same'),
  blocking: BlockingSettings.prefault({}),
})
export type SkillSettings = z.infer<typeof SkillSettings>
