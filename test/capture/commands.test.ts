import { describe, expect, it } from 'vitest'
import {
  commandKind,
  commandShape,
  commitMessage,
  errorLine,
  outcomeOf,
} from '../../src/capture/commands.ts'

describe('what a command was run for', () => {
  it.each([
    ['ls -la', 'routine'],
    ['cd app && npm test 2>&1 | tail -5', 'test'],
    ['npx vitest run test/a.test.ts', 'test'],
    ['python -m pytest -q', 'test'],
    ['git status', 'routine'],
    ['git add -A && git commit -m "fix: x"', 'commit'],
    ['git push origin main', 'push'],
    ['pnpm add zod', 'install'],
    ['npx prisma migrate dev', 'migrate'],
    ['kubectl apply -f k8s/', 'deploy'],
    ['npx tsc --noEmit', 'lint'],
    ['make', 'build'],
    ['NODE_ENV=test node scripts/seed.js', 'other'],
  ])('G-04 %j is %s', (command, kind) => {
    expect(commandKind(command)).toBe(kind)
  })

  it('G-04 the shape leaves out what changes from run to run', () => {
    expect(commandShape('cd app && git commit -m "one"')).toBe(commandShape("git commit -m 'two'"))
  })

  it.each([
    ['git commit -m "feat: add login"', 'feat: add login'],
    ["git commit -am 'fix it'", 'fix it'],
    ['git commit -m "$(cat <<\'EOF\'\nfix: parse dates\n\nLong text.\nEOF\n)"', 'fix: parse dates'],
    ['git commit --amend --no-edit', null],
  ])('F-05 the message of %j is %j', (command, message) => {
    expect(commitMessage(command)).toBe(message)
  })

  it.each([
    ['Tests: 3 passed', false, 'passed'],
    ['Tests: 1 failed, 3 passed', false, 'failed'],
    ['0 failed, 3 passed', false, 'passed'],
    ['fine', true, 'failed'],
    ['a.ts(1,1): error TS2322: no', false, 'failed'],
  ])('G-04 %j came back as %s: %s', (text, failed, outcome) => {
    expect(outcomeOf({ text, failed })).toBe(outcome)
  })

  it('G-04 finds the line that says what went wrong', () => {
    expect(errorLine('run\n\u001b[31mTypeError: x is not a function\u001b[0m\n  at y', 100)).toBe(
      'TypeError: x is not a function',
    )
    expect(errorLine('all fine', 100)).toBeNull()
  })
})
