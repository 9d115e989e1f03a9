/** J-11. Lists and changes settings. */
import { configKeys, findConfigKey, isSection, nearestKey } from '../config/keys.ts'
import { isTuningKey } from '../config/people.ts'
import { valueFromText } from '../config/value-text.ts'
import { setConfigKey, unsetConfigKey } from '../config/write.ts'
import { MnemeError } from '../errors.ts'
import type { Engine } from './engine.ts'

interface Setting {
  readonly key: string
  readonly value: unknown
  readonly default: unknown
  readonly from: string | null
  readonly about: string
}

export function configValues(engine: Engine, wanted?: string): Setting[] {
  const found = [...configKeys().values()].filter(
    ({ key, formerKey }) =>
      wanted === undefined ||
      [key, formerKey].some((name) => name === wanted || name?.startsWith(`${wanted}.`)),
  )
  if (found.length === 0 && wanted !== undefined) throw unknownKey(wanted)
  return found.map((each) => ({
    key: each.key,
    value:
      each.path.reduce<unknown>(
        (at, step) => (at as Record<string, unknown> | undefined)?.[step],
        engine.config,
      ) ?? null,
    default: each.default ?? null,
    from: engine.configured.sources.get(each.key) ?? null,
    about: each.description,
  }))
}

/** Changed settings are always listed; constants of formulas only on request. */
export function listConfig(
  engine: Engine,
  { changed, tuning }: { readonly changed: boolean; readonly tuning: boolean },
): Setting[] {
  return configValues(engine).filter(
    ({ key, from }) => from !== null || (!changed && (tuning || !isTuningKey(key))),
  )
}

export async function setConfig(
  engine: Engine,
  key: string,
  text: string | undefined,
): Promise<{ key: string; value: unknown; file: string }> {
  const found = findConfigKey(key)
  if (!found) throw unknownKey(key)
  const file = engine.home.config
  if (text === undefined) {
    await unsetConfigKey(file, found.key)
    return { key: found.key, value: found.default ?? null, file }
  }
  const value = await setConfigKey(file, found.key, valueFromText(found.schema, text))
  return { key: found.key, value, file }
}

function unknownKey(key: string): MnemeError {
  const near = nearestKey(key)
  return new MnemeError(
    'invalid_input',
    isSection(key) ? `"${key}" is a section, not a key` : `there is no setting "${key}"`,
    { hint: near ? `Did you mean "${near}"?` : 'See them all: mneme config list' },
  )
}
