import { expect, it } from 'vitest'
import type { Memory } from '../../src/memory/memory.ts'
import { dropShadowed } from '../../src/memory/shadowing.ts'

const of = (...given: readonly `${Memory['scope']} ${string}`[]) =>
  given.map((each) => {
    const [scope, name] = each.split(' ') as [Memory['scope'], string]
    return { scope, name }
  })

it.each([
  {
    why: 'the project’s before one’s own',
    given: of('global a', 'project a'),
    left: of('project a'),
  },
  { why: 'one’s own before the team’s', given: of('team a', 'global a'), left: of('global a') },
  {
    why: 'the project’s before the team’s',
    given: of('team a', 'project a'),
    left: of('project a'),
  },
  { why: 'other names stay', given: of('team a', 'global b'), left: of('team a', 'global b') },
  {
    why: 'a session’s shadows nothing',
    given: of('session a', 'team a'),
    left: of('session a', 'team a'),
  },
  {
    why: 'the order is kept',
    given: of('team c', 'project a', 'global a'),
    left: of('team c', 'project a'),
  },
])('A-05 $why', ({ given, left }) => {
  expect(dropShadowed(given, (each) => each)).toEqual(left)
})
