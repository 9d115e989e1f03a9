/** Negative memories whose triggers occur in what the turn is about. */
import type { Memory } from '../memory/memory.ts'
import { hasUnsegmented } from '../text/scripts.ts'
import { isGlob, matchesGlob } from './path-glob.ts'
import type { ContextSettings } from './settings.ts'
import type { Situation } from './situation.ts'

export interface Triggered {
  readonly memory: Memory
  /** The pattern that met, as it was written. */
  readonly trigger: string
}

type TriggerSettings = Pick<ContextSettings, 'triggerCharacters' | 'triggerFiles'>

/**
 * One pass over the prompt, however many memories there are: every place is looked up by its
 * first characters, and only patterns that begin like that are compared.
 */
export function triggered(
  settings: TriggerSettings,
  situation: Pick<Situation, 'prompt' | 'files'>,
  memories: readonly Memory[],
): Triggered[] {
  const files = situation.files.slice(0, settings.triggerFiles)
  const met = new Map<string, string>()
  const literals: Literal[] = []
  const globs = new Map<string, boolean>()
  for (const memory of memories) {
    for (const trigger of memory.triggers) {
      if (isGlob(trigger) && !met.has(memory.id)) {
        const known = globs.get(trigger) ?? files.some((file) => matchesGlob(trigger, file))
        globs.set(trigger, known)
        if (known) met.set(memory.id, trigger)
      }
      const pattern = plain(trigger)
      if (pattern !== '') literals.push({ id: memory.id, trigger, pattern })
    }
  }
  const text = [situation.prompt.slice(0, settings.triggerCharacters), ...files].map(plain)
  findLiterals(text.join('\n'), literals, met)
  return memories.flatMap((memory) => {
    const trigger = met.get(memory.id)
    return trigger === undefined ? [] : [{ memory, trigger }]
  })
}

interface Literal {
  readonly id: string
  readonly trigger: string
  readonly pattern: string
}

/** Long enough to tell most patterns apart, short enough for the shortest useful ones. */
const KEY_CHARACTERS = 3

function findLiterals(text: string, literals: readonly Literal[], met: Map<string, string>): void {
  const byKey = new Map<string, Literal[]>()
  for (const literal of literals) {
    const key = literal.pattern.slice(0, KEY_CHARACTERS)
    const bucket = byKey.get(key)
    if (bucket) bucket.push(literal)
    else byKey.set(key, [literal])
  }
  for (let at = 0; at < text.length; at += 1) {
    for (let length = 1; length <= KEY_CHARACTERS; length += 1) {
      for (const literal of byKey.get(text.slice(at, at + length)) ?? []) {
        if (literal.pattern.length < KEY_CHARACTERS && literal.pattern.length !== length) continue
        if (!met.has(literal.id) && occursAt(text, at, literal.pattern)) {
          met.set(literal.id, literal.trigger)
        }
      }
    }
  }
}

function occursAt(text: string, at: number, pattern: string): boolean {
  if (!text.startsWith(pattern, at)) return false
  const end = at + pattern.length
  return (
    isBoundary(text.charAt(at - 1), pattern.charAt(0)) &&
    isBoundary(pattern.charAt(pattern.length - 1), text.charAt(end))
  )
}

const WORD_CHARACTER = /[\p{L}\p{N}_]/u

/** "eval" is not in "evaluate"; scripts without spaces have no such border. */
function isBoundary(before: string, after: string): boolean {
  if (before === '' || after === '') return true
  if (hasUnsegmented(before) || hasUnsegmented(after)) return true
  return !(WORD_CHARACTER.test(before) && WORD_CHARACTER.test(after))
}

/** Case and spacing carry no meaning in a trigger. */
function plain(text: string): string {
  return text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim()
}
