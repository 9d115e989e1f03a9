import { expect, it } from 'vitest'
import { addGrammar } from '../../src/capture/statement-grammar.ts'

function grammarOf(...clauses: string[]): string[] {
  const names: string[] = []
  addGrammar((name) => names.push(name), clauses.join(', '), clauses)
  return names
}

it.each([
  ['we never deploy on Fridays', 'g:we denies'],
  ['the weather service updates at noon', 'g:the habit'],
  ['the docs are built from one file', 'g:the passive'],
  ['the import is running', 'g:the doing'],
  ['the import stopped', 'g:the past'],
  ['every component has to ship with a story', 'g:all obliges'],
  ['btw our limit is 50 seats', 'g:our is'],
  ['use tabs', 'g:orders a kind'],
  ['use the second one', 'g:orders one thing'],
])('M-20 %j is built as %s', (clause, name) => {
  expect(grammarOf(clause)).toContain(name)
})

it('M-22 three orders in a row are steps', () => {
  expect(grammarOf('start the api', 'run make client', 'commit both')).toContain('g:steps')
  expect(grammarOf('start the api', 'it takes a while')).not.toContain('g:steps')
})

it.each([
  ['Rania owns the billing module', 'g:an owner'],
  ['the sandbox is up until 18:00', 'g:a time'],
  ['discounts come before tax, not after', 'g:not but'],
  ['PostGIS it is.', 'g:chose'],
  ['keep your answers short', 'g:of answers'],
])('M-20 %j gives %s', (sentence, name) => {
  expect(grammarOf(sentence)).toContain(name)
})
