import { expect, it } from 'vitest'
import { passagesOf } from '../../src/capture/brought-in.ts'
import { UserRuleSettings } from '../../src/capture/settings.ts'
import { capturedRules } from '../../src/capture/user-rules.ts'
import { ATTRIBUTED_ABROAD, SAID_ABROAD } from '../fixtures/attributed-abroad.ts'

const settings = UserRuleSettings.parse({})

it.each(ATTRIBUTED_ABROAD)('M-03 nothing attributed is the person’s rule: %j', (message) => {
  const kept = capturedRules(settings, message).filter(({ broughtIn }) => !broughtIn)
  expect(kept.map(({ sentence }) => sentence)).toEqual([])
})

it.each(SAID_ABROAD)('M-03 nothing of it is taken for brought in: %j', (message) => {
  const passages = passagesOf(message).filter(({ broughtIn }) => broughtIn !== null)
  expect(passages.map(({ start, end }) => message.slice(start, end))).toEqual([])
})
