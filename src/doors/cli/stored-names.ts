/** J-02. What the home holds, for the tab key: names and ids of memories, tags, projects. */
import { homeFolder, homePaths } from '../../config/home.ts'
import { list } from '../../operations/list.ts'
import type { AnyOperation } from '../../operations/operation.ts'
import { projectsList } from '../../operations/projects.ts'
import { tags } from '../../operations/tags.ts'
import { invoke } from '../invoke.ts'
import { speakerAtTerminal } from '../speaker.ts'
import { oneLine } from '../terminal/text.ts'
import type { Completion, StoredKind } from './completion.ts'
import { callHere } from './here.ts'
import { shortestIds } from './memory-page.ts'

/** A list that the tab key can show; a longer name is typed on. */
const MAX_MEMORIES = 1000
/** Ids begin with a digit, names with a letter. */
const ID_START = /^[0-9]/

export async function findStoredNames(kind: StoredKind, current: string): Promise<Completion[]> {
  switch (kind) {
    case 'memory': {
      const answer = await ask(list, { limit: MAX_MEMORIES, order: 'updated' })
      const { memories } = list.output.parse(answer)
      const ids = shortestIds(memories.map(({ id }) => id))
      return memories.map(({ name, title }, at) => ({
        text: ID_START.test(current) ? (ids[at] ?? '') : name,
        about: oneLine(title),
      }))
    }
    case 'tag': {
      const found = tags.output.parse(await ask(tags, {}))
      return found.tags.map(({ tag, count }) => ({ text: tag, about: `${count} memories` }))
    }
    case 'project': {
      const { projects } = projectsList.output.parse(await ask(projectsList, {}))
      return projects.map(({ slug, memories }) => ({ text: slug, about: `${memories} memories` }))
    }
  }
}

function ask(op: AnyOperation, input: unknown): Promise<unknown> {
  const { env } = process
  return invoke(
    { home: homePaths(homeFolder(env)), env, startMs: 0, here: callHere(op) },
    {
      operation: op.name,
      input,
      where: { door: 'cli', ...speakerAtTerminal(), folder: process.cwd(), session: null },
      isRepeatable: true,
    },
  )
}
