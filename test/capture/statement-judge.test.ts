import { expect, it } from 'vitest'
import { UserRuleSettings } from '../../src/capture/settings.ts'
import { capturedRules } from '../../src/capture/user-rules.ts'

const settings = UserRuleSettings.parse({})
const kept = (text: string) => capturedRules(settings, text)

it.each([
  'Explain the retry queue to me step by step.',
  'Great work, but double-check which pumps report a pressure, so that the chart is complete!',
  'I ran only the linter and then the smoke tests.',
  'I meant that the guard is dead code, since the id is always set by then',
  'repro: scheduler stalls when two leases expire at once',
  '/review 482',
  'We do not know whether the valve closed because the sensor failed!',
  'How is this clearer: for the new layout we need to move the mounts',
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
