import { expect, it } from 'vitest'
import { tagsOfPaths, tagsOfText } from '../../src/capture/tags.ts'

it('E-03 paths give their folder and language away', () => {
  expect(tagsOfPaths(['src/billing/invoice.ts', 'src/billing/tax.ts'])).toEqual([
    'billing',
    'typescript',
  ])
  expect(tagsOfPaths(['/home/me/x'])).toEqual([])
})

it('E-03 words give topics away', () => {
  expect(tagsOfText('run the migrations against postgres before the deploy')).toEqual([
    'database',
    'deploy',
  ])
  expect(tagsOfText('hello there')).toEqual([])
})
