/** The figures of reading transcripts, each a configuration key under `sessions`. */
import * as z from 'zod'
import { count, wholeNumber } from '../setting.ts'

const MIB = 1024 * 1024

export const ReadingSettings = z.object({
  batchBytes: wholeNumber(MIB, 'Bytes of a transcript per read'),
  maxLineBytes: wholeNumber(8 * MIB, 'A longer line is skipped and reported'),
  maxFileBytes: wholeNumber(
    64 * MIB,
    'A transcript that must be read whole is skipped above this size',
  ),
  rereadBytes: wholeNumber(2 * MIB, 'How far back an unfinished message may be read again'),
  maxTextChars: wholeNumber(100_000, 'Longest text kept of one message'),
  maxResultChars: wholeNumber(20_000, 'Longest tool result kept'),
  maxInputChars: wholeNumber(2_000, 'Longest summary of a tool input'),
  rowsAtOnce: wholeNumber(500, 'Messages per chunk from a database'),
  busyMs: count(2_000, 'How long to wait for a database locked by its host'),
  settleMs: count(60_000, 'Rows changed this recently in a database are read again'),
})
export type ReadingSettings = z.infer<typeof ReadingSettings>
