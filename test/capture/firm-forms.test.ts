/** M-11, M-20, M-22, M-24. What lasts by its form, what never does, and where it holds. */
import { describe, expect, it } from 'vitest'
import { UserRuleSettings } from '../../src/capture/settings.ts'
import { capturedRules, refusedWishes } from '../../src/capture/user-rules.ts'

const settings = UserRuleSettings.parse({})
const kept = (text: string) => capturedRules(settings, text).map(({ sentence }) => sentence)

describe('what lasts by its form', () => {
  it.each([
    ["Let's use Mocha rather than Ava", 'decision'],
    ['Actually, forget about Mocha, we go back to Ava', 'correction'],
    ['The reason we pin Node to 20 is that the Lambda runtime does not offer 22 yet.', 'decision'],
    ['Can you always show the diff before you commit?', 'preference'],
    ['In this project the user messages are always in French.', 'policy'],
  ])('M-20 %j is a %s', (text, type) => {
    expect(capturedRules(settings, text).map((rule) => rule.type)).toEqual([type])
  })

  it.each([
    ['Always write tests first.', 'And use snake_case for columns.'],
    ['Use camelCase for JSON keys.', 'Keep files under 300 lines.', 'Never use default exports.'],
  ])('M-20 every rule of one message is kept: %j', (...rules) => {
    expect(kept(rules.join(' '))).toEqual(rules)
  })

  it.each([
    'A lower case tracking number is rejected again, the parser returns null',
    'Every time I save, the app reloads twice. Can you find out why?',
    'Every time I open the menu, the page flickers. Fix it.',
    'Can you always trust the cache?',
    'The reason we saw the error is that the token expired.',
    'In this project the tests are always red',
    'Actually, forget about lunch',
    'go back to the list',
    "Let's go back to main and rebase",
    'Could you go back to the previous version of the file?',
    'Why is the app in English, not in Spanish?',
    'What if we drop Redis?',
    'Should we go back to Memcached?',
  ])('M-22 %j is kept as nothing', (text) => {
    expect(kept(text)).toEqual([])
  })

  it.each([
    'Whenever you add a route, update the docs.',
    'Remember to run the migration after every release',
    'Remember that the worker restarts after a change of the config',
  ])('M-20 %j is kept', (text) => {
    expect(kept(text)).toEqual([text])
  })

  it('M-22 beside a rule an order about the thing at hand is none', () => {
    expect(kept('Use a loop here. Never use eval.')).toEqual(['Never use eval.'])
  })

  it.each([
    'Remember to run the migration when you are done with this',
    'Remember to restart the worker after this change',
  ])('M-24 %j is for the task at hand, and the person is told', (text) => {
    expect(kept(text)).toEqual([])
    expect(refusedWishes(settings, text)).toMatchObject([{ reason: 'it is something to do now' }])
  })

  it.each([
    ['I changed my mind: error messages should be in English', 'project'],
    ['Always keep error messages in German.', 'project'],
    ['Could you always explain a migration before you run it?', 'project'],
    ['Always answer in German.', 'global'],
    ['In all my projects, keep error messages in German, always.', 'global'],
  ])('M-11 %j holds in the %s', (text, scope) => {
    expect(capturedRules(settings, text).map((rule) => rule.scope)).toEqual([scope])
  })
})
