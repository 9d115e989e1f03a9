import { writeFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import type { CallSource } from '../../../src/compose.ts'
import type { DaemonSession } from '../../../src/doors/terminal/daemon-session.ts'
import { editMemory } from '../../../src/doors/terminal/edit-memory.ts'
import { remember } from '../../../src/operations/remember.ts'
import { loadOperation } from '../../../src/operations/table.ts'
import { testHome } from '../../support/home.ts'

it.each([
  ['a person', undefined, false],
  ['an agent', { door: 'cli', speaker: 'agent', actor: 'cli:script' }, true],
] as const)(
  'M-02 what %s edits of a person’s memory says whether it was changed',
  async (_, where, isProposed) => {
    const home = await testHome()
    const { id } = await home.ask(remember, {
      content: 'Never deploy on a Friday.',
      name: 'deploys',
    })
    const session = {
      do: async (name: string, input: object) =>
        home.ask(await loadOperation(name), input, where as CallSource | undefined),
    } as unknown as Pick<DaemonSession, 'do'>
    const outcome = await editMemory(session, id ?? '', async (path) => {
      writeFileSync(path, 'Deploy on Fridays.\n')
    })
    expect(outcome).toMatchObject({ kind: 'updated', isProposed })
  },
)
