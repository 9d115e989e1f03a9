/** What is particular to a store in one file: its bytes, its schema, and the disk it lies on. */
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { describe, expect, it, onTestFinished } from 'vitest'
import { MnemeError } from '../../src/errors.ts'
import type { Memory } from '../../src/memory/memory.ts'
import { fromSqlite } from '../../src/store/sqlite/failures.ts'
import { MIGRATIONS } from '../../src/store/sqlite/migrations/migrations.ts'
import { openSqliteStore, type SqliteOptions } from '../../src/store/sqlite/sqlite-store.ts'
import { columnOf } from '../../src/store/sqlite/table.ts'
import { MEMORY } from '../../src/store/sqlite/tables.ts'
import type { Store } from '../../src/store/store.ts'
import { temporaryFolder } from '../support/folder.ts'
import { memoryWith } from '../support/memory.ts'
import { CAN_MOUNT, smallDisk } from '../support/mounted.ts'
import { applyTo, batchOf, inserted, updated, versionOf } from './changes.ts'
import { findWords } from './finding.ts'

function open(folder: string, more: Partial<SqliteOptions> = {}): Store {
  const store = openSqliteStore({ file: join(folder, 'mneme.db'), busyTimeoutMs: 200, ...more })
  onTestFinished(() => store.close())
  return store
}

async function failure(work: () => unknown): Promise<MnemeError> {
  try {
    await work()
  } catch (thrown) {
    expect(thrown).toBeInstanceOf(MnemeError)
    return thrown as MnemeError
  }
  throw new Error('nothing was thrown')
}

/** Everything on disk, as one text. */
function bytesIn(folder: string): string {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
    .join('\n')
}

describe('erasing', () => {
  it('B-14 no byte of the content is left in any file, whatever happened to it before', async () => {
    const folder = temporaryFolder()
    const store = open(folder)
    const words = ['xylophonist', 'quokkaburrow', 'zanzibarine', 'wombatlicious', 'plumbago']
    const [title, first, second, tag, path] = words
    const memory = memoryWith({
      title: `${title} title`,
      content: `${first} content `.repeat(200),
      tags: [tag ?? ''],
      filesRead: [`src/${path}.ts`],
    })
    const others = Array.from({ length: 50 }, (_, at) => memoryWith({ content: `Other ${at}.` }))
    await applyTo(store, inserted(...others.slice(0, 25), memory, ...others.slice(25)))
    await applyTo(store, [
      { op: 'insert', kind: 'version', row: versionOf(memory) },
      updated(memory.id, { content: `${second} content`, contentHash: 'h' }),
    ])
    await applyTo(store, [{ op: 'insert', kind: 'version', row: versionOf(memory) }])
    const [undone] = await store.versions.of(memory.id)
    await applyTo(store, [{ op: 'delete', kind: 'version', key: undone?.id ?? '' }])
    for (const word of words) expect(bytesIn(folder), word).toContain(word)
    const { changes: _, ...batch } = batchOf([], { cause: 'erase' })
    await store.care.erase([memory.id], batch)
    for (const word of words) expect(bytesIn(folder), word).not.toContain(word)
    expect(bytesIn(folder)).not.toContain(first?.slice(0, 6))
    expect(await store.memories.count({})).toBe(50)
    expect(await store.care.check()).toEqual([])
  })

  it('B-14 says so when another process keeps the old state alive', async () => {
    const folder = temporaryFolder()
    const store = open(folder)
    const memory = memoryWith()
    await applyTo(store, inserted(memory))
    const reader = new DatabaseSync(join(folder, 'mneme.db'))
    onTestFinished(() => reader.close())
    reader.exec('BEGIN')
    reader.prepare('SELECT count(*) FROM memory').get()
    const { changes: _, ...batch } = batchOf([], { cause: 'erase' })
    const error = await failure(() => store.care.erase([memory.id], batch))
    expect(error.code).toBe('store_busy')
    expect(await store.memories.count({})).toBe(0)
  })
})

