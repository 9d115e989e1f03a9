/** J-11. One source of settings, taken apart into keys, with every problem found named. */

import { readFileSync, statSync } from 'node:fs'
import { MnemeError } from '../errors.ts'
import { shorten } from '../text/shorten.ts'
import type { ConfigKey } from './keys.ts'
import { findConfigKey, isRetired, isSection, nearestKey } from './keys.ts'
import { lineOf, tomlPlaces } from './toml-places.ts'
import { describeAccepted, describeFound } from './value-text.ts'

export interface LayerValue {
  readonly key: ConfigKey
  readonly value: unknown
  /** `file:line` or the name of the variable. */
  readonly from: string
}

/** What a file sets, in its order, and the keys in it that do not exist. */
export interface FileLayer {
  readonly values: readonly LayerValue[]
  readonly problems: readonly string[]
  /** Keys under a name of version 0.1, each with its present one. */
  readonly notices: readonly string[]
}

/** A settings file has some hundred lines; more than this is something else. */
const MAX_CONFIG_BYTES = 1024 * 1024

/** The text, or null if there is no such file. */
export function configText(file: string): string | null {
  try {
    const found = statSync(file)
    if (!found.isFile()) throw badConfig(`${file} is not a file`)
    if (found.size > MAX_CONFIG_BYTES) throw badConfig(`${file} is larger than a megabyte`)
    return new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(file))
  } catch (thrown) {
    if (thrown instanceof MnemeError) throw thrown
    const reason = thrown instanceof Error && 'code' in thrown ? thrown.code : undefined
    if (reason === 'ENOENT' || reason === 'ENOTDIR') return null
    if (reason === 'ERR_ENCODING_INVALID_ENCODED_DATA') throw badConfig(`${file} is not UTF-8 text`)
    throw new MnemeError('bad_config', `cannot read ${file}`, {
      hint: 'Check who owns the file and whether you may read it.',
      cause: thrown,
    })
  }
}

export type TomlTable = Readonly<Record<string, unknown>>

/** Broken text is refused with its line and column, and without quoting what is there. */
export async function parseToml(file: string, text: string): Promise<TomlTable> {
  // Loaded only where there is a file to read: most hooks run without one.
  const { parse, TomlError } = await import('smol-toml')
  try {
    return parse(text)
  } catch (thrown) {
    if (!(thrown instanceof TomlError)) throw thrown
    const what = (thrown.message.split('\n')[0] ?? '').replace('Invalid TOML document: ', '')
    const place = `${file}:${thrown.line}:${thrown.column}`
    throw new MnemeError('bad_config', `${place}: not valid TOML: ${what}`, {
      hint: `Open ${file} and look at line ${thrown.line}. Text needs quotes; sections look like [retrieval].`,
    })
  }
}

export function fileLayer(file: string, text: string, table: TomlTable): FileLayer {
  const places = tomlPlaces(text)
  const values: LayerValue[] = []
  const former: LayerValue[] = []
  const problems: string[] = []
  const notices: string[] = []
  walk(table, [])
  // A key set under both its names has the value of the present one, which is taken last.
  return { values: [...former, ...values], problems, notices }

  function walk(inner: TomlTable, path: readonly string[]): void {
    for (const [name, value] of Object.entries(inner)) {
      const here = [...path, name]
      const line = lineOf(text, places, here)
      const from = line === null ? file : `${file}:${line}`
      const key = findConfigKey(here.join('.'))
      if (key && key.key !== here.join('.')) {
        former.push({ key, value, from })
        notices.push(
          key.formerKey === here.join('.')
            ? formerName(from, here.join('.'), key.key)
            : `${from}: ${here.join('.')} is called ${key.key} here`,
        )
      } else if (key) values.push({ key, value, from })
      else if (isRetired(here.join('.')))
        notices.push(`${from}: ${here.join('.')} is no longer a setting and was ignored`)
      else if (!isSection(here.join('.'))) problems.push(`${from}: ${unknownKey(here.join('.'))}`)
      else if (isTable(value)) walk(value, here)
      else
        problems.push(
          `${from}: ${here.join('.')} is a section, and ${describeFound(value)} was found`,
        )
    }
  }
}

export function formerName(from: string, was: string, now: string): string {
  return `${from}: ${was} is called ${now} now; the old name works until the next version`
}

export function unknownKey(wrong: string): string {
  const meant = nearestKey(wrong)
  const shown = shorten(wrong, 80)
  return `there is no key ${JSON.stringify(shown)}${meant ? `; did you mean "${meant}"?` : ''}`
}

/** Null when the value fits the key; else what was found and what is wanted. */
export function misfit({ key, value, from }: LayerValue): string | null {
  const parsed = key.schema.safeParse(value)
  // TOML cannot say "nothing", so nothing is never a value.
  if (parsed.success && value !== undefined) return null
  const issue = parsed.success ? undefined : parsed.error.issues[0]
  const path = issue?.path ?? []
  const found = mayHoldSecret(key) ? 'something else' : describeFound(at(value, path))
  const where = path.length > 0 ? ` (at ${path.map(String).join('.')})` : ''
  // Text in the place of text has another fault, which only its schema can word.
  const wanted = describeAccepted(key.schema)
  const fault = wanted === 'text' && typeof value === 'string' ? ` (${issue?.message})` : ''
  return `${from}: ${key.key} must be ${wanted}; found ${found}${where}${fault}`
}

export function badConfig(message: string): MnemeError {
  return new MnemeError('bad_config', message, { hint: '`mneme config` lists every key.' })
}

/** An address may hold a password, and messages end up in logs. */
function mayHoldSecret(key: ConfigKey): boolean {
  return /(?:^|[._])(?:url|key|token|secret|password)$/.test(key.key)
}

function at(value: unknown, path: readonly PropertyKey[]): unknown {
  let inner = value
  for (const step of path) {
    if (typeof inner !== 'object' || inner === null) return inner
    inner = Reflect.get(inner, step)
  }
  return inner
}

function isTable(value: unknown): value is TomlTable {
  return (
    typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date)
  )
}
