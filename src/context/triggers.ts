/** Negative memories whose triggers occur in what the turn is about. */
import type { Memory } from '../memory/memory.ts'
import { isGlob, matchAnyGlob } from '../text/glob.ts'
import { hasUnsegmented } from '../text/scripts.ts'
import type { ContextSettings } from './settings.ts'
import type { Situation } from './situation.ts'

interface Triggered {
  readonly memory: Memory
  /** The pattern that matched, as written. */
  readonly trigger: string
}

type TriggerSettings = Pick<ContextSettings, 'triggerCharacters' | 'triggerFiles'>

/**
 * One pass over the prompt, however many memories there are: each position is looked up by its first
 * characters, and only patterns with that prefix are compared.
 */
export function matchTriggers(
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
        const known = globs.get(trigger) ?? files.some((file) => matchAnyGlob([trigger], file))
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

/** Long enough to rule out most positions, short enough for the shortest useful patterns. */
const KEY_CHARACTERS = 3

/** At each position, one lookup for each possible prefix length. */
function findLiterals(text: string, literals: readonly Literal[], met: Map<string, string>): void {
  const lengthsByKey = new Map<string, Set<number>>()
  const byPattern = new Map<string, Literal[]>()
  for (const literal of literals) {
    const { pattern } = literal
    const key = pattern.slice(0, KEY_CHARACTERS)
    lengthsByKey.set(key, (lengthsByKey.get(key) ?? new Set()).add(pattern.length))
    const same = byPattern.get(pattern)
    if (same) same.push(literal)
    else byPattern.set(pattern, [literal])
  }
  for (let at = 0; at < text.length; at += 1) {
    for (let keyLength = 1; keyLength <= KEY_CHARACTERS; keyLength += 1) {
      for (const length of lengthsByKey.get(text.slice(at, at + keyLength)) ?? []) {
        const found = byPattern.get(text.slice(at, at + length))
        if (found === undefined || !standsAlone(text, at, length)) continue
        for (const { id, trigger } of found) if (!met.has(id)) met.set(id, trigger)
        byPattern.delete(text.slice(at, at + length))
      }
    }
  }
}

function standsAlone(text: string, at: number, length: number): boolean {
  const end = at + length
  return (
    isBoundary(text.charAt(at - 1), text.charAt(at)) &&
    isBoundary(text.charAt(end - 1), text.charAt(end))
  )
}

const WORD_CHARACTER = /[\p{L}\p{N}_]/u

/** "eval" does not match in "evaluate"; scripts without spaces have no word boundary. */
function isBoundary(before: string, after: string): boolean {
  if (before === '' || after === '') return true
  if (hasUnsegmented(before) || hasUnsegmented(after)) return true
  return !(WORD_CHARACTER.test(before) && WORD_CHARACTER.test(after))
}

/** Case and spacing carry no meaning in a trigger. */
function plain(text: string): string {
  return text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim()
}
