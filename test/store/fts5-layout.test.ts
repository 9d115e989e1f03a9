/** D-01. Ranking rests on records of FTS5; that they have the form we read is tried out at open. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { Database } from '../../src/store/sqlite/database.ts'
import { isLayoutKnown, numbersIn } from '../../src/store/sqlite/fts5-layout.ts'

it('D-01 the SQLite that we ship keeps lengths where we look for them', () => {
  const folder = mkdtempSync(join(tmpdir(), 'mneme-test-'))
  const file = join(folder, 'mneme.db')
  const db = new Database({ file, synchronous: 'OFF', busyTimeoutMs: 1000 })
  try {
    expect(isLayoutKnown(db)).toBe(true)
    expect(isLayoutKnown(db)).toBe(true)
    expect(db.all(`SELECT name FROM temp.sqlite_schema WHERE name LIKE 'layout%'`)).toEqual([])
  } finally {
    db.close()
    rmSync(folder, { recursive: true, force: true })
  }
})

it('D-01 variable-length numbers are read as SQLite writes them', () => {
  expect(numbersIn(Uint8Array.of(5, 0x81, 0x48, 0))).toEqual([5, 200, 0])
  expect(numbersIn(undefined)).toEqual([])
})
