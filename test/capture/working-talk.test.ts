import { describe, expect, it } from 'vitest'
import { UserRuleSettings } from '../../src/capture/settings.ts'
import { capturedRules } from '../../src/capture/user-rules.ts'

const settings = UserRuleSettings.parse({})
const kept = (text: string) =>
  capturedRules(settings, text).map(({ type, scope }) => `${type} ${scope}`)

describe('M-22 what sets something right is a correction', () => {
  it.each([
    ['nope. uploads live in the media bucket, the old one is read only', 'correction project'],
    ['Wrong folder. Fixtures of the parser live in spec/data.', 'correction project'],
    ['not lodash!! we have our own helpers in src/lib/collections.ts', 'correction project'],
    ['nee, Beträge sind bei uns in Cent gespeichert, nicht in Euro', 'correction project'],
  ])('%s', (text, expected) => {
    expect(kept(text)).toEqual([expected])
  })

  it('the language of what is written in the project is a rule of the project', () => {
    expect(kept('コミットメッセージは必ず英語で書いてください')).toEqual(['policy project'])
  })
})

describe('M-20 a wish in other words', () => {
  it.each([
    'save this: the licence server only answers on weekdays',
    'for the record: staging is wiped every Sunday',
    'we settled on Kafka instead of Redis, because we may need the replay next year',
  ])('%s', (text) => {
    expect(kept(text)).toHaveLength(1)
  })
})

describe('M-22 what is said of this turn is not kept', () => {
  it.each([
    'always pass the flag in this call, not only when debug is set',
    'Please check all the places that need to be updated, so that docs and specs are in sync.',
    "let's commit the docs first, they were a result of our exploration",
    'your last tool call failed to change the file, it still has the old docstrings',
    'But as it is, it seems smelly to me.',
    'When I use the export on some data, the columns seem off.',
  ])('%s', (text) => {
    expect(kept(text)).toEqual([])
  })
})

describe('M-20 a message whose lines were wrapped', () => {
  it('a cue over two lines is a cue', () => {
    const wrapped = `I had another look at the exports that the finance people complained about, and from now
on every timestamp in a file that leaves the house is written in UTC with the offset behind it.`
    expect(kept(wrapped)).toEqual(['policy project'])
  })

  it('what is said of this turn is so over two lines, too', () => {
    const wrapped = `The acceptance tests define what the whole project does for those who use it. Or more
precisely, if a test starts failing, we know we have broken some contract with our users.`
    expect(kept(wrapped)).toEqual([])
  })
})
