/** The figures of reading transcripts, each a configuration key under `sessions`. */
import * as z from 'zod'

const MIB = 1024 * 1024

export const ReadingSettings = z.object({
  batchBytes: z.int().positive().default(MIB).describe('Bytes of a transcript per read'),
  maxLineBytes: z
    .int()
    .positive()
    .default(8 * MIB)
    .describe('A longer line is skipped, counted and named'),
  maxFileBytes: z
    .int()
    .positive()
    .default(64 * MIB)
    .describe('A transcript that can only be read whole is left alone above this size'),
  rereadBytes: z
    .int()
    .positive()
    .default(2 * MIB)
    .describe('How far back a message that is still growing may be read again'),
  maxTextChars: z.int().positive().default(100_000).describe('Longest text kept of one message'),
  maxResultChars: z.int().positive().default(20_000).describe('Longest tool result kept'),
  maxInputChars: z.int().positive().default(2_000).describe('Longest summary of a tool input'),
  rowsAtOnce: z.int().positive().default(500).describe('Messages per chunk from a database'),
  busyMs: z.int().min(0).default(2_000).describe('How long to wait for a database its host holds'),
  settleMs: z
    .int()
    .min(0)
    .default(60_000)
    .describe('Rows changed this recently in a database are read again'),
})
export type ReadingSettings = z.infer<typeof ReadingSettings>
