/** C-08. `init`: a first PROJECT.md, drafted from the repository and never over one that is there. */
import { MnemeError } from '../../errors.ts'
import { projectDraft } from '../../vault/project-draft.ts'
import { readAnchorFile } from '../../vault/read-anchor.ts'
import { repositoryFacts } from '../../vault/repository-facts.ts'
import type { Caller, Engine } from '../engine.ts'
import { isPerson } from '../person.ts'
import { proposeAnchor, writeAnchor } from './anchor-care.ts'
import { projectAnchorPath, projectRoot } from './anchors.ts'

interface Drafted {
  readonly outcome: 'written' | 'proposed' | 'kept'
  readonly path: string
  readonly text: string
}

/**
 * For a person the file is written, to be read before approving; for anyone else it is a proposal. The draft
 * quotes the repository, so it is not approved even if a person requested it.
 */
export async function draftProjectAnchor(engine: Engine, caller: Caller): Promise<Drafted> {
  const path = projectAnchorPath(caller)
  const root = projectRoot(caller)
  if (path === null || root === null) {
    throw new MnemeError('invalid_input', 'there is no project here', {
      hint: 'Run it inside a repository, or name one with --project DIR.',
    })
  }
  const present = await readAnchorFile(path, engine.config.vault.anchorMaxBytes)
  if (present.kind !== 'none') {
    return { outcome: 'kept', path, text: present.kind === 'text' ? present.text : '' }
  }
  const text = projectDraft(await repositoryFacts(root))
  if (!isPerson(caller)) {
    await proposeAnchor(engine, caller, { text, why: 'drafted from the repository' })
    return { outcome: 'proposed', path, text }
  }
  await writeAnchor(path, text)
  return { outcome: 'written', path, text }
}
