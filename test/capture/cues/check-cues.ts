/** One way to try a language: what is said, as what it is kept and where it holds; null is left alone. */
import { expect, it } from 'vitest'
import { UserRuleSettings } from '../../../src/capture/settings.ts'
import { type CapturedRule, capturedRules } from '../../../src/capture/user-rules.ts'

export type CueCase = readonly [
  text: string,
  type: CapturedRule['type'] | null,
  scope?: CapturedRule['scope'],
]

const settings = UserRuleSettings.parse({})

export function checkCues(language: string, cases: readonly CueCase[]): void {
  for (const [text, type, scope] of cases) {
    it(`M-21 ${language}: ${text}`, () => {
      const found = capturedRules(settings, text)
      expect(found.map((rule) => rule.type)).toEqual(type === null ? [] : [type])
      if (scope !== undefined) expect(found[0]?.scope).toBe(scope)
    })
  }
}
