/** The names by which memories are addressed and their files are called. */

import { createHash } from 'node:crypto'
import { shorten } from '../text/shorten.ts'

export const MAX_NAME_LENGTH = 64
export const NAME_PATTERN = /^[a-z0-9][a-z0-9-]{0,63}$/

/** Names of anchors, indexes and folders of the vault; a memory of that name would hide one. */
export const RESERVED_NAMES: ReadonlySet<string> = new Set([
  'user',
  'project',
  'memory',
  'index',
  'sessions',
  'mneme',
  'feedback',
  'reference',
])

/** K-19. Windows opens a device when asked for a file of such a name, whatever its ending. */
const DEVICE_NAME = /^(?:con|prn|aux|nul|com[0-9]|lpt[0-9])$/

/** Why a name is invalid, as a message; null when it is valid. */
export function nameProblem(name: string): string | null {
  if (name === '') return 'A name cannot be empty'
  const shown = JSON.stringify(shorten(name, 80))
  if (/[/\\]/.test(name) || name.includes('..')) {
    return `${shown} looks like a path; a name has no slashes and no ".."`
  }
  if (isReserved(name.toLowerCase())) return `${shown} is a reserved name`
  if (name.length > MAX_NAME_LENGTH) {
    return `${shown} has ${name.length} characters; a name has at most ${MAX_NAME_LENGTH}`
  }
  if (/[A-Z]/.test(name)) return `${shown} has capital letters; names are lower-case`
  if (name.startsWith('-')) return `${shown} begins with a hyphen; a name begins with a-z or 0-9`
  if (!NAME_PATTERN.test(name)) {
    return `${shown} has other characters than a-z, 0-9 and hyphens`
  }
  return null
}

function isReserved(name: string): boolean {
  return RESERVED_NAMES.has(name) || DEVICE_NAME.test(name)
}

const HASH_CHARACTERS = 6
/** Letters that carry no accent to take off, yet have a Latin spelling. */
// biome-ignore format: a table reads best in columns
const SPELLED: Readonly<Record<string, string>> = {
  ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ð: 'd', þ: 'th', ł: 'l', ı: 'i',
}

/**
 * A valid name out of any title: accents are taken off, everything else but letters and digits
 * becomes a hyphen. When too little of the title is left to tell it from others, as with a
 * Chinese one, a short hash of the title is in, the same each time.
 */
export function slugFrom(title: string): string {
  const plain = title.toLowerCase().normalize('NFKD').replace(/\p{M}/gu, '')
  const latin = plain.replace(/[ßæœøđðþłı]/g, (letter) => SPELLED[letter] ?? '')
  const hyphened = latin.replace(/['’]/g, '').replace(/[^a-z0-9]+/g, '-')
  const slug = cutAtWord(hyphened.replace(/^-+|-+$/g, ''), MAX_NAME_LENGTH)
  const foreignLetters = latin.match(/[^a-z0-9\P{L}]/gu)?.length ?? 0
  if (foreignLetters > slug.length || slug === '') return hashedName(slug, title)
  return isReserved(slug) ? `${slug}-notes` : slug
}

/** What Latin letters there were stay in front, since they are often the product's name. */
function hashedName(slug: string, title: string): string {
  const hash = createHash('sha256').update(title.normalize('NFC')).digest('hex')
  const front = slug === '' ? 'memory' : cutAtWord(slug, MAX_NAME_LENGTH - HASH_CHARACTERS - 1)
  return `${front}-${hash.slice(0, HASH_CHARACTERS)}`
}

function cutAtWord(slug: string, limit: number): string {
  if (slug.length <= limit) return slug
  const hyphen = slug.lastIndexOf('-', limit)
  return slug.slice(0, hyphen > limit / 2 ? hyphen : limit).replace(/(?<!-)-+$/, '')
}

/** The base, or the base with the first free number from 2; never over the limit. */
export function freeName(base: string, taken: (name: string) => boolean): string {
  if (!taken(base)) return base
  for (let number = 2; ; number += 1) {
    const ending = `-${number}`
    const front = base.slice(0, MAX_NAME_LENGTH - ending.length).replace(/(?<!-)-+$/, '')
    const name = `${front}${ending}`
    if (!taken(name)) return name
  }
}
