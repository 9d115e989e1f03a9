import { parse } from 'smol-toml'
import { expect, it } from 'vitest'
import { lineOf, tomlPlaces } from '../../src/config/toml-places.ts'
import { fc } from '../support/property.ts'

const TEXT = `# top
title = "a # no comment" # yes
[ retrieval . "deep" ] # header
top_k = 5
list = [ # one
  "x", 'y]',
  { inner = 1 },
]
long = """
[not] a = header
\\""" still
"""
when = 1979-05-27 07:32:00 # date
raw = '''
it's'''''
inline = { a = 1, b = { c = "}" }, "d e" = [1, 2] }
a.b = true
[[many]]
x = 1
`

it('J-11 finds every key and its value', () => {
  parse(TEXT) // the text is right to begin with
  const { entries, headers } = tomlPlaces(TEXT)
  const shown = entries.map((e) => [e.path.join('/'), TEXT.slice(e.valueStart, e.valueEnd)])
  expect(shown).toEqual([
    ['title', '"a # no comment"'],
    ['retrieval/deep/top_k', '5'],
    ['retrieval/deep/list', '[ # one\n  "x", \'y]\',\n  { inner = 1 },\n]'],
    ['retrieval/deep/long', '"""\n[not] a = header\n\\""" still\n"""'],
    ['retrieval/deep/when', '1979-05-27 07:32:00'],
    ['retrieval/deep/raw', "'''\nit's'''''"],
    ['retrieval/deep/inline', '{ a = 1, b = { c = "}" }, "d e" = [1, 2] }'],
    ['retrieval/deep/inline/a', '1'],
    ['retrieval/deep/inline/b', '{ c = "}" }'],
    ['retrieval/deep/inline/b/c', '"}"'],
    ['retrieval/deep/inline/d e', '[1, 2]'],
    ['retrieval/deep/a/b', 'true'],
    ['many/x', '1'],
  ])
  expect(headers.map((h) => [h.path.join('/'), h.list])).toEqual([
    ['retrieval/deep', false],
    ['many', true],
  ])
})

it.each([
  { path: 'title', line: 2 },
  { path: 'retrieval', line: 3 },
  { path: 'retrieval/deep', line: 3 },
  { path: 'retrieval/deep/list/0', line: 5 },
  { path: 'retrieval/deep/inline/b/c', line: 16 },
  { path: 'retrieval/deep/a', line: 17 },
  { path: 'many/x', line: 19 },
  { path: 'nowhere', line: null },
])('J-11 $path stands in line $line', ({ path, line }) => {
  expect(lineOf(TEXT, tomlPlaces(TEXT), path.split('/'))).toBe(line)
})

it('J-11 any text is survived', () => {
  const signs = fc.constantFrom(...'[]{}=."\'#,\n\r\\ ab1_-', '"""', "'''", 'é')
  fc.assert(
    fc.property(fc.array(signs, { maxLength: 40 }), (pieces) => {
      const { entries } = tomlPlaces(pieces.join(''))
      for (const entry of entries) expect(entry.valueEnd).toBeGreaterThanOrEqual(entry.valueStart)
    }),
    { numRuns: 3000 },
  )
})
