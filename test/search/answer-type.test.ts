import { describe, expect, it } from 'vitest'
import { answerPart, answerTypeOf } from '../../src/search/parts/answer-type.ts'
import { directivePart, isRequest } from '../../src/search/parts/directive.ts'
import { isQuestion } from '../../src/search/parts/turns.ts'

describe('what kind of answer is asked for', () => {
  it.each([
    ['when did we ship?', 'time', 'It went out last Friday.', 'It went out.'],
    ['how many workers are there', 'number', 'There are four workers.', 'There are workers.'],
    ['where does the log live', 'place', 'The log lives in var/log.', 'The log lives on.'],
    ['who owns billing', 'name', 'Billing is owned by Priya.', 'Billing is owned.'],
  ])('M-30 %s', (query, type, holds, lacks) => {
    expect(answerTypeOf(query)).toBe(type)
    expect(answerPart(answerTypeOf(query), holds)).toBe(1)
    expect(answerPart(answerTypeOf(query), lacks)).toBe(0)
  })

  it('M-30 a question for nothing of the kind lifts nothing', () => {
    expect(answerPart(answerTypeOf('what is the linter'), 'In 2024, at Lyon, by Ann, 4.')).toBe(0)
  })

  it('M-30 standing wishes are lifted for requests alone', () => {
    const wish = {
      text: 'Never use default exports.',
      role: 'user',
      isRule: false,
      standing: null,
    } as const
    expect(directivePart(isRequest('write a parser for dates'), wish)).toBe(1)
    expect(directivePart(isRequest('what is the parser called'), wish)).toBe(0)
    expect(directivePart(true, { ...wish, text: 'The parser is fast.' })).toBe(0)
    expect(directivePart(true, { ...wish, role: 'assistant' })).toBe(0)
  })

  it.each([
    ['How are you?', true],
    ['Look! [a photo of a dog]', false],
    ['Where was it? [a photo of a lake]', true],
    ['Is it? Yes.', false],
  ])('M-30 %s asks: %s', (text, asks) => {
    expect(isQuestion(text)).toBe(asks)
  })
})
