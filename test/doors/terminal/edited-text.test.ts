import { expect, it } from 'vitest'
import { editableText, editOf } from '../../../src/doors/terminal/edited-text.ts'
import { fc } from '../../support/property.ts'

const memory = {
  title: 'The cache lives in Redis 7',
  type: 'fact',
  tags: ['cache', 'redis'],
  content: 'The cache lives in Redis 7.\n\n---\nnot a head',
}

it('J-09 a memory is edited as a head and its text', () => {
  expect(editableText(memory)).toBe(
    '---\ntitle: The cache lives in Redis 7\ntype: fact\ntags: cache, redis\n---\n' +
      'The cache lives in Redis 7.\n\n---\nnot a head\n',
  )
})

const text = editableText(memory)

it.each([
  {
    why: 'the text',
    text: text.replace('Redis 7.', 'Valkey 8.'),
    fields: { content: 'The cache lives in Valkey 8.\n\n---\nnot a head' },
  },
  {
    why: 'the tags',
    text: text.replace('cache, redis', 'cache,, speed '),
    fields: { tags: ['cache', 'speed'] },
  },
  {
    why: 'title and type',
    text: text.replace('title: The', 'title: Our').replace('fact', 'decision'),
    fields: { title: 'Our cache lives in Redis 7', type: 'decision' },
  },
  {
    why: 'all but the text taken out',
    text: 'Only this is left.',
    fields: { content: 'Only this is left.' },
  },
  { why: 'line ends of another system', text: text.replaceAll('\n', '\r\n'), fields: {} },
  { why: 'nothing', text, fields: {} },
])('J-09 an edit of $why', ({ text: after, fields }) => {
  expect(editOf(memory, after)).toEqual({ kind: 'changes', fields })
})

it.each([
  { why: 'a head without an end', text: '---\ntitle: x\n', says: 'second line' },
  {
    why: 'a line that is no field',
    text: text.replace('type: fact', 'colour: red'),
    says: 'line 3',
  },
  { why: 'no text', text: '---\ntitle: x\n---\n\n', says: 'forget' },
])('J-09 $why changes nothing and says why', ({ text: after, says }) => {
  expect(editOf(memory, after)).toMatchObject({
    kind: 'problem',
    why: expect.stringContaining(says),
  })
})

it('J-09 whatever a memory holds, opening and closing it changes nothing', () => {
  const words = fc.string({ unit: 'grapheme' })
  const line = words.map((each) => each.replace(/\s+/g, ' ').trim())
  const tag = fc.stringMatching(/^[a-z][a-z0-9-]{0,9}$/)
  const any = fc.record({
    title: line,
    type: fc.constant('fact'),
    tags: fc.array(tag),
    content: words.filter((each) => each.trim() !== '' && !/\r/.test(each)),
  })
  fc.assert(
    fc.property(any, (each) => {
      expect(editOf(each, editableText(each))).toEqual({ kind: 'changes', fields: {} })
    }),
  )
})
