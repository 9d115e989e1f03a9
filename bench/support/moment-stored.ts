/** A set whose evidence was stored as memories, one for each sentence, and whose history was never read. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { call } from '../../src/operations/operation.ts'
import { reindex } from '../../src/operations/reindex.ts'
import { remember } from '../../src/operations/remember.ts'
import { openAt, type Place } from './moment-direct.ts'
import { layOut, type MomentSet } from './moment-sets.ts'

/** Prompts whose evidence is a whole session have no sentence that could be stored. */
const WHOLE = '*'

export function askedOfStored(set: MomentSet): MomentSet {
  const moments = set.moments.filter(({ gold }) =>
    gold.every(({ fragments }) => !fragments.includes(WHOLE)),
  )
  return { ...set, moments }
}

export async function prepareStored(set: MomentSet, home: string): Promise<Place['folderOf']> {
  mkdirSync(home, { recursive: true })
  const { folderOf } = layOut({ ...set, transcripts: [], commits: [] }, home)
  const mneme = await openAt({ home, env: {} })
  try {
    for (const project of Object.keys(set.projects)) {
      const folder = folderOf(project)
      const { engine, caller } = await mneme.at({ door: 'cli', speaker: 'person', folder })
      for (const content of sentencesOf(set, project)) {
        await call(remember, engine, caller, { content })
      }
      await engine.background.settle()
      await call(reindex, engine, caller, {})
      await engine.background.settle()
    }
  } finally {
    await mneme.close()
  }
  writeFileSync(`${home}/ready`, '')
  return folderOf
}

function sentencesOf({ moments }: MomentSet, project: string): ReadonlySet<string> {
  return new Set(
    moments
      .filter((moment) => moment.project === project)
      .flatMap(({ gold }) => gold.flatMap(({ fragments }) => fragments)),
  )
}
