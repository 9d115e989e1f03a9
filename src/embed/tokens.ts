/** Texts become token ids, cut to what the model can take in. */
import { readFile } from 'node:fs/promises'
import { MnemeError } from '../errors.ts'

export interface TextTokens {
  /** The ids of a text, with the model's start and end marks and never more than it can take. */
  ids(text: string): number[]
  readonly padId: number
}

/**
 * No token stands for more letters than this, save the one for an unknown word. What lies further
 * back cannot reach the vector, so a megabyte of text costs no more than a page.
 */
const MAX_TOKEN_LENGTH = 32

export async function readTokenizer(path: string, maxTokens: number): Promise<TextTokens> {
  const { Tokenizer } = await import('@huggingface/tokenizers')
  let description: Record<string, unknown>
  try {
    description = JSON.parse(await readFile(path, 'utf8'))
  } catch (cause) {
    throw new MnemeError('unavailable', `Cannot read the tokenizer ${path}`, {
      hint: 'It must be the tokenizer.json that came with the model.',
      cause,
    })
  }
  const tokenizer = new Tokenizer(description, {})
  const bare = (text: string) => tokenizer.encode(text, { add_special_tokens: false }).ids
  const marks = marksAround(tokenizer.encode('a').ids, bare('a'))
  const room = Math.max(maxTokens - marks.start.length - marks.end.length, 0)
  return {
    ids: (text) => {
      const inner = bare(text.slice(0, room * MAX_TOKEN_LENGTH)).slice(0, room)
      return [...marks.start, ...inner, ...marks.end]
    },
    padId: padIdOf(description),
  }
}

/** The marks a model wants around a text, found by looking at where a known text stands in them. */
function marksAround(marked: readonly number[], bare: readonly number[]) {
  const at = marked.findIndex((_, i) => bare.every((id, j) => marked[i + j] === id))
  if (at < 0) return { start: [], end: [] }
  return { start: marked.slice(0, at), end: marked.slice(at + bare.length) }
}

function padIdOf(description: Record<string, unknown>): number {
  const padding = description.padding as { pad_id?: unknown } | null | undefined
  return typeof padding?.pad_id === 'number' ? padding.pad_id : 0
}
