/** `npm run bench -- mutants` breaks rules of src one at a time: its table must keep up with src. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { MUTANTS } from '../bench/support/mutants.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

it('L there are at least 60 mutants, each of them one rule', () => {
  expect(MUTANTS.length).toBeGreaterThanOrEqual(60)
  expect(new Set(MUTANTS.map(({ file, from }) => `${file} ${from}`)).size).toBe(MUTANTS.length)
})

it.each(MUTANTS)('L $rule: its text stands once in $file, and its tests exist', (mutant) => {
  const text = readFileSync(join(root, mutant.file), 'utf8')
  expect(text.split(mutant.from)).toHaveLength(2)
  expect(mutant.to).not.toBe(mutant.from)
  expect(mutant.tests.length).toBeGreaterThan(0)
  for (const file of mutant.tests) expect(existsSync(join(root, file)), file).toBe(true)
})
