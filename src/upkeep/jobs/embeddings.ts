/**
 * D-12. What is new, changed or of another model gets its vector. Vectors are not journaled. With them it is
 * noticed which memories later sessions talked about again (M-31).
 */
import { refreshVectors } from '../../engine/recall/reindex.ts'
import { type Job, NOTHING } from '../job.ts'

export const embeddings: Job = {
  summary: 'Makes the vectors that are missing or stale',
  setting: 'embeddingRefresh',
  plan: async () => NOTHING,
  async labour(work) {
    // Vectors are looked at for the whole store at once, with what belongs to no project.
    if (work.project !== null) return 0
    return refreshVectors(work.engine, () => work.breathe())
  },
}
