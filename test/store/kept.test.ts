import { expect, it } from 'vitest'
import { kept } from '../../src/store/sqlite/kept.ts'

it('B-01 a process that lives long keeps no more statements than it uses', () => {
  const known = new Map<string, number>()
  let made = 0
  const of = (sql: string) => kept(known, sql, () => (made += 1))
  for (let page = 0; page < 5_000; page += 1) expect(of(`LIMIT 10 OFFSET ${page}`)).toBe(page + 1)
  expect(known.size).toBeLessThanOrEqual(400)
  expect(of('LIMIT 10 OFFSET 4999')).toBe(5_000)
  expect(of('LIMIT 10 OFFSET 0')).toBe(5_001)
})
