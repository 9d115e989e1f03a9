/** H-03, H-12. The figures of the context, each a configuration key under `context`. */
import * as z from 'zod'

const Share = z.number().min(0).max(1)
const Count = z.int().min(0)

/** H-12. The most a host accepts in one piece; absent means no limit. */
export const HostCap = z.object({
  characters: z.int().positive().optional().describe('At most this many characters in one piece'),
  tokens: z.int().positive().optional().describe('At most this many tokens in one piece'),
})
export type HostCap = z.infer<typeof HostCap>

export const ContextSettings = z.object({
  layersTokens: Count.default(800).describe('Token budget for layers A, B and C together'),
  layerAShare: Share.default(0.6).describe('Share of layers_tokens that layer A may take'),
  tailTokens: Count.default(2000).describe('Token budget for everything after anchors and indexes'),
  maxBytes: Count.default(24_000).describe('Bytes for everything after anchors and indexes'),
  indexTokens: Count.default(800).describe(
    'Token budget for both indexes; beyond it only counts per type are shown',
  ),
  indexLineCharacters: z.int().min(20).default(120).describe('Longest line of an index'),
  topK: Count.default(10).describe('Candidates requested from recall'),
  bodies: Count.default(5).describe('Maximum number of recalled memories shown in full'),
  procedures: Count.default(3).describe('Procedures offered for the task'),
  negatives: Count.default(3).describe('Triggered warnings shown per prompt'),
  tasks: Count.default(5).describe('Open tasks shown per prompt'),
  lifeboatTokens: Count.default(600).describe('Tokens for what was saved before compaction'),
  confidenceFloor: Share.default(0.05).describe('Decayed confidence below which it stays out'),
  procedureMatch: Share.default(0.2).describe('A procedure matching the task less stays out'),
  taskMatch: Share.default(0.3).describe('An open task matching the prompt less stays out'),
  episodeRaise: z
    .number()
    .min(1)
    .default(1.25)
    .describe('Factor for what the current episode made'),
  unearnedAfter: z
    .int()
    .positive()
    .default(10)
    .describe('Shown this often without one use, it sinks'),
  unearnedFactor: Share.default(0.5).describe('Factor for what never earned its tokens'),
  deadlineMs: z
    .int()
    .positive()
    .default(150)
    .describe('Time limit for recall; results that are not ready by then wait for the next prompt'),
  topicSimilarity: Share.default(0.3).describe('A prompt less alike than this opens a new topic'),
  topicKeywords: Count.default(3).describe('A prompt with fewer keywords never opens a new topic'),
  anchorNoticeBytes: Count.default(40_000).describe('An anchor above this size is pointed out'),
  blockLikeness: Share.default(0.65).describe('Untrusted text this instruction-like is omitted'),
  triggerCharacters: Count.default(20_000).describe('How much of a prompt is read for triggers'),
  triggerFiles: Count.default(50).describe('How many current files are read for triggers'),
  seasons: z
    .array(z.string().min(1))
    .default([])
    .describe('Active seasons, such as release-week; memories made for them count more'),
  allocation: z
    .object({
      immediate: Count.default(1).describe('Memories of the last minutes'),
      task: Count.default(2).describe('Memories of the current task'),
      session: Count.default(1).describe('Memories of this session'),
      project: Count.default(1).describe('Memories of the project at large'),
    })
    .prefault({})
    .describe('How the recalled memories are spread over time'),
  hostCaps: z
    .record(z.string(), HostCap)
    .default({ 'claude-code': { characters: 9500 }, codex: { tokens: 2400 } })
    .describe('The most that each agent accepts in one piece'),
})
export type ContextSettings = z.infer<typeof ContextSettings>
