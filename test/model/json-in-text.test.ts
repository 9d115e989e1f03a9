import { expect, it } from 'vitest'
import { jsonInText } from '../../src/model/json-in-text.ts'
import { fc } from '../support/property.ts'

it.each([
  { why: 'alone', text: '{"a":1}', value: { a: 1 } },
  { why: 'in a fence', text: 'Sure!\n```json\n{"a":1}\n```\nDone.', value: { a: 1 } },
  { why: 'after thinking', text: '<think>{"a":0}</think>{"a":1}', value: { a: 1 } },
  { why: 'in a sentence', text: 'Here: {"a":"}"} as asked.', value: { a: '}' } },
  { why: 'after a bracket that is none', text: '[see below] {"a":[1]}', value: { a: [1] } },
  { why: 'not there', text: 'I cannot help with that.', value: undefined },
  { why: 'cut off', text: '{"a":[1,2', value: undefined },
  { why: 'a lone number', text: '42', value: undefined },
])('G-08 finds JSON $why', ({ text, value }) => {
  expect(jsonInText(text)).toEqual(value)
})

it('G-08 any text can be looked through', () => {
  fc.assert(fc.property(fc.string(), (text) => void jsonInText(text)))
})

it('G-08 whatever object is wrapped in prose without brackets comes out again', () => {
  const prose = fc.string().map((text) => text.replace(/[[\]{}<>`]/g, ''))
  fc.assert(
    fc.property(
      fc.dictionary(fc.string(), fc.jsonValue()),
      prose,
      prose,
      (value, before, after) => {
        const json = JSON.stringify(value)
        expect(jsonInText(`${before} ${json} ${after}`)).toEqual(JSON.parse(json))
      },
    ),
  )
})
