/**
 * J-11. Every setting there is: each room's own, gathered. This is the only list of sections;
 * keys, environment names, checks and the reference page follow from it.
 */
import * as z from 'zod'
import {
  BoundarySettings,
  ChunkSettings,
  CorrectionSettings,
  EchoSettings,
  ExtractionSettings,
  GapSettings,
  LifeboatSettings,
  MemorabilitySettings,
  SensitivitySettings,
  SummarySettings,
  UserRuleSettings,
} from '../capture/settings.ts'
import { CommitSettings } from '../code/commits.ts'
import { CodeSettings } from '../code/git-roots.ts'
import { EvidenceSettings } from '../context/evidence/settings.ts'
import { ContextSettings } from '../context/settings.ts'
import { EmbedSettings } from '../embed/settings.ts'
import { CascadeSettings } from '../graph/cascade.ts'
import { ClusterSettings } from '../graph/clusters.ts'
import { InferredTagSettings } from '../graph/inferred-tags.ts'
import { LinkDiscoverySettings, TagInferenceSettings } from '../graph/link-discovery.ts'
import { PathSettings } from '../graph/path.ts'
import { ModelSettings } from '../model/settings.ts'
import { ActivationSettings } from '../ranking/activation.ts'
import { CompressionSettings } from '../ranking/compression.ts'
import { ConsolidationSettings } from '../ranking/consolidation.ts'
import { DecaySettings } from '../ranking/decay.ts'
import { FeedbackSettings } from '../ranking/feedback.ts'
import { ScaleSettings } from '../ranking/promotion.ts'
import { RecencySettings } from '../ranking/recency.ts'
import { RecurringSettings } from '../ranking/recurring.ts'
import { RankingSettings } from '../ranking/score.ts'
import { ScoredSearchSettings } from '../ranking/scored-search.ts'
import { SeasonSettings } from '../ranking/season.ts'
import { DuplicateCleanupSettings, SkillSettings } from '../ranking/settings.ts'
import { TransitionSettings } from '../ranking/transitions.ts'
import { TrustSettings } from '../ranking/trust.ts'
import { RecallSettings } from '../search/settings.ts'
import { VectorSettings } from '../search/vector-scan.ts'
import { ReadingSettings } from '../sessions/settings.ts'
import { WatchSettings } from '../sessions/watch.ts'
import { TeamSettings } from '../team/settings.ts'
import { NearDuplicateSettings } from '../text/jaccard.ts'
import { SynonymSettings } from '../text/synonyms.ts'
import { SchedulerSettings } from '../upkeep/settings.ts'
import { VaultSettings } from '../vault/settings.ts'
import { CaptureSettings } from './sections/capture.ts'
import { DaemonSettings } from './sections/daemon.ts'
import { HttpSettings } from './sections/http.ts'
import { McpSettings } from './sections/mcp.ts'
import { MemorySettings } from './sections/memory.ts'
import { PermissionSettings } from './sections/permissions.ts'
import { PrivacySettings } from './sections/privacy.ts'
import { RetentionSettings } from './sections/retention.ts'
import { RetrievalSettings } from './sections/retrieval.ts'
import { StoreSettings } from './sections/store.ts'

/**
 * L. What the configuration file of a repository may do with a key. The person who cloned it
 * did not write it, so it gets no providers, addresses, permissions, or anything that loses memories.
 */
export type RepositoryRule =
  | 'any'
  | 'never'
  /** May disable but not enable: the user's own "no" is final. */
  | 'off-only'
  /** May add to the user's list, not replace it. */
  | 'adds'
  /** The same, for globs, which then mean files of the repository. */
  | 'adds-paths'

export interface Section {
  readonly settings: z.ZodObject
  /** One rule for all keys, or rules by key; a key not named is `never`. */
  readonly repository: 'any' | 'never' | Readonly<Record<string, RepositoryRule>>
  readonly about: string
}

/** I. The formulas of upkeep, each under its own name. */
const UpkeepSettings = RankingSettings.extend({
  transitions: TransitionSettings.prefault({}),
  decay: DecaySettings.prefault({}),
  recency: RecencySettings.prefault({}),
  activation: ActivationSettings.prefault({}),
  consolidation: ConsolidationSettings.prefault({}),
  season: SeasonSettings.prefault({}),
  scales: ScaleSettings.prefault({}),
  recurring: RecurringSettings.prefault({}),
  duplicates: DuplicateCleanupSettings.prefault({}),
  compression: CompressionSettings.prefault({}),
  skills: SkillSettings.prefault({}),
})

/** G. What a session leaves behind, each kind under its own name. */
const CaptureSection = CaptureSettings.extend({
  rules: UserRuleSettings.prefault({}),
  corrections: CorrectionSettings.prefault({}),
  memorability: MemorabilitySettings.prefault({}),
  boundaries: BoundarySettings.prefault({}),
  gaps: GapSettings.prefault({}),
})

const GraphSettings = z.object({
  cascade: CascadeSettings.prefault({}),
  path: PathSettings.prefault({}),
  clusters: ClusterSettings.prefault({}),
  links: LinkDiscoverySettings.prefault({}),
  inferredTags: InferredTagSettings.prefault({}),
  sharedTags: TagInferenceSettings.prefault({}),
})

