import { parse } from 'smol-toml'
import { expect, it } from 'vitest'
import { configKeys } from '../../src/config/keys.ts'
import { fileLayer, misfit } from '../../src/config/layer.ts'
import { configurationReference } from '../../src/config/reference.ts'
import { SECTIONS } from '../../src/config/schema.ts'

const page = configurationReference()

it('J-11 the page has every section and every key with its environment name', () => {
  for (const name of Object.keys(SECTIONS)) expect(page).toContain(`\n## ${name}\n`)
  for (const key of configKeys().values()) {
    expect(page).toContain(`| \`${key.key}\` |`)
    expect(page).toContain(`| \`${key.environment}\` |`)
  }
})

it('J-11 a row reads well', () => {
  expect(page).toContain(
    '| `retrieval.top_k` | a whole number from 1 to 1000 | `10` | `MNEME_RETRIEVAL_TOP_K` | yes | Candidates that may enter a prompt |',
  )
  expect(page).toContain('| `store.url` | text | not set | `MNEME_STORE_URL` | no |')
})

it('J-11 every row has the same number of cells', () => {
  const rows = page.split('\n').filter((line) => line.startsWith('|'))
  for (const row of rows) expect(row.split(/(?<!\\)\|/), row).toHaveLength(8)
})

it('J-11 the example in the page is a right file', () => {
  const example = /```toml\n([^`]*)```/.exec(page)?.[1] ?? ''
  const layer = fileLayer('example', example, parse(example))
  expect(layer.problems).toEqual([])
  expect(layer.values.map(misfit)).toEqual([null, null])
})
