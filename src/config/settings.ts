/** J-11. From single values to the whole that the rooms take. */
import type { ConfigKey } from './keys.ts'
import { configKeys } from './keys.ts'
import { badConfig } from './layer.ts'
import type { Section, Settings } from './schema.ts'
import { SECTIONS } from './schema.ts'

type Whole = Record<string, unknown>

let defaults: Settings | null = null

/**
 * The defaults. Put together key by key, which takes a tenth of the time
 * that parsing the whole schema does: hooks pay for it on every prompt. Frozen, as all share it.
 */
export function defaultSettings(): Settings {
  if (defaults === null) {
    const whole: Whole = {}
    for (const key of configKeys().values()) {
      if (key.default !== undefined) put(whole, key.path, key.default)
    }
    defaults = frozen(whole) as Settings // a test compares it with the parsed sections
  }
  return defaults
}

type Value = { readonly key: ConfigKey; readonly value: unknown }

/** A daemon is asked from a few places over and over; what is frozen can be shared. */
const made = new Map<string, Settings>()
const MAX_MADE = 32

/** The defaults with these values, each of which fits its key. */
export function settingsFrom(values: readonly Value[]): Settings {
  const said = JSON.stringify(values.map(({ key, value }) => [key.key, value]))
  let settings = made.get(said)
  if (!settings) {
    settings = freshSettings(values)
    if (made.size >= MAX_MADE) made.clear()
    made.set(said, settings)
  }
  return settings
}

/** Only the sections that a source mentions are parsed. */
function freshSettings(values: readonly Value[]): Settings {
  const said: Whole = {}
  for (const { key, value } of values) put(said, key.path, value)
  const whole: Whole = { ...defaultSettings() }
  for (const [name, section] of Object.entries<Section>(SECTIONS)) {
    if (!(name in said)) continue
    const parsed = section.settings.safeParse(said[name])
    // Single values were right, so this is a rule between keys, which its section words itself.
    if (!parsed.success) throw badConfig(`${name}: ${parsed.error.issues[0]?.message}`)
    whole[name] = parsed.data
  }
  return frozen(whole) as Settings // every section is there and parsed by its own schema
}

function put(whole: Whole, path: readonly string[], value: unknown): void {
  const [first = '', ...rest] = path
  if (rest.length === 0) {
    whole[first] = value
    return
  }
  const inner = (whole[first] ?? {}) as Whole // only `put` fills it, with tables
  whole[first] = inner
  put(inner, rest, value)
}

function frozen<Value>(value: Value): Value {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value)
    for (const inner of Object.values(value)) frozen(inner)
  }
  return value
}