/** `top_k` and `max_bytes` are keys of `retrieval`; `contextSettings` puts them back. */
const ContextSection = ContextSettings.omit({ topK: true, maxBytes: true }).extend({
  evidence: EvidenceSettings.prefault({}),
})

export const SECTIONS = {
  memory: {
    settings: MemorySettings,
    repository: { enabled: 'off-only' },
    about: 'Whether memory is on, and how long short-lived memories stay.',
  },
  store: {
    settings: StoreSettings,
    repository: 'never',
    about: 'Where memories are stored, and how durably they are written.',
  },
  vault: {
    settings: VaultSettings,
    repository: 'never',
    about: 'Memories as files you can read and edit.',
  },
  retrieval: {
    settings: RetrievalSettings,
    // M-06. Not what a prompt may hold: a clone could leave no room for the person's own rules.
    repository: { limit: 'any', strategy: 'any' },
    about: 'How memories are found.',
  },
  recall: {
    settings: RecallSettings,
    repository: 'never',
    about: 'How a match is scored, and from where on it counts.',
  },
  search: {
    settings: ScoredSearchSettings,
    repository: 'never',
    about: 'What decides the order of results.',
  },
  trust: {
    settings: TrustSettings,
    repository: 'never',
    about: 'How much a memory is trusted, by its source.',
  },
  feedback: {
    settings: FeedbackSettings,
    repository: 'never',
    about: 'What feedback on a memory changes.',
  },
  synonyms: {
    settings: SynonymSettings,
    repository: { groups: 'adds', weight: 'any' },
    about: 'Words that search treats as equal.',
  },
  duplicates: {
    settings: NearDuplicateSettings.omit({ cleanupThreshold: true }),
    repository: 'never',
    about: 'When two memories count as the same.',
  },
  echo: {
    settings: EchoSettings,
    repository: 'never',
    about: 'How Mneme recognises its own words, so that they are not captured as new.',
  },
  capture: {
    settings: CaptureSection,
    repository: { messages: 'off-only', tools: 'off-only' },
    about: 'What is captured from a session automatically.',
  },
  extraction: {
    settings: ExtractionSettings.extend(ChunkSettings.shape),
    repository: 'never',
    about: 'What is extracted from a session as a whole.',
  },
  context: {
    settings: ContextSection,
    repository: 'never',
    about: 'What is injected into a prompt, and how much.',
  },
  ranking: {
    settings: UpkeepSettings,
    repository: 'never',
    about: 'Scores of memories, and how they change with use and time.',
  },
  scheduler: {
    settings: SchedulerSettings,
    repository: 'never',
    about: 'When maintenance jobs run.',
  },
  graph: {
    settings: GraphSettings,
    repository: 'never',
    about: 'How memories relate to each other.',
  },
  embed: {
    settings: EmbedSettings,
    repository: 'never',
    about: 'Which model computes the vectors for semantic search.',
  },
  vectors: {
    settings: VectorSettings,
    repository: 'never',
    about: 'How vectors are compared.',
  },
  sensitivity: {
    settings: SensitivitySettings,
    repository: 'never',
    about: 'Which texts can be classified.',
  },
  sessions: {
    settings: ReadingSettings.extend({
      watch: WatchSettings.prefault({}),
      lifeboat: LifeboatSettings.prefault({}),
      summary: SummarySettings.prefault({}),
    }),
    repository: 'never',
    about: 'How transcripts are read, split and summarized.',
  },
  commits: {
    settings: CommitSettings,
    repository: 'never',
    about: 'The git history of projects as a source.',
  },
  privacy: {
    settings: PrivacySettings,
    repository: { excludedPaths: 'adds-paths' },
    about: 'What is never read.',
  },
  permissions: {
    settings: PermissionSettings,
    repository: 'never',
    about: 'Which operations run freely, ask first, or never run.',
  },
  retention: {
    settings: RetentionSettings,
    repository: 'never',
    about: 'How long transcripts, changes, events, logs and earlier versions are kept.',
  },
  model: {
    settings: ModelSettings,
    repository: 'never',
    about: 'Which language model may be used, and how much per day.',
  },
  daemon: {
    settings: DaemonSettings,
    repository: 'never',
    about: 'The background process.',
  },
  http: {
    settings: HttpSettings,
    repository: 'never',
    about: 'The address of the daemon, and its limits.',
  },
  mcp: {
    settings: McpSettings,
    repository: 'never',
    about: 'What agents are offered.',
  },
  team: {
    settings: TeamSettings,
    repository: 'never',
    about: 'The team server, and how machines sync with it.',
  },
  code: {
    settings: CodeSettings,
    repository: 'never',
    about: 'How repositories are recognised.',
  },
} as const satisfies Record<string, Section>

export type ConfigSectionName = keyof typeof SECTIONS

/** Every setting with a value, as the rooms take them. */
export type Settings = {
  readonly [Name in ConfigSectionName]: Readonly<z.output<(typeof SECTIONS)[Name]['settings']>>
}

/** H-03. The context room's settings, with the two that go by their names under `retrieval`. */
export function contextSettings(settings: Settings): ContextSettings {
  const { topK, maxBytes } = settings.retrieval
  return { ...settings.context, topK, maxBytes }
}
