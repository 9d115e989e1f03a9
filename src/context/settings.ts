/** H-03, H-12. The figures of the context, each a configuration key under `context`. */
import * as z from 'zod'
import { count, decimal, share, wholeNumber } from '../setting.ts'

/** H-12. The most a host accepts in one piece; absent means no limit. */
export const HostCap = z.object({
  characters: z.int().positive().optional().describe('At most this many characters in one piece'),
  tokens: z.int().positive().optional().describe('At most this many tokens in one piece'),
})
export type HostCap = z.infer<typeof HostCap>

export const ContextSettings = z.object({
  layersTokens: count(800, 'Token budget for layers A, B and C together'),
  layerAShare: share(0.6, 'Share of layers_tokens that layer A may take'),
  tailTokens: count(2000, 'Token budget for everything after anchors and indexes'),
  maxBytes: count(24_000, 'Bytes for everything after anchors and indexes'),
  indexTokens: count(
    800,
    'Token budget for both indexes; beyond it only counts per type are shown',
  ),
  indexLineCharacters: wholeNumber(120, 'Longest line of an index', { min: 20 }),
  topK: count(10, 'Candidates requested from recall'),
  bodies: count(5, 'Maximum number of recalled memories shown in full'),
  procedures: count(3, 'Procedures offered for the task'),
  negatives: count(3, 'Triggered warnings shown per prompt'),
  tasks: count(5, 'Open tasks shown per prompt'),
  lifeboatTokens: count(600, 'Tokens for what was saved before compaction'),
  confidenceFloor: share(0.05, 'Memories below this decayed confidence are left out'),
  procedureMatch: share(0.2, 'Minimum match of a procedure with the task'),
  taskMatch: share(0.3, 'Minimum match of an open task with the prompt'),
  episodeRaise: decimal(1.25, 'Score factor for memories from the current episode', { min: 1 }),
  unearnedAfter: wholeNumber(10, 'Injections without a use after which a memory is ranked lower'),
  unearnedFactor: share(0.5, 'Score factor for memories that were injected but never used'),
  deadlineMs: wholeNumber(
    150,
    'Time limit for recall; results that are not ready by then wait for the next prompt',
  ),
  topicSimilarity: share(0.3, 'A prompt less similar than this starts a new topic'),
  topicKeywords: count(3, 'A prompt with fewer keywords never starts a new topic'),
  anchorNoticeBytes: count(40_000, 'Size of an anchor above which a notice is shown'),
  blockLikeness: share(0.65, 'Untrusted text that resembles an instruction this much is omitted'),
  triggerCharacters: count(20_000, 'Characters of a prompt searched for triggers'),
  triggerFiles: count(50, 'Current files searched for triggers'),
  seasons: z
    .array(z.string().min(1))
    .default([])
    .describe('Active seasons, such as release-week; memories made for them count more'),
  allocation: z
    .object({
      immediate: count(1, 'Memories of the last minutes'),
      task: count(2, 'Memories of the current task'),
      session: count(1, 'Memories of this session'),
      project: count(1, 'Memories of the project at large'),
    })
    .prefault({})
    .describe('How the recalled memories are spread over time'),
  hostCaps: z
    .record(z.string(), HostCap)
    .default({ 'claude-code': { characters: 9500 }, codex: { tokens: 2400 } })
    .describe('Maximum size of one injection for each agent'),
})
export type ContextSettings = z.infer<typeof ContextSettings>
