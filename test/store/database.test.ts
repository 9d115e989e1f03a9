/** What the connection hands to SQLite. */
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { Database } from '../../src/store/sqlite/database.ts'
import { temporaryFolder } from '../support/folder.ts'

test('D-10 a whole number of any size is bound as an integer: FTS5 ignores a real in a range of row ids', () => {
  const db = new Database({
    file: join(temporaryFolder(), 'x.db'),
    synchronous: 'OFF',
    busyTimeoutMs: 100,
  })
  onTestFinished(() => db.close())
  const kindOf = (value: number) => db.get('SELECT typeof(?) AS kind', value)?.kind
  expect([5, -5, 2 ** 31, -(2 ** 40), Number.MAX_SAFE_INTEGER].map(kindOf)).toEqual(
    Array(5).fill('integer'),
  )
  expect([0.5, -(2 ** 31) - 0.5, 1e300].map(kindOf)).toEqual(Array(3).fill('real'))
  expect(db.lists('SELECT typeof(?)', 2 ** 40)).toEqual([['integer']])
})
