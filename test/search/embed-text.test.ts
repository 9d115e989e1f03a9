import { describe, expect, it } from 'vitest'
import { questionToEmbed } from '../../src/search/embed-text.ts'

describe('D-19 the question as it is embedded', () => {
  it.each([
    ['sort a list of dicts in python', 'sort a list of dicts'],
    ['python check whether a path is absolute', 'check whether a path is absolute'],
    ['how do i read a file line by line using Rust', 'how do i read a file line by line'],
    ['c++ split a string', 'split a string'],
  ])('D-19 a question for code leaves its language out: %s', (question, embedded) => {
    expect(questionToEmbed(question, [])).toBe(embedded)
  })

  it.each([
    'why did we leave python',
    'which Python version does our CI use',
    'what does the team think of Rust',
    'Python',
    'install python-dateutil',
    'swift.org mirror address',
  ])('D-19 a question about the language keeps it: %s', (question) => {
    expect(questionToEmbed(question, [])).toBe(question)
  })

  it('D-19 names of speakers are left out, unless nothing else is asked', () => {
    expect(questionToEmbed("What is Anna's favourite song?", ['Anna'])).toBe(
      'What is favourite song?',
    )
    expect(questionToEmbed('Anna', ['Anna'])).toBe('Anna')
  })
})