it('B-10 counting a use waits for another writer without holding this process', async () => {
  const folder = temporaryFolder()
  const store = open(folder, { busyTimeoutMs: 5_000 })
  const memory = memoryWith()
  await applyTo(store, inserted(memory))
  const writer = new DatabaseSync(join(folder, 'mneme.db'))
  writer.exec('BEGIN IMMEDIATE')
  let isCounted = false
  const counting = store.memories.touch([memory.id], memory.createdAt, memory.createdAt)
  void counting.then(() => {
    isCounted = true
  })
  await new Promise((resolve) => setTimeout(resolve, 50)) // a held process would not come back here
  expect(isCounted).toBe(false)
  writer.exec('COMMIT')
  writer.close()
  await counting
  expect((await store.memories.get([memory.id]))[0]?.accessCount).toBe(memory.accessCount + 1)
})

describe('migrations', () => {
  /** A file as the first release wrote it. */
  function oldFile(folder: string, memory: Memory): string {
    const file = join(folder, 'mneme.db')
    const db = new DatabaseSync(file)
    db.exec(MIGRATIONS[0] ?? '')
    db.exec('PRAGMA user_version = 1')
    const known = new Set(
      db
        .prepare(`SELECT name FROM pragma_table_info('memory')`)
        .all()
        .map((row) => (row as { name: string }).name),
    )
    const fields = (Object.entries(MEMORY.fields) as [keyof Memory, string][]).filter(([field]) =>
      known.has(columnOf(field)),
    )
    const columns = fields.map(([field]) => columnOf(field)).join(', ')
    const values = fields.map(([field, shape]) => {
      const value = memory[field]
      if (value === null) return null
      if (shape === 'json') return JSON.stringify(value)
      return shape === 'boolean' ? Number(value) : (value as string | number)
    })
    const marks = values.map(() => '?').join(', ')
    db.prepare(`INSERT INTO memory (${columns}) VALUES (${marks})`).run(...values)
    db.close()
    return file
  }

  const versionIn = (file: string) => {
    const db = new DatabaseSync(file)
    const row = db.prepare('PRAGMA user_version').get() as { user_version: number }
    db.close()
    return row.user_version
  }

  it('B-01 an old file is brought up to date, its memories stay', async () => {
    const folder = temporaryFolder()
    const memory = memoryWith({ content: 'Written long ago.' })
    const file = oldFile(folder, memory)
    const store = open(folder, { backupFolder: join(folder, 'backups') })
    expect(await store.memories.get([memory.id])).toMatchObject([
      { id: memory.id, content: memory.content, provenance: memory.provenance, state: 'new' },
    ])
    expect((await store.care.info()).schema).toBe(MIGRATIONS.length)
    expect(versionIn(file)).toBe(MIGRATIONS.length)
    await store.care.rebuildIndexes()
    expect(await findWords(store, ['ago'])).toHaveLength(1)
    expect(await store.care.check()).toEqual([])
  })

  it('B-07 batches and what waits for its vector stay, in their order', async () => {
    const folder = temporaryFolder()
    const memory = memoryWith()
    const db = new DatabaseSync(oldFile(folder, memory))
    const batch = db.prepare(
      'INSERT INTO batch (id, seq, at, actor, cause, undone_by) VALUES (?, ?, ?, ?, ?, ?)',
    )
    batch.run('earlier', 1, memory.createdAt, 'cli', 'remember', 'later')
    batch.run('later', 2, memory.createdAt, 'cli', 'undo', null)
    db.close()
    const store = open(folder)
    expect(await store.journal.batches({ limit: 5 })).toMatchObject([
      { id: 'later', undoneBy: null },
      { id: 'earlier', undoneBy: 'later' },
    ])
    const [due, ...more] = await store.vectors.due('memories', 5)
    expect(more).toEqual([])
    const unit = (await store.memories.unitsOf([memory.id])).get(memory.id)
    expect(due?.unit).toBe(unit)
    expect(Number.isSafeInteger(due?.ticket)).toBe(true)
  })

  it.runIf(MIGRATIONS.length > 1)('B-15 a copy of the old file is made before', () => {
    const folder = temporaryFolder()
    oldFile(folder, memoryWith())
    open(folder, { backupFolder: join(folder, 'backups') })
    const [copy, ...more] = readdirSync(join(folder, 'backups'))
    expect(more).toEqual([])
    expect(copy).toMatch(/^before-schema-2-\d+\.db$/)
    expect(versionIn(join(folder, 'backups', copy ?? ''))).toBe(1)
  })

  it.runIf(MIGRATIONS.length > 1)('B-01 a migration that fails changes nothing', async () => {
    const folder = temporaryFolder()
    const memory = memoryWith()
    const file = oldFile(folder, memory)
    const [table] = /CREATE (?:VIRTUAL )?TABLE (\w+)/.exec(MIGRATIONS[1] ?? '')?.slice(1) ?? []
    const db = new DatabaseSync(file)
    db.exec(`CREATE TABLE ${table} (in_the_way)`)
    db.close()
    await failure(() => open(folder))
    expect(versionIn(file)).toBe(1)
  })

  it('B-01 a new file needs no copy', () => {
    const folder = temporaryFolder()
    open(folder, { backupFolder: join(folder, 'backups') })
    expect(existsSync(join(folder, 'backups'))).toBe(false)
  })

  it('a file from a newer version is left alone', async () => {
    const folder = temporaryFolder()
    const file = join(folder, 'mneme.db')
    const db = new DatabaseSync(file)
    db.exec(`CREATE TABLE future (x); PRAGMA user_version = ${MIGRATIONS.length + 1}`)
    db.close()
    const error = await failure(() => open(folder))
    expect(error).toMatchObject({ code: 'store_newer' })
    expect(error.hint).toContain('Update mneme')
    expect(versionIn(file)).toBe(MIGRATIONS.length + 1)
  })

  it('B-15 a backup from a newer version is not restored', async () => {
    const folder = temporaryFolder()
    const store = open(folder)
    await applyTo(store, inserted(memoryWith()))
    const db = new DatabaseSync(join(folder, 'newer.db'))
    db.exec(`PRAGMA user_version = ${MIGRATIONS.length + 1}`)
    db.close()
    const error = await failure(() => store.care.restore(join(folder, 'newer.db')))
    expect(error.code).toBe('store_newer')
    expect(await store.memories.count({})).toBe(1)
  })
})

