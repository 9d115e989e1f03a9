import { describe, expect, it } from 'vitest'
import type { Memory } from '../../src/memory/memory.ts'
import { CONCEPTS, SENSITIVITIES } from '../../src/memory/memory.ts'
import { contentHash } from '../../src/memory/normalise.ts'
import { type Reviser, revise } from '../../src/memory/revise.ts'
import { PRIORITIES } from '../../src/memory/types.ts'
import { cleanText, isBlank } from '../../src/text/well-formed.ts'
import { pageOf, parsePage, rowHashOf } from '../../src/vault/page.ts'
import { readWantedFields } from '../../src/vault/page-fields.ts'
import { memoryWith } from '../support/memory.ts'
import { fc } from '../support/property.ts'

const AS_FILE: Reviser = {
  speaker: 'file',
  now: '2026-01-01T00:00:00.000Z',
  classify: () => 'public',
  trustOf: () => 1,
}

/** The memory after its page was written and read again. */
function roundTrip(memory: Memory, existing?: string): Memory {
  const page = parsePage(pageOf(memory, existing))
  if ('what' in page) throw new Error(`${page.line}: ${page.what}`)
  return { ...memory, ...revise(memory, readWantedFields(page, memory), AS_FILE).set }
}

describe('pages', () => {
  it.each([
    ['plain', {}],
    ['text that looks like YAML', { content: 'key: value\n- item\n# no comment', title: 'yes' }],
    ['text with a rule in it', { content: '---\nfirst\n---\nsecond' }],
    ['a title in quotes', { title: `"it's" — 50% [of] {all}: #1`, description: '@home | > ok' }],
    ['numbers and words that YAML would read', { title: '1e3', tags: ['true', 'null', '007'] }],
    ['lists', { globs: ['src/**/*.ts', '*.{md,txt}'], triggers: ['println!', '&&', '!x'] }],
    ['CJK and emoji', { content: '我们周五部署 🚀', title: '部署' }],
    ['a task', { type: 'task', done: true }],
    ['an episode', { type: 'episode', outcome: 'it: worked', season: 'release-week' }],
    ['an expiry', { ttlDays: 3, expiresAt: '2026-02-01T00:00:00.000Z' }],
    ['flags', { archived: true, validated: true }],
    [
      'a procedure',
      {
        type: 'procedure',
        procedure: {
          trigger: 'release',
          steps: ['bump: version', 'tag'],
          prerequisites: [],
          warnings: ['not on Fridays'],
          successes: 3,
          failures: 1,
        },
      },
    ],
  ] satisfies [string, Partial<Memory>][])('C-01 round trip: %s', (_, change) => {
    const memory = memoryWith(change)
    expect(roundTrip(memory)).toEqual(memory)
  })

  it('C-01 whatever is in a memory comes back from its page', () => {
    const line = fc
      .string({ unit: 'grapheme', maxLength: 60 })
      .map((text) => cleanText(text).trim())
    const words = line.filter((text) => !isBlank(text))
    const texts = fc.uniqueArray(words, { maxLength: 4 })
    fc.assert(
      fc.property(
        fc.record({
          content: fc
            .string({ unit: 'grapheme', maxLength: 400 })
            .map((text) => cleanText(text).trim())
            .filter((text) => !isBlank(text)),
          title: words,
          subtitle: line,
          description: line,
          tags: fc.uniqueArray(fc.stringMatching(/^[a-z0-9][a-z0-9-]{0,10}$/), { maxLength: 4 }),
          concepts: fc.uniqueArray(fc.constantFrom(...CONCEPTS)),
          filesRead: texts,
          filesModified: texts,
          globs: texts,
          triggers: texts,
          importance: fc.double({ min: 0, max: 1, noNaN: true }).map(Math.abs),
          priority: fc.constantFrom(...PRIORITIES),
          sensitivity: fc.constantFrom(...SENSITIVITIES),
          archived: fc.boolean(),
          validated: fc.boolean(),
        }),
        (change) => {
          const memory = memoryWith({ ...change, contentHash: contentHash(change.content) })
          expect(roundTrip(memory)).toEqual(memory)
          expect(rowHashOf(roundTrip(memory))).toBe(rowHashOf(memory))
        },
      ),
    )
  })

  it('C-01 a person’s own keys, comments, order and line ends stay', () => {
    const existing =
      '---\r\n# mine\r\naliases: [a, b]\r\ntype: fact # why\r\n---\r\n\r\nOld text\r\n'
    const page = pageOf(memoryWith({ type: 'fact', content: 'New text', tags: ['x'] }), existing)
    expect(page).toMatch(/^---\r\n# mine\r\naliases: \[a, b\]\r\ntype: fact # why\r\n/)
    expect(page).toMatch(/New text\r\n$/)
    expect(page.replaceAll('\r\n', '')).not.toContain('\n')
  })

  it.each([
    ['---\ntype: [\n---\ntext', 2, 'not YAML'],
    ['---\ntype: fact\ntype: policy\n---\ntext', 3, 'not YAML'],
    ['---\ntype: fact\ntext', 1, 'not closed'],
    ['---\n- a\n---\ntext', 2, 'not a list of keys'],
    ['---\ntype: fact\nimportance: much\n---\ntext', 3, 'importance'],
    ['---\ntype: fact\n\nsensitivity: nobody\n---\ntext', 4, 'sensitivity'],
    ['---\nexpires: soon\n---\ntext', 2, 'expires'],
    ['---\ntype: fact\n---\n', 1, 'no text'],
    [`---\na: &a [x]\nb: [${'*a, '.repeat(200)}]\n---\ntext`, 2, 'refers to itself'],
    [`${'x'.repeat(2_000_000)}`, 1, 'at most 100000 characters'],
  ])('C-02 what is broken is told with its line: %j', (text, line, what) => {
    const page = parsePage(text)
    expect(page).toMatchObject({ line })
    expect('what' in page && page.what).toContain(what)
  })

  it('C-02 a byte order mark and Windows line ends are no part of the text', () => {
    expect(parsePage('\ufeff---\r\ntype: fact\r\n---\r\nOne\r\nTwo\r\n')).toEqual({
      front: { type: 'fact' },
      content: 'One\nTwo',
    })
  })
})
