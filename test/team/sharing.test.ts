import { expect, it } from 'vitest'
import { draftOf, whyNotShared } from '../../src/team/sharing.ts'
import { SharedDraft } from '../../src/team/wire.ts'
import { memoryWith } from '../support/memory.ts'

it.each([
  [{}, null],
  [{ sensitivity: 'private' }, /private/],
  [{ sensitivity: 'secret' }, /secret/],
  [{ sensitivity: 'unknown' }, /not known whether it is private/],
  [{ scope: 'team' }, /already/],
  [{ scope: 'session', session: 's' }, /one session/],
  [{ state: 'removed' }, /forgotten/],
  [{ supersededBy: 'x' }, /newer/],
  [{ held: true }, /approval/],
] as const)('K-18 a memory with %j', (change, why) => {
  const found = whyNotShared(memoryWith(change))
  if (why === null) expect(found).toBeNull()
  else expect(found).toMatch(why)
})

it('K-18 what is proposed holds nothing of the machine it comes from', () => {
  const memory = memoryWith({
    filesRead: ['/home/ada/secret/notes.md'],
    filesModified: ['/home/ada/x.ts'],
    session: 'session-1',
    accessCount: 12,
    provenance: {
      ...memoryWith().provenance,
      session: 'session-1',
      snippet: 'what was said around it',
    },
  })
  const draft = draftOf(memory)
  const text = JSON.stringify(draft)
  for (const own of ['/home/ada', 'session-1', 'what was said', memory.id, 'project-a']) {
    expect(text).not.toContain(own)
  }
  expect(SharedDraft.parse(draft).content).toBe(memory.content)
})
