/** F-04. How full a session's context window is, from the end of its transcript. */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs'

/** What the models of Claude Code take unless their name says more. */
const CLAUDE_WINDOW_TOKENS = 200_000
const LONG_WINDOW_TOKENS = 1_000_000
/** The last answer and what was written after it. */
const TAIL_BYTES = 128 * 1024

type Fields = Readonly<Record<string, unknown>>

/** From 0 to 1, from the last answer with usage figures; null without one. */
export function windowShare(transcriptTail: string): number | null {
  for (const line of transcriptTail.split('\n').reverse()) {
    if (!line.includes('token')) continue
    const share = shareIn(line)
    if (share !== null) return share
  }
  return null
}

export function readWindowShare(path: string): number | null {
  let file: number
  try {
    file = openSync(path, 'r')
  } catch {
    return null // missing or unreadable
  }
  try {
    const { size } = fstatSync(file)
    const bytes = Buffer.alloc(Math.min(size, TAIL_BYTES))
    readSync(file, bytes, 0, bytes.length, size - bytes.length)
    return windowShare(bytes.toString('utf8'))
  } finally {
    closeSync(file)
  }
}

function shareIn(line: string): number | null {
  let record: Fields
  try {
    record = JSON.parse(line) as Fields
  } catch {
    return null // The first line of the tail is cut, the last may be half written.
  }
  if (record.isSidechain === true) return null
  return claudeShare(fieldsOf(record.message)) ?? codexShare(fieldsOf(record.payload))
}

function claudeShare({ usage, model }: Fields): number | null {
  const { input_tokens, cache_read_input_tokens, cache_creation_input_tokens } = fieldsOf(usage)
  if (typeof input_tokens !== 'number') return null
  const used =
    input_tokens + numberOf(cache_read_input_tokens) + numberOf(cache_creation_input_tokens)
  const isLong = typeof model === 'string' && model.includes('[1m]')
  return used / (isLong ? LONG_WINDOW_TOKENS : CLAUDE_WINDOW_TOKENS)
}

function codexShare({ type, info }: Fields): number | null {
  if (type !== 'token_count') return null
  const { last_token_usage, model_context_window } = fieldsOf(info)
  const { total_tokens } = fieldsOf(last_token_usage)
  const window = numberOf(model_context_window)
  return typeof total_tokens === 'number' && window > 0 ? total_tokens / window : null
}

function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {}
}

function numberOf(value: unknown): number {
  return typeof value === 'number' ? value : 0
}
