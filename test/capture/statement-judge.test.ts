import { expect, it } from 'vitest'
import { capturedRules, UserRuleSettings } from '../../src/capture/user-rules.ts'

const settings = UserRuleSettings.parse({})
const kept = (text: string) => capturedRules(settings, text)

it.each([
  'Explain to me the pre-commit hooks in detail.',
  'Great work, but double-check which books have the icon, so that it matches the shelf!',
  'I ran only the setup, the seed and then the tests.',
  'I meant since the parameter is always a valid path by now, the check is dead code',
  'repro: worker hangs WITHOUT a lock when two imports start at once',
  '/review 482',
  'We do not know whether the helper opened it because she signed in!',
  'How exactly is this not confusing: for the old structure we need to set up the paths',
])('M-20 what belongs to this turn is not kept: %j', (text) => {
  expect(kept(text)).toEqual([])
})

it.each([
  'Always check the migrations with rake db:lint before you push.',
  'From now on explain the plan first.',
])('M-20 an order that is said for more is kept: %j', (text) => {
  expect(kept(text)).toHaveLength(1)
})

it('M-22 a heads-up tells how things are', () => {
  const text =
    'Heads-up: the proxy test has been flaky on CI all week, a timeout and not a bug, rerun it.'
  expect(kept(text).map(({ type }) => type)).toEqual(['fact'])
})

it.each([
  'until we are done tonight, only one-line replies please',
  'this afternoon only: no pushes to main, the release is moving',
])('M-11 what holds until the end of the day is of the session: %j', (text) => {
  expect(kept(text).map(({ scope }) => scope)).toEqual(['session'])
})

it('M-20 what just passes is as sure as the least that is kept by default', () => {
  const [rule] = kept('the turnstile firmware speaks modbus at 9600 baud')
  expect(rule?.confidence).toBeGreaterThanOrEqual(settings.minConfidence)
})
