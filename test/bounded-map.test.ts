import { expect, it } from 'vitest'
import { BoundedMap } from '../src/bounded-map.ts'

it('B-01 a process that lives long keeps no more statements than it uses', () => {
  const known = new BoundedMap<string, number>(400)
  let made = 0
  const of = (sql: string) =>
    known.of(sql, () => {
      made += 1
      return made
    })
  for (let page = 0; page < 5_000; page += 1) expect(of(`LIMIT 10 OFFSET ${page}`)).toBe(page + 1)
  expect(known.size).toBe(400)
  expect(of('LIMIT 10 OFFSET 4999')).toBe(5_000)
  expect(of('LIMIT 10 OFFSET 0')).toBe(5_001)
})

it('B-01 what is set again is the newest', () => {
  const known = new BoundedMap<string, number>(2)
  known.set('a', 1).set('b', 2).set('a', 3).set('c', 4)
  expect([...known]).toEqual([
    ['a', 3],
    ['c', 4],
  ])
})
