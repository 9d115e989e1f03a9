import { parse } from 'smol-toml'
import { expect, it } from 'vitest'
import { configKeys } from '../../src/config/keys.ts'
import { fileLayer, misfit } from '../../src/config/layer.ts'
import { configurationReference, tuningReference } from '../../src/config/reference.ts'
import { SECTIONS } from '../../src/config/schema.ts'

const page = configurationReference()
const tuning = tuningReference()

it('J-11 every section and every key with its environment name is on one of the two pages', () => {
  for (const name of Object.keys(SECTIONS)) expect(page + tuning).toContain(`\n## ${name}\n`)
  for (const key of configKeys().values()) {
    const own = key.key.startsWith('tuning.') ? tuning : page
    expect(own).toContain(`| \`${key.key}\` |`)
    expect(own).toContain(`| \`${key.environment}\` |`)
  }
})

it('J-11 the page for people stays short', () => {
  expect(page.split('\n').filter((line) => line.startsWith('| `')).length).toBeLessThanOrEqual(85)
})

it('J-11 a row reads well', () => {
  expect(page).toContain(
    '| `retrieval.top_k` | a whole number from 1 to 1000 | `10` | `MNEME_RETRIEVAL_TOP_K` | no | Maximum number of candidates for a prompt |',
  )
  expect(page).toContain('| `store.url` | text | not set | `MNEME_STORE_URL` | no |')
})

it('J-11 every row has the same number of cells', () => {
  const rows = `${page}\n${tuning}`.split('\n').filter((line) => line.startsWith('|'))
  for (const row of rows) expect(row.split(/(?<!\\)\|/), row).toHaveLength(8)
})

it('J-11 the example in the page is a right file', () => {
  for (const each of [page, tuning]) {
    const example = /```toml\n([^`]*)```/.exec(each)?.[1] ?? ''
    const layer = fileLayer('example', example, parse(example))
    expect([...layer.problems, ...layer.notices]).toEqual([])
    expect(layer.values.length).toBeGreaterThan(0)
    expect(layer.values.every((value) => misfit(value) === null)).toBe(true)
  }
})
