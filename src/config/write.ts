/** J-11. Changing one key of a configuration file, for `mneme config set` and `unset`. */
import { open, realpath, rename, stat, unlink } from 'node:fs/promises'
import { dirname } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { MnemeError } from '../errors.ts'
import { syncFolder } from '../files/write-atomic.ts'
import { ensurePrivateFolder } from './home.ts'
import type { ConfigKey } from './keys.ts'
import { findConfigKey } from './keys.ts'
import type { TomlTable } from './layer.ts'
import { configText, fileLayer, misfit, parseToml, unknownKey } from './layer.ts'
import { settingsFrom } from './settings.ts'
import { withKey, withoutKey } from './toml-edit.ts'
import { valueFromText } from './value-text.ts'

/**
 * Text is read as the key's type, so `"5"` from a command line sets a number. What would not
 * validate is refused and the file left as it was. Answers with the value that now is there.
 */
export async function setConfigKey(file: string, key: string, value: unknown): Promise<unknown> {
  const known = keyNamed(key)
  const typed = typeof value === 'string' ? valueFromText(known.schema, value) : value
  const problem = misfit({ key: known, value: typed, from: 'not set' })
  if (problem !== null) {
    throw new MnemeError('invalid_input', problem, { hint: `See: mneme config get ${known.key}` })
  }
  const path = known.key.split('.')
  const former = known.formerKey?.split('.')
  await edit(
    file,
    (text) => withKey(former ? withoutKey(text, former) : text, path, typed),
    (table) => withValue(former ? withValue(table, former, undefined) : table, path, typed),
  )
  return typed
}

/** The default holds again. Answers whether the file had the key. */
export async function unsetConfigKey(file: string, key: string): Promise<boolean> {
  const known = keyNamed(key)
  const paths = [known.key, ...(known.formerKey ? [known.formerKey] : [])].map((name) =>
    name.split('.'),
  )
  const before = configText(file)
  if (before === null) return false
  let had = false
  await edit(
    file,
    (text) => {
      const after = paths.reduce(withoutKey, text)
      had = after !== text
      return after
    },
    (table) => paths.reduce((rest, path) => withValue(rest, path, undefined), table),
  )
  return had
}

function keyNamed(key: string): ConfigKey {
  const known = findConfigKey(key)
  if (known) return known
  throw new MnemeError('invalid_input', unknownKey(key), {
    hint: '`mneme config` lists every key.',
  })
}

/**
 * The text is changed by hand and the table by rule; only if reading the new text gives the new
 * table is it written. A file shaped in a way we did not foresee is refused, never damaged.
 */
async function edit(
  file: string,
  changeText: (text: string) => string,
  changeTable: (table: TomlTable) => TomlTable,
): Promise<void> {
  await ensurePrivateFolder(dirname(file))
  const target = await realpath(file).catch(() => file) // a link stays a link
  await underLock(target, async (lock) => {
    const before = configText(target) ?? ''
    const table = await parseToml(target, before)
    const after = changeText(before)
    const parsed = await parseToml(target, after).catch(() => null)
    if (
      parsed === null ||
      !isDeepStrictEqual(withoutEmptyTables(parsed), withoutEmptyTables(changeTable(table)))
    ) {
      throw new MnemeError(
        'bad_config',
        `${target} is written in a way that cannot be edited here`,
        {
          hint: 'Change the key by hand in an editor.',
        },
      )
    }
    const layer = fileLayer(target, after, parsed)
    if (layer.problems.length === 0 && layer.values.every((found) => misfit(found) === null)) {
      settingsFrom(layer.values)
    }
    await lock.writeFile(after)
    await lock.sync()
  })
}

const LOCK_WAIT_MS = 5000
const LOCK_STALE_MS = 30_000
const LOCK_RETRY_MS = 20

/**
 * The new text is written into `<file>.lock`, which only one process can create, and renamed
 * over the file: one name is both the lock and the temporary file, so neither outlives the other.
 */
async function underLock(
  file: string,
  write: (lock: Awaited<ReturnType<typeof open>>) => Promise<void>,
): Promise<void> {
  const name = `${file}.lock`
  const lock = await openLock(name)
  try {
    await write(lock)
    await lock.close()
    await rename(name, file)
  } catch (thrown) {
    await lock.close().catch(() => undefined) // closed already if the rename failed
    await unlink(name).catch(() => undefined) // gone already if it was renamed
    if (thrown instanceof MnemeError) throw thrown
    throw new MnemeError('disk', `cannot write ${file}`, {
      hint: 'Check that the disk is not full or read-only.',
      cause: thrown,
    })
  }
  await syncFolder(dirname(file))
}

async function openLock(name: string): Promise<Awaited<ReturnType<typeof open>>> {
  for (let waitedMs = 0; ; waitedMs += LOCK_RETRY_MS) {
    try {
      return await open(name, 'wx', 0o600)
    } catch (thrown) {
      if (!isCode(thrown, 'EEXIST')) {
        throw new MnemeError('disk', `cannot write ${name}`, { cause: thrown })
      }
    }
    if (await isStale(name))
      await unlink(name).catch(() => undefined) // another may be quicker
    else if (waitedMs >= LOCK_WAIT_MS) {
      throw new MnemeError('conflict', `${name} is held by another process`, {
        hint: `If no mneme is running, remove ${name}.`,
      })
    } else await pause(LOCK_RETRY_MS)
  }
}

async function isStale(name: string): Promise<boolean> {
  try {
    return Date.now() - (await stat(name)).mtimeMs > LOCK_STALE_MS
  } catch {
    return false // It went away while we looked, so the next try will take it.
  }
}

function isCode(thrown: unknown, code: string): boolean {
  return thrown instanceof Error && 'code' in thrown && thrown.code === code
}

/** A copy of the table with one value put in, or taken out when undefined. */
function withValue(table: TomlTable, path: readonly string[], value: unknown): TomlTable {
  const [first = '', ...rest] = path
  const inner = table[first]
  if (rest.length > 0) {
    const deeper = isPlain(inner) ? inner : {}
    return { ...table, [first]: withValue(deeper, rest, value) }
  }
  const { [first]: _, ...others } = table
  return value === undefined ? others : { ...others, [first]: value }
}

/** Without empty tables and with ordinary prototypes, so that two readings can be compared. */
function withoutEmptyTables(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutEmptyTables)
  if (!isPlain(value)) return value
  const kept = Object.entries(value)
    .map(([name, inner]) => [name, withoutEmptyTables(inner)] as const)
    .filter(([, inner]) => !(isPlain(inner) && Object.keys(inner).length === 0))
  return Object.fromEntries(kept)
}

function isPlain(value: unknown): value is TomlTable {
  return (
    typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date)
  )
}
