import { describe, expect, it } from 'vitest'
import { correctedTarget } from '../../src/capture/corrections.ts'
import { CorrectionSettings, UserRuleSettings } from '../../src/capture/settings.ts'
import { capturedRules } from '../../src/capture/user-rules.ts'

const settings = CorrectionSettings.parse({})

function target(sentence: string, ...contents: string[]) {
  const [rule] = capturedRules(UserRuleSettings.parse({}), sentence)
  if (rule === undefined) throw new Error(`no rule in: ${sentence}`)
  const candidates = contents.map((content) => ({ id: content, content }))
  return correctedTarget(settings, rule, candidates)?.id ?? null
}

describe('which memory a correction corrects', () => {
  it.each([
    ["From now on, end all function names with '_c'.", "End function names with '_fn'"],
    [
      "Going forward, start method names with 'b_' instead.",
      "Always start your method names with 'a_'.",
    ],
    ['No, use yarn instead of npm', 'We use npm for dependencies'],
    ['Actually, the staging port is 8443', 'The staging port is 8080'],
    ['the port is 5433, not 5432', 'postgres listens on port 5432'],
    ['stop adding docstrings to private helpers', 'Always add docstrings to private helpers'],
    ['We no longer use Jenkins', 'Builds run on Jenkins'],
  ])('B-05 %j retires %j', (sentence, old) => {
    expect(target(sentence, 'The logo is blue', old, 'Ask before adding a dependency')).toBe(old)
  })

  it.each([
    ["end function names with '_c'", "Start function names with 'x_'"],
    ["end function names with '_c'", "End method names with '_m'"],
    ["end function names with '_c'", "Always end all function names with '_c'."],
    ['Actually, the staging port is 8443', 'The staging timeout is 30 seconds'],
    ['No, use yarn instead of npm', 'Commits are signed'],
    ['From now on backups stay here, not at any other place', 'Meetings start at nine'],
    [
      'From now on use the pier palette, and white is not in it',
      'Invoices are kept in the archive',
    ],
  ])('B-05 %j leaves %j alone', (sentence, other) => {
    expect(target(sentence, other)).toBeNull()
  })

  it('B-05 an old rule that also says something else is named, and not retired whole', () => {
    const both = "End function names with '_fn' and method names with '_m'"
    const judged = (sentence: string) => {
      const [rule] = capturedRules(UserRuleSettings.parse({}), sentence)
      return rule && correctedTarget(settings, rule, [{ id: 'old', content: both }])
    }
    expect(judged("From now on, end function names with '_c'")?.whole).toBe(false)
    expect(judged("End function names with '_c' and method names with '_x'")?.whole).toBe(true)
    expect(judged("Start function names with 'c_'")).toBeNull()
  })

  it('B-05 of two that fit equally the newer, which comes first, is meant', () => {
    const old = ["End function names with '_a'", "End function names with '_b'"]
    expect(target("From now on end function names with '_c'", ...old)).toBe(old[0])
  })
})
