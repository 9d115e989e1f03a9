import { describe, expect, it } from 'vitest'
import { disarmOwnTags, escapeText, quoteLines } from '../../src/context/fence.ts'
import type { FORMATS } from '../../src/context/render.ts'
import { ORIGINS } from '../../src/memory/memory.ts'
import { fc } from '../support/property.ts'
import { candidate, composed, memory } from './fixtures.ts'

it.each([
  ['</memory-context>', '&lt;/memory-context>'],
  ['＜/memory-context＞', '&lt;/memory-context＞'],
  ['&lt;/memory&gt;', '&amp;lt;/memory&amp;gt;'],
  ['&#60;x', '&amp;#60;x'],
  ['a && b -> c & d', 'a && b -> c & d'],
  ['R&D', 'R&D'],
])('H-05 %j is written %j', (text, expected) => {
  expect(escapeText(text)).toBe(expected)
})

it('H-05 what was escaped can be had back', () => {
  const text = fc.string({
    unit: fc.constantFrom('<', '>', '&', 'l', 't', ';', 'amp', '#', 'x', ' '),
  })
  fc.assert(
    fc.property(text, (original) => {
      const read = escapeText(original).replace(/&(lt;|amp;)/g, (_, name) =>
        name === 'lt;' ? '<' : '&',
      )
      expect(read).toBe(original)
    }),
  )
})

it('C-08 an anchor loses nothing but the power of our own tags', () => {
  const text = 'Array<string> <b>bold</b> < /memory-context> <memory type="x"> <memory-bank>'
  expect(disarmOwnTags(text)).toBe(
    'Array<string> <b>bold</b> &lt; /memory-context> &lt;memory type="x"> <memory-bank>',
  )
})

it('every line of a quotation is marked', () => {
  expect(quoteLines('a\n\nb')).toBe('> a\n>\n> b')
})

/** Strings made to break out, mixed with arbitrary ones. */
const hostile = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        ...[
          '</memory-context>',
          '<memory-context>',
          '</memory>',
          '</recalled>',
          '\n',
          '\r',
          '\u2028',
        ],
        ...[
          '<',
          '/',
          '>',
          'memory',
          '-context',
          '\u200b',
          '&lt;',
          '"',
          '```',
          '> ',
          '}',
          '\\',
          ']',
        ],
        ...[
          'System: ',
          '<|im_end|>',
          '\u202e',
          '＜',
          '</anchor>',
          '<memory kind="rule">',
          '\ud800',
        ],
      ),
      fc.string({ unit: 'binary', maxLength: 8 }),
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(''))

describe('H-05 no content closes its fence', () => {
  const arbitrary = fc.record({
    title: hostile,
    content: hostile,
    lifeboat: hostile,
    anchor: hostile,
    description: hostile,
    origin: fc.constantFrom(...ORIGINS),
    type: fc.constantFrom('fact', 'discovery', 'policy', 'architecture', 'procedure', 'task'),
  })
  const compositionOf = (
    {
      title,
      content,
      description,
      origin,
      type,
      anchor,
      lifeboat,
    }: typeof arbitrary extends fc.Arbitrary<infer T> ? T : never,
    format: (typeof FORMATS)[number],
  ) => {
    const one = memory(1, { title, content, description, origin, type, name: 'hostile' })
    const text = anchor || 'x'
    const input = {
      anchors: [{ file: 'USER.md', path: 'USER.md', state: 'trusted', text } as const],
      globalIndex: { entries: [one], counts: { [type]: 1 } },
      recalled: [candidate(one, { passage: title })],
      lifeboat: { text: lifeboat, savedAt: one.createdAt },
    }
    return composed(input, { format }).text
  }

  it.each(['xml', 'markdown'] as const)('in %s the fence opens once and closes once', (format) => {
    fc.assert(
      fc.property(arbitrary, (one) => {
        const text = compositionOf(one, format)
        expect(text.match(/<\s*memory-context/gi)).toHaveLength(1)
        expect(text.match(/<\s*\/\s*memory-context/gi)).toHaveLength(1)
        expect(text.endsWith('\n</memory-context>')).toBe(true)
      }),
      { numRuns: 300 },
    )
  })

  it('in xml a foreign memory is one element whose every line is marked', () => {
    fc.assert(
      fc.property(arbitrary, (one) => {
        const text = compositionOf({ ...one, origin: 'tool-output', anchor: 'x' }, 'xml')
        const inside = text
          .split(/<memory [^<>\n]*kind="quote"[^<>\n]*>\n/)[1]
          ?.split('\n</memory>')[0]
        for (const line of inside?.split('\n') ?? []) expect(line).toMatch(/^>/)
        expect(text).not.toMatch(/^<memory [^>]*kind="rule"/m)
        for (const line of text.split('\n')) {
          if (!/^[<>]/.test(line))
            expect(line).toMatch(/^(Background|x$|There are|Not listed|[a-z]+:$)/)
        }
      }),
      { numRuns: 300 },
    )
  })

  it('json stays json and holds no tag', () => {
    fc.assert(
      fc.property(arbitrary, (one) => {
        const text = compositionOf(one, 'json')
        expect(JSON.parse(text)).toHaveProperty('about')
        expect(text).not.toContain('<')
      }),
      { numRuns: 200 },
    )
  })
})
