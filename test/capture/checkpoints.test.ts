import { describe, expect, it } from 'vitest'
import { checkpointsIn } from '../../src/capture/checkpoints.ts'
import { conversation, edited, type Line, planned, ran, user } from './conversation.ts'

const kinds = (...lines: readonly Line[]) =>
  checkpointsIn(conversation(...lines)).map(({ kind }) => kind)

describe('checkpoints', () => {
  it('F-05 tests that pass after failing, with the files between', () => {
    const found = checkpointsIn(
      conversation(
        ran('npm test', 'Error: no\n1 failed', true),
        edited('a.ts'),
        ran('npm test', '3 passed'),
      ),
    )
    expect(found).toMatchObject([
      { kind: 'tests-pass', title: 'Tests pass again after: Error: no', files: ['a.ts'] },
    ])
  })

  it('F-05 tests that were never red are no checkpoint', () => {
    expect(kinds(ran('npm test', '3 passed'), ran('npm test', '3 passed'))).toEqual([])
  })

  it('M-20 what is to be remembered is a wish, and no checkpoint', () => {
    expect(kinds(user('save this'))).toEqual(['save'])
    expect(kinds(user('save this: the licence server answers on weekdays'))).toEqual([])
    expect(kinds(user('Save this to memory: the licence server is slow'))).toEqual([])
  })

  it('F-05 a commit, unless there was nothing to commit', () => {
    expect(checkpointsIn(conversation(edited('a.ts'), ran('git commit -m "add a"')))).toMatchObject(
      [{ kind: 'commit', title: 'Committed: add a', files: ['a.ts'] }],
    )
    expect(kinds(ran('git commit -m "x"', 'nothing to commit, working tree clean'))).toEqual([])
    expect(kinds(ran('git commit -m "x"', 'hook failed', true))).toEqual([])
  })

  it('F-05 a thing that was to do and is done, once', () => {
    const plan = [
      planned(['a', 'in-progress'], ['b', 'pending']),
      planned(['a', 'done'], ['b', 'pending']),
    ]
    expect(kinds(...plan, planned(['a', 'done'], ['b', 'done']))).toEqual([
      'task-done',
      'task-done',
    ])
    expect(kinds(...plan, planned(['a', 'done'], ['b', 'pending']))).toEqual(['task-done'])
  })

  it('F-05 a save that the user asks for', () => {
    expect(kinds(user('Please save our progress'))).toEqual(['save'])
    expect(kinds(user('save the file as a.ts'))).toEqual([])
  })

  it('F-05 in the order of the session', () => {
    expect(
      kinds(ran('git commit -m "x"'), user('checkpoint here'), ran('git commit -m "y"')),
    ).toEqual(['commit', 'save', 'commit'])
  })
})
