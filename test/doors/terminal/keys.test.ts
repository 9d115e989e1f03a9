import { expect, it } from 'vitest'
import { type Key, keysIn } from '../../../src/doors/terminal/keys.ts'
import { fc } from '../../support/property.ts'

const names = (keys: readonly Key[]) =>
  keys.map((key) => (key.name === 'text' ? `"${key.text}"` : key.name))

it.each([
  { sent: 'redis', keys: ['"redis"'] },
  { sent: '数据🎉', keys: ['"数据🎉"'] },
  { sent: '\u001b[A\u001bOB\u001b[1;2A', keys: ['up', 'down', 'read-up'] },
  { sent: 'a\u007fb\r', keys: ['"a"', 'erase', '"b"', 'enter'] },
  { sent: '\u001b[200~two\nlines\u001b[A\u001b[201~x', keys: ['"two lines\u001b[A"', '"x"'] },
  { sent: '\u001b[3~\u0004\u001a', keys: ['forget', 'forget', 'undo'] },
  { sent: '\u001b[38;5;1m\u001b[?1;2c\u0001', keys: [] },
  { sent: '\u001bx!', keys: ['"!"'] },
  { sent: '\u001b\u001b[A', keys: ['escape', 'up'] },
  { sent: '\u001b[Z\u001b[11~', keys: ['previous-tab', 'help'] },
])('J-09 $sent is read as $keys', ({ sent, keys }) => {
  expect(names(keysIn(sent).keys)).toEqual(keys)
  expect(keysIn(sent).rest).toBe('')
})

it('J-09 a sequence may come in pieces; a lone escape is a key when nothing follows', () => {
  expect(keysIn('\u001b')).toEqual({ keys: [], rest: '\u001b' })
  expect(keysIn('\u001b[1;2')).toEqual({ keys: [], rest: '\u001b[1;2' })
  expect(names(keysIn('\u001b', true).keys)).toEqual(['escape'])
  expect(keysIn('\u001b[200~half of a paste').keys).toEqual([])
  expect(names(keysIn('\u001b[200~half', true).keys)).toEqual(['"half"'])
})

it('J-09 however the bytes are cut, the keys are the same', () => {
  const piece = fc.constantFrom(
    'a',
    '数',
    '🎉',
    '\u001b[A',
    '\u001b[5~',
    '\r',
    '\u0004',
    '\u001bOP',
  )
  fc.assert(
    fc.property(fc.array(piece), fc.array(fc.nat(40)), (pieces, cuts) => {
      const sent = pieces.join('')
      const typed = (keys: readonly Key[]) =>
        keys.map((key) => (key.name === 'text' ? key.text : `<${key.name}>`)).join('')
      const places = [...new Set(cuts)].sort((a, b) => a - b)
      let rest = ''
      let keys: readonly Key[] = []
      for (const [at, place] of [0, ...places].entries()) {
        const read = keysIn(rest + sent.slice(place, places[at]))
        keys = [...keys, ...read.keys]
        rest = read.rest
      }
      expect(typed([...keys, ...keysIn(rest, true).keys])).toBe(typed(keysIn(sent, true).keys))
    }),
  )
})

it('J-09 no bytes at all are too much', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (sent) => {
      expect(keysIn(sent, true).rest).toBe('')
    }),
  )
})
