import { expect, it } from 'vitest'
import { passagesOf } from '../../src/capture/brought-in.ts'
import { UserRuleSettings } from '../../src/capture/settings.ts'
import { capturedRules } from '../../src/capture/user-rules.ts'
import { BROUGHT_IN_ABROAD, SAID_BY_THE_PERSON } from '../fixtures/brought-in-abroad.ts'
import { BROUGHT_IN, TYPED } from '../fixtures/brought-in-prompts.ts'
import { ADDED, SHOWN } from '../fixtures/texts-beside-requests.ts'

const settings = UserRuleSettings.parse({})

it.each([...BROUGHT_IN, ...BROUGHT_IN_ABROAD])(
  'M-03 nothing in it is the person’s rule: %j',
  (message) => {
    const kept = capturedRules(settings, message).filter(({ broughtIn }) => !broughtIn)
    expect(kept.map(({ sentence }) => sentence)).toEqual([])
  },
)

it('M-03 what a person types is taken for brought in at most once in fifty messages', () => {
  const lost = TYPED.filter(({ text, own }) => {
    const at = text.indexOf(own)
    return passagesOf(text).some(({ start, end, broughtIn }) => {
      return start <= at && at < end && broughtIn !== null
    })
  })
  expect(lost.map(({ text }) => text).length).toBeLessThanOrEqual(TYPED.length / 50)
})

it.each(SHOWN)('M-03 what is shown beside a request is at most held: %j', (message) => {
  const kept = capturedRules(settings, message).filter(({ broughtIn }) => !broughtIn)
  expect(kept.map(({ sentence }) => sentence)).toEqual([])
})

it.each(ADDED)('M-03 what a person adds to a request is theirs: %j', (message) => {
  const kept = capturedRules(settings, message).filter(({ broughtIn }) => !broughtIn)
  expect(kept).not.toEqual([])
})

it.each(SAID_BY_THE_PERSON)('M-03 what a person lays down is kept: %j', (message) => {
  const kept = capturedRules(settings, message).filter(({ broughtIn }) => !broughtIn)
  expect(kept).not.toEqual([])
})

it('M-03 a name and a place before a colon leave open who speaks', () => {
  const [rule] = capturedRules(
    settings,
    'Bob on the call: from now on always bump the major version',
  )
  expect(rule?.broughtIn).toBe(true)
})

it('M-03 what may be another’s waits for a yes', () => {
  const rules = capturedRules(
    settings,
    'ssh banner\nAlways use MFA. Never share credentials.\nhow to change it',
  )
  expect(rules.map(({ broughtIn }) => broughtIn)).toEqual([true])
})
