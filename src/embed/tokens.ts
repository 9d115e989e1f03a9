/** Texts become token ids, cut to what the model can take in. */
import { readFile } from 'node:fs/promises'
import { MnemeError } from '../errors.ts'
import { wordPiece } from './wordpiece.ts'

export interface TextTokens {
  /** The ids of a text, with the model's start and end marks and never more than it can take, or `most`. */
  ids(text: string, most?: number): number[]
  readonly padId: number
  /** Whether a token is part of a word; marks and punctuation are not. */
  isWord(id: number): boolean
}

/**
 * No token stands for more letters than this, save the one for an unknown word. What lies further
 * back cannot reach the vector, so a megabyte of text costs no more than a page.
 */
const MAX_TOKEN_LENGTH = 32

/** A vocabulary, one piece a line, or a tokenizer.json. */
export async function readTokenizer(path: string, maxTokens: number): Promise<TextTokens> {
  const text = await readText(path)
  if (!path.endsWith('.json')) return tokensOf(text.split('\n'), maxTokens)
  const description = parseDescription(path, text)
  const vocabulary = bertVocabulary(description)
  return vocabulary ? tokensOf(vocabulary, maxTokens) : otherTokenizer(description, maxTokens)
}

function tokensOf(vocabulary: readonly string[], maxTokens: number): TextTokens {
  const pieces = wordPiece(vocabulary)
  const start = vocabulary.indexOf('[CLS]')
  const end = vocabulary.indexOf('[SEP]')
  return {
    ids(text, most = maxTokens) {
      const room = Math.max(Math.min(most, maxTokens) - 2, 0)
      return [start, ...pieces.ids(text.slice(0, room * MAX_TOKEN_LENGTH), room), end]
    },
    padId: Math.max(vocabulary.indexOf('[PAD]'), 0),
    isWord: pieces.isWord,
  }
}

/** The pieces by id, of a tokenizer that does what ours does; null for any other. */
function bertVocabulary(description: Description): string[] | null {
  const { model, normalizer, pre_tokenizer: split } = description
  const isBert =
    model?.type === 'WordPiece' &&
    normalizer?.type === 'BertNormalizer' &&
    normalizer.lowercase === true &&
    split?.type === 'BertPreTokenizer'
  if (!isBert) return null
  const vocabulary: string[] = []
  for (const [piece, id] of Object.entries(model.vocab ?? {})) vocabulary[id] = piece
  return vocabulary
}

interface Description {
  readonly model?: { readonly type?: string; readonly vocab?: Readonly<Record<string, number>> }
  readonly normalizer?: { readonly type?: string; readonly lowercase?: boolean }
  readonly pre_tokenizer?: { readonly type?: string }
  readonly padding?: { readonly pad_id?: unknown } | null
}

async function otherTokenizer(description: Description, maxTokens: number): Promise<TextTokens> {
  const { Tokenizer } = await importTokenizers()
  const tokenizer = new Tokenizer(description as Record<string, unknown>, {})
  const bare = (text: string) => tokenizer.encode(text, { add_special_tokens: false }).ids
  const marks = marksAround(tokenizer.encode('a').ids, bare('a'))
  const padId = description.padding?.pad_id
  return {
    ids(text, most = maxTokens) {
      const room = Math.max(Math.min(most, maxTokens) - marks.start.length - marks.end.length, 0)
      const inner = bare(text.slice(0, room * MAX_TOKEN_LENGTH)).slice(0, room)
      return [...marks.start, ...inner, ...marks.end]
    },
    padId: typeof padId === 'number' ? padId : 0,
    isWord: () => true,
  }
}

/** Only models of another family than BERT need it, and only a user can bring one. */
async function importTokenizers() {
  try {
    return await import('@huggingface/tokenizers')
  } catch (cause) {
    throw new MnemeError('unavailable', 'The tokenizer of this model needs another package', {
      hint: 'Run `npm install @huggingface/tokenizers@0.2.0`, or choose a model of the BERT family.',
      cause,
    })
  }
}

/** The marks a model wants around a text, found by looking at where a known text is in them. */
function marksAround(marked: readonly number[], bare: readonly number[]) {
  const at = marked.findIndex((_, i) => bare.every((id, j) => marked[i + j] === id))
  if (at < 0) return { start: [], end: [] }
  return { start: marked.slice(0, at), end: marked.slice(at + bare.length) }
}

async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8')
  } catch (cause) {
    throw cannotRead(path, cause)
  }
}

function parseDescription(path: string, text: string): Description {
  try {
    return JSON.parse(text) as Description
  } catch (cause) {
    throw cannotRead(path, cause)
  }
}

function cannotRead(path: string, cause: unknown): MnemeError {
  return new MnemeError('unavailable', `Cannot read the tokenizer ${path}`, {
    hint: 'It must be the tokenizer.json that came with the model.',
    cause,
  })
}