describe('a disk that fails', () => {
  it('not a database: nothing is changed', async () => {
    const folder = temporaryFolder()
    const text = 'This is a letter to a friend, not a database.\n'.repeat(100)
    writeFileSync(join(folder, 'mneme.db'), text)
    const error = await failure(() => open(folder))
    expect(error).toMatchObject({ code: 'store_corrupt' })
    expect(error.hint).toContain('mneme restore --list')
    expect(readFileSync(join(folder, 'mneme.db'), 'utf8')).toBe(text)
  })

  /** A file with many memories, complete in itself. */
  async function wholeFile(): Promise<string> {
    const folder = temporaryFolder()
    const store = open(temporaryFolder())
    const rows = Array.from({ length: 300 }, (_, at) =>
      memoryWith({ content: `Text ${at}. `.repeat(40) }),
    )
    await applyTo(store, inserted(...rows))
    await store.care.backup(join(folder, 'mneme.db'))
    return folder
  }

  it.each([
    {
      how: 'written over here and there',
      damage(file: string) {
        const bytes = readFileSync(file)
        for (let at = 4096 * 20; at < bytes.length - 4096; at += 4096 * 3) {
          bytes.fill(0x5a, at, at + 4096)
        }
        writeFileSync(file, bytes)
      },
    },
    { how: 'cut short', damage: (file: string) => truncateSync(file, 4096 * 10) },
  ])('a file that was $how is found out, by reading or by looking', async ({ damage }) => {
    const folder = await wholeFile()
    damage(join(folder, 'mneme.db'))
    const error = await failure(async () => {
      const damaged = open(folder)
      await damaged.memories.list({}, { limit: 1000 })
      const findings = await damaged.care.check()
      expect(findings).not.toEqual([])
      throw new MnemeError('store_corrupt', findings.map(({ what }) => what).join('; '))
    })
    expect(error.code).toBe('store_corrupt')
  })

  it('a file in the place of the folder', async () => {
    const folder = temporaryFolder()
    writeFileSync(join(folder, 'home'), '')
    const error = await failure(() => open(join(folder, 'home')))
    expect(error).toMatchObject({ code: 'disk' })
    expect(error.hint).toContain('MNEME_HOME')
  })

  it('a folder in the place of the file', async () => {
    const folder = temporaryFolder()
    mkdirSync(join(folder, 'mneme.db'))
    expect(await failure(() => open(folder))).toMatchObject({ code: 'disk' })
  })

  it('locked by another process for too long', async () => {
    const folder = temporaryFolder()
    const store = open(folder)
    const other = new DatabaseSync(join(folder, 'mneme.db'))
    onTestFinished(() => other.close())
    other.exec('BEGIN IMMEDIATE')
    const error = await failure(() => applyTo(store, inserted(memoryWith())))
    expect(error).toMatchObject({ code: 'store_busy' })
    expect(error.hint).toContain('Try again')
    other.exec('COMMIT')
    await applyTo(store, inserted(memoryWith()))
    expect(await store.memories.count({})).toBe(1)
  })

  it('full: what the driver says becomes a sentence', async () => {
    const db = new DatabaseSync(join(temporaryFolder(), 'small.db'))
    db.exec('PRAGMA max_page_count = 2; CREATE TABLE t (x)')
    const error = await failure(() => {
      try {
        db.exec(`INSERT INTO t VALUES (zeroblob(100000))`)
      } catch (thrown) {
        throw fromSqlite(thrown, 'small.db')
      }
    })
    expect(error).toMatchObject({ code: 'disk', message: 'the disk that holds small.db is full' })
    expect(error.hint).toContain('Free some space')
    db.close()
  })

  it('read-only: what the driver says becomes a sentence', async () => {
    const file = join(temporaryFolder(), 'read.db')
    new DatabaseSync(file).close()
    const db = new DatabaseSync(file, { readOnly: true })
    const error = await failure(() => {
      try {
        db.exec('CREATE TABLE t (x)')
      } catch (thrown) {
        throw fromSqlite(thrown, 'read.db')
      }
    })
    expect(error).toMatchObject({ code: 'disk' })
    expect(error.message).toContain('read-only')
    db.close()
  })

  // Mounting a small disk wants root on Linux; the two tests above hold everywhere.
  it.runIf(CAN_MOUNT)('B-13 a full disk loses nothing, and there is room again', async () => {
    const { folder } = smallDisk(3)
    const store = open(folder)
    const kept: string[] = []
    const error = await failure(async () => {
      for (let at = 0; ; at++) {
        const memory = memoryWith({
          content: `Number ${at}. ${'Words fill the disk. '.repeat(500)}`,
        })
        await applyTo(store, inserted(memory))
        kept.push(memory.id)
      }
    })
    expect(error).toMatchObject({ code: 'disk' })
    expect(error.message).toContain('full')
    expect(kept.length).toBeGreaterThan(10)
    expect((await store.memories.get(kept)).map(({ id }) => id)).toEqual(kept)
    expect(await store.memories.count({})).toBe(kept.length)
    await store.close()
    const again = open(folder)
    expect(await again.memories.count({})).toBe(kept.length)
  })

  it.runIf(CAN_MOUNT)('a read-only disk is said to be one', async () => {
    const disk = smallDisk(8)
    copyFileSync(join(await wholeFile(), 'mneme.db'), join(disk.folder, 'mneme.db'))
    disk.makeReadOnly()
    const error = await failure(async () => {
      const reopened = open(disk.folder)
      await applyTo(reopened, inserted(memoryWith({ content: 'More.' })))
    })
    expect(error).toMatchObject({ code: 'disk' })
    expect(error.hint).toContain('MNEME_HOME')
  })
})
