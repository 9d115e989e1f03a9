/** J-01, J-11. The one table that every door is made from. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import * as z from 'zod'
import type { AnyOperation } from '../../src/operations/operation.ts'
import { OPERATIONS } from '../../src/operations/table.ts'
import { openHome } from '../support/opened-home.ts'

const operations = await Promise.all(
  Object.entries(OPERATIONS).map(async ([name, load]) => ({
    name,
    op: (await load()) as AnyOperation,
  })),
)

it('J-01 each operation is listed under its own name', () => {
  for (const { name, op } of operations) expect(op.name).toBe(name)
})

it('J-01 no two answer to the same call over HTTP', () => {
  const routes = operations.map(({ op }) => `${op.http.method} ${op.http.path}`)
  const twice = routes.filter((route, at) => routes.indexOf(route) !== at)
  expect(twice).toEqual([])
})

it.each(operations)('J-01 $name says what it does, and what each field means', ({ op }) => {
  expect(op.summary).toMatch(/^[A-Z].*[.…]$/s)
  expect(['reads', 'writes', 'destroys']).toContain(op.effect)
  const undescribed = Object.entries(op.input.shape as Record<string, z.ZodType>).filter(
    ([, field]) =>
      !field.description &&
      !z.toJSONSchema(field, { unrepresentable: 'any', io: 'input' }).description,
  )
  expect(undescribed.map(([field]) => field)).toEqual([])
})

it.each(operations)('J-02 the shapes of $name can be told to anybody', ({ op }) => {
  for (const shape of [op.input, op.output]) {
    expect(() => z.toJSONSchema(shape, { unrepresentable: 'any', io: 'input' })).not.toThrow()
  }
})

it('J-01 what is returned has the shape that is promised', async () => {
  const home = await openHome()
  await home.do('remember', {
    name: 'n',
    content: 'We chose Postgres.',
    type: 'decision',
    tags: ['db'],
  })
  await home.do('update', { id: 'n', content: 'We chose Postgres again.' })
  const inputs: Partial<Record<keyof typeof OPERATIONS, object>> = {
    remember: { content: 'Another text altogether.' },
    search: { query: 'postgres' },
    get: { id: 'n' },
    list: {},
    timeline: {},
    tags: {},
    why: { id: 'n' },
    history: { id: 'n' },
    journal: {},
    stats: {},
    status: {},
    doctor: {},
    export: {},
    facts: {},
    'task list': {},
    'projects list': {},
    'config list': {},
    'by-file': { path: 'src' },
    'by-concept': { concept: 'gotcha' },
    'purge-expired': {},
    forget: { id: ['n'] },
    undo: {},
  }
  for (const [name, input] of Object.entries(inputs)) {
    const op = operations.find((each) => each.name === name)?.op as AnyOperation
    const output = await home.do(name as 'list', input)
    const parsed = op.output.strict().safeParse(output)
    expect(parsed.success, `${name}: ${parsed.error?.message}`).toBe(true)
    expect(JSON.parse(JSON.stringify(output))).toEqual(output)
  }
})

it('J-11 settings are seen, set, and named when they are not there', async () => {
  const home = await openHome()
  const { settings } = await home.do('config get', { key: 'retrieval.limit' })
  expect(settings).toMatchObject([{ key: 'retrieval.limit', default: 10, from: null }])
  const done = await home.do('config set', { key: 'retrieval.limit', value: '7' })
  expect(done).toMatchObject({ key: 'retrieval.limit', value: 7 })
  expect(readFileSync(join(home.folder, 'mneme', 'config.toml'), 'utf8')).toMatch(/limit = 7/)
  const again = await home.at({ folder: null })
  expect((await again.do('config get', { key: 'retrieval.limit' })).settings[0]?.value).toBe(7)
  expect(
    (await again.do('config list', { changed: true })).settings.map(({ key }) => key),
  ).toContain('retrieval.limit')
  await again.do('config set', { key: 'retrieval.limit' })
  const unknown = home.do('config set', { key: 'retrieval.limt', value: '7' })
  await expect(unknown).rejects.toMatchObject({ hint: 'Did you mean "retrieval.limit"?' })
  const wrong = home.do('config set', { key: 'retrieval.limit', value: 'many' })
  await expect(wrong).rejects.toMatchObject({ name: 'MnemeError' })
})
