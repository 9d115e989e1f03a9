/** M-21. Which table a message is read with: the script decides, and among Latin ones the small words. */
import { de } from './de.ts'
import { en } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import { it } from './it.ts'
import { ja } from './ja.ts'
import { ko } from './ko.ts'
import { pt } from './pt.ts'
import { ru } from './ru.ts'
import type { CueTable } from './table.ts'
import { zh } from './zh.ts'

export const CUE_TABLES: readonly CueTable[] = [en, de, fr, es, pt, it, zh, ja, ko, ru]

const BY_SCRIPT: readonly (readonly [RegExp, CueTable])[] = [
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/gu, ja],
  [/\p{Script=Hangul}/gu, ko],
  [/\p{Script=Han}/gu, zh],
  [/\p{Script=Cyrillic}/gu, ru],
]
/** Of the letters, for a script to decide: names and code are Latin in every language. */
const MIN_SCRIPT_SHARE = 0.15
const MAX_CHARACTERS = 2000

export function cueTableFor(text: string): CueTable {
  const start = text.slice(0, MAX_CHARACTERS)
  const letters = start.match(/\p{L}/gu)?.length ?? 0
  for (const [script, table] of BY_SCRIPT) {
    if ((start.match(script)?.length ?? 0) > letters * MIN_SCRIPT_SHARE) return table
  }
  const found = start.toLowerCase().match(/\p{L}+/gu) ?? []
  const votes = (table: CueTable) =>
    found.filter((word) => STOP_WORDS.get(table)?.has(word)).length +
    TELLING.filter((cue) => table[cue].test(start)).length
  let best = en
  let most = votes(en)
  for (const table of LATIN) {
    const count = votes(table)
    if (count > most) [best, most] = [table, count]
  }
  return best
}

/** What is said in a language tells it, too, where small words are few. */
const TELLING = [
  'explicit',
  'standing',
  'absolute',
  'obligation',
  'decision',
  'preference',
  'hypothetical',
  'person',
] as const
const LATIN = [de, fr, es, pt, it]
const STOP_WORDS = new Map([en, ...LATIN].map((table) => [table, new Set(table.stopWords)]))
