import { describe, expect, it } from 'vitest'
import { UserRuleSettings } from '../../src/capture/settings.ts'
import { capturedRules } from '../../src/capture/user-rules.ts'

const settings = UserRuleSettings.parse({})
const kept = (text: string) =>
  capturedRules(settings, text).map(({ type, scope }) => `${type} ${scope}`)

describe('M-20 standing rules without a cue word', () => {
  it.each([
    [
      'In this project always use pnpm instead of npm. Now add the date-fns library.',
      'policy project',
    ],
    ['use tabs not spaces in this repo', 'policy project'],
    ['Within this codebase prefer composition over inheritance.', 'policy project'],
    ['In our API all timestamps are UTC.', 'policy project'],
    ['Use feature branches in this project', 'policy project'],
    ['we must keep the v1 endpoints', 'policy project'],
    ['a license header is required in every file', 'policy project'],
    ['Always run eslint before you say you are done.', 'policy project'],
    ['Never deploy on a Friday.', 'policy project'],
    ['please answer in German', 'preference global'],
  ])('%s', (text, expected) => {
    expect(kept(text)).toEqual([expected])
  })

  it.each([
    'run the tests in this repo',
    'add a README in this project',
    'fix the login in our app',
    'In this repo there is a bug with the login',
    'We must fix the build',
    'we need to keep going',
    'never mind',
    'Use the new helper in this file',
  ])('is asked for once: %s', (text) => {
    expect(kept(text)).toEqual([])
  })

  const DONE = "when you finish a task, run the linter before telling me it's done"

  it('a sentence without a cue counts more alone than in the middle of talk', () => {
    const talk = `I looked at the logs this morning. It was slow again. ${DONE}. Then I went for lunch.`
    const halfSure = { keep: () => 0.75, type: () => 'preference' as const }
    expect(capturedRules(settings, DONE, halfSure)).toHaveLength(1)
    expect(capturedRules(settings, talk, halfSure)).toEqual([])
  })

  it('what hands a file over is about this turn', () => {
    expect(kept(`${DONE}, see @docs/lint.md`)).toEqual([])
  })
})
