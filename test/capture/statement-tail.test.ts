/** M-20. What belongs to a statement is kept with it, in one memory. */
import { describe, expect, it } from 'vitest'
import { UserRuleSettings } from '../../src/capture/settings.ts'
import { capturedRules } from '../../src/capture/user-rules.ts'

const settings = UserRuleSettings.parse({})
const kept = (text: string) => capturedRules(settings, text).map(({ sentence }) => sentence)

describe('M-20 the tail of a statement', () => {
  it.each([
    {
      why: 'goes on about the same thing',
      text: 'Never seed the demo tenant by hand. The demo tenant is filled by the nightly job, no exceptions.',
    },
    {
      why: 'says what happens otherwise',
      text: 'We always tag releases on the release branch. Otherwise the signing job picks the wrong key.',
    },
    {
      why: 'follows a verdict that says nothing alone',
      text: 'Das ist falsch. Der Rabatt gilt je Position und nicht auf die Summe.',
    },
  ])('$why', ({ text }) => {
    expect(kept(text)).toEqual([text])
  })

  it.each([
    {
      why: 'a naming rule is a memory of its own',
      text: "From now on start function names with 'a_'. Function names also end with '_b'.",
    },
    {
      why: 'what is said for good is a memory of its own',
      text: 'Never push to the release branch. From now on the release branch is protected.',
    },
  ])('$why', ({ text }) => {
    expect(kept(text)).toHaveLength(2)
  })

  it('an order behind a statement is not kept with it', () => {
    const text = 'Never push to the release branch. Run the tests on the release branch again.'
    expect(kept(text)).toEqual(['Never push to the release branch.'])
  })
})

describe('M-20 sentences end where they end', () => {
  it('a glob ends no sentence', () => {
    const text = 'Schema changes on raw.* always go through the contracts repo first.'
    expect(kept(text)).toEqual([text])
  })
})

describe('M-20 an apostrophe left out', () => {
  it('changes nothing', () => {
    expect(kept("don't ever push to main directly")).toHaveLength(1)
    expect(kept('dont ever push to main directly')).toHaveLength(1)
  })
})

it('M-03 a whole sentence in Japanese quotation marks is a quotation', () => {
  expect(
    kept(
      '仕様書の抜粋です。\n「伝票は必ず二重に保存し、決して上書きしないこと」\n満たせていますか？',
    ),
  ).toEqual([])
})

it('M-20 what is to be written into a pull request is no wish', () => {
  expect(kept('And write down in the PR text how to reproduce it.')).toEqual([])
})
