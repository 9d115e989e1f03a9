/** C-08. The anchors: USER.md belongs to the person; PROJECT.md counts once a person approved its text. */
import { sep } from 'node:path'
import { repositoryPaths } from '../../config/home.ts'
import type { Anchor } from '../../context/anchors.ts'
import { type AnchorFile, readAnchorFile } from '../../vault/read-anchor.ts'
import type { Caller, Engine } from '../engine.ts'
import { isAgentEdit } from './agent-edits.ts'

export const USER_ANCHOR = 'USER.md'
export const PROJECT_ANCHOR = 'PROJECT.md'
/** The kind of document that stores an approval; its key is the project and the hash of the text. */
export const APPROVAL = 'anchor-approval'

/** For the context: anchors that may be shown verbatim, those awaiting approval, and unreadable ones. */
export async function readAnchors(engine: Engine, caller: Caller): Promise<readonly Anchor[]> {
  const { anchorMaxBytes } = engine.config.vault
  const user = engine.home.userAnchor
  const project = projectAnchorPath(caller)
  const [own, theirs] = await Promise.all([
    readAnchorFile(user, anchorMaxBytes),
    project === null ? NONE : readAnchorFile(project, anchorMaxBytes),
  ])
  const anchors = asAnchor(USER_ANCHOR, user, own, await isUsers(engine, user, own))
  if (project === null || caller.project === null) return anchors
  const approved = theirs.kind === 'text' && (await isApproved(engine, caller, theirs.hash))
  return [...anchors, ...asAnchor(PROJECT_ANCHOR, project, theirs, approved)]
}

/** M-01. USER.md counts as the person's, unless a tool call was seen to write its present content. */
export async function isUsers(engine: Engine, path: string, file: AnchorFile): Promise<boolean> {
  return file.kind === 'text' && !(await isAgentEdit(engine, path, file.hash))
}

const NONE: AnchorFile = { kind: 'none' }

function asAnchor(file: string, path: string, found: AnchorFile, isTrusted: boolean): Anchor[] {
  switch (found.kind) {
    case 'none':
      return []
    case 'unreadable':
      return [{ file, path, state: 'unreadable', why: found.why }]
    case 'text':
      return isTrusted
        ? [{ file, path, state: 'trusted', text: found.text }]
        : [{ file, path, state: 'unapproved' }]
  }
}

/** In the checkout the call was made in; another worktree has a PROJECT.md of its own. */
export function projectAnchorPath(caller: Caller): string | null {
  const root = projectRoot(caller)
  return root === null ? null : repositoryPaths(root).projectAnchor
}

/** The deepest known path of the project that holds the caller's folder. */
export function projectRoot({ project, folder }: Caller): string | null {
  if (project === null) return null
  const holds = (path: string) => folder === path || folder?.startsWith(path + sep)
  const [deepest] = project.paths.filter(holds).sort((a, b) => b.length - a.length)
  return deepest ?? project.paths.at(-1) ?? null
}

export function approvalKey(caller: Caller, hash: string): string {
  return `${caller.project?.id ?? ''}/${hash}`
}

export async function isApproved(engine: Engine, caller: Caller, hash: string): Promise<boolean> {
  return (await engine.store.documents.get(APPROVAL, approvalKey(caller, hash))) !== null
}
