/** I-12. Every job there is, in the order in which a run of all of them goes. */
import type { Job } from './job.ts'
import { archive } from './jobs/archive.ts'
import { clusters } from './jobs/clusters.ts'
import { compression } from './jobs/compression.ts'
import { consolidation } from './jobs/consolidation.ts'
import { duplicates } from './jobs/duplicates.ts'
import { embeddings } from './jobs/embeddings.ts'
import { expiry } from './jobs/expiry.ts'
import { gaps } from './jobs/gaps.ts'
import { links } from './jobs/links.ts'
import { ranking } from './jobs/ranking.ts'
import { skills } from './jobs/skills.ts'
import { tags } from './jobs/tags.ts'

/** First what is over goes, then what is said twice, then use is counted and everything ranked. */
export const JOBS = {
  expiry,
  duplicates,
  skills,
  links,
  consolidation,
  ranking,
  compression,
  archive,
  tags,
  embeddings,
  clusters,
  gaps,
} as const satisfies Record<string, Job>

export type JobName = keyof typeof JOBS
export const JOB_NAMES = Object.keys(JOBS) as readonly JobName[]
