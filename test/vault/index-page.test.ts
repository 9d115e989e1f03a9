import { expect, it } from 'vitest'
import { indexEntry, indexPage } from '../../src/vault/index-page.ts'
import { memoryWith } from '../support/memory.ts'

const entries = (...memories: Parameters<typeof memoryWith>[0][]) =>
  memories.flatMap((change) => indexEntry(memoryWith(change)) ?? [])

it('C-04 conventional types come first in their order, then others by name', () => {
  const page = indexPage(
    entries(
      { type: 'zebra', name: 'z', title: 'Stripes' },
      { type: 'fact', name: 'b', title: 'Beta', description: 'second letter' },
      { type: 'aardvark', name: 'y', title: 'Ants' },
      { type: 'policy', name: 'p', title: 'Always [test]\nfirst' },
      { type: 'fact', name: 'a', title: 'Alpha', description: 'Alpha' },
    ),
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
  expect(indexPage([])).toContain('Nothing is remembered here yet.')
})
