import { expect, it } from 'vitest'
import { indexEntry, indexPage } from '../../src/vault/index-page.ts'
import { memoryWith } from '../support/memory.ts'

const lines = (...memories: Parameters<typeof memoryWith>[0][]) =>
  memories.map((change) => indexEntry(memoryWith(change))?.line).join('\n')

it('C-04 conventional types come first in their order, then others by name', () => {
  const page = indexPage(
    new Map([
      ['zebra', lines({ name: 'z', title: 'Stripes' })],
      [
        'fact',
        lines(
          { name: 'a', title: 'Alpha', description: 'Alpha' },
          { name: 'b', title: 'Beta', description: 'second letter' },
        ),
      ],
      ['aardvark', lines({ name: 'y', title: 'Ants' })],
      ['policy', lines({ name: 'p', title: 'Always [test]\nfirst' })],
    ]),
  )
  expect(page).toBe(`# Memory

Made by mneme from the files beside it. Edit those; changes here are lost.

## policy

- [Always \\[test\\] first](p.md)

## fact

- [Alpha](a.md)
- [Beta](b.md): second letter

## aardvark

- [Ants](y.md)

## zebra

- [Stripes](z.md)
`)
})

it('L an archived memory is not in the index', () => {
  expect(indexEntry(memoryWith({ archived: true }))).toBeNull()
})

it('C-04 an empty folder says so', () => {
  expect(indexPage(new Map())).toContain('No memories yet.')
})
