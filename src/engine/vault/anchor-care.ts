/** C-08. PROJECT.md changes in two steps: anyone may propose, a person approves what they have read. */
import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import * as z from 'zod'
import { scrub } from '../../capture/scrub.ts'
import { MnemeError } from '../../errors.ts'
import { syncFolder, writeAtomic } from '../../files/write-atomic.ts'
import type { Document } from '../../store/records.ts'
import { hiddenCharacters, revealHidden } from '../../text/reveal-hidden.ts'
import { type AnchorFile, readAnchorFile } from '../../vault/read-anchor.ts'
import { sha256 } from '../../vault/sha256.ts'
import { textDiff } from '../../vault/text-diff.ts'
import type { Caller, Engine } from '../engine.ts'
import { commit } from '../journal/commit.ts'
import { isOwner } from '../person.ts'
import { dropMark } from './agent-edits.ts'
import {
  APPROVAL,
  approvalKey,
  isApproved,
  isUsers,
  PROJECT_ANCHOR,
  projectAnchorPath,
  USER_ANCHOR,
} from './anchors.ts'

const PROPOSAL = 'anchor-proposal'
const MAX_PROPOSALS = 100
const HASH_SHOWN = 12

const ProposalBody = z.object({ text: z.string(), why: z.string(), by: z.string() })

interface AnchorView {
  readonly file: string
  readonly path: string
  readonly scope: 'global' | 'project'
  readonly origin: 'user' | 'file'
  readonly state: 'none' | 'trusted' | 'unapproved' | 'unreadable'
  readonly bytes: number
  readonly hash: string | null
  /** With hidden characters shown as codes; withheld from agents until approved. */
  readonly text: string | null
  readonly hidden: number
  readonly notice: string | null
}

interface Proposal {
  readonly id: string
  readonly at: string
  readonly by: string
  readonly why: string
  readonly diff: string
  readonly hidden: number
}

export async function viewAnchors(engine: Engine, caller: Caller): Promise<AnchorView[]> {
  const { anchorMaxBytes } = engine.config.vault
  const user = engine.home.userAnchor
  const own = await readAnchorFile(user, anchorMaxBytes)
  const views = [view(engine, USER_ANCHOR, user, own, await isUsers(engine, user, own))]
  const project = projectAnchorPath(caller)
  if (project === null) return views
  const file = await readAnchorFile(project, anchorMaxBytes)
  const approved = file.kind === 'text' && (await isApproved(engine, caller, file.hash))
  const seen = view(engine, PROJECT_ANCHOR, project, file, approved)
  return [...views, approved || isOwner(caller) ? seen : { ...seen, text: null }]
}

function view(
  engine: Engine,
  file: string,
  path: string,
  found: AnchorFile,
  isTrusted: boolean,
): AnchorView {
  const scope = file === USER_ANCHOR ? ('global' as const) : ('project' as const)
  const origin = isTrusted ? ('user' as const) : ('file' as const)
  const about = { file, path, scope, origin }
  const nothing = { ...about, bytes: 0, hash: null, text: null, hidden: 0, notice: null }
  if (found.kind === 'none') return { ...nothing, state: 'none' }
  if (found.kind === 'unreadable') return { ...nothing, state: 'unreadable', notice: found.why }
  const { text, hash, bytes } = found
  const isLong = bytes > engine.config.context.anchorNoticeBytes
  return {
    ...about,
    state: isTrusted ? 'trusted' : 'unapproved',
    bytes,
    hash: hash.slice(0, HASH_SHOWN),
    text: revealHidden(text),
    hidden: hiddenCharacters(text),
    notice: isLong ? `it has ${bytes} bytes and goes into every session: shorten it` : null,
  }
}

export async function proposals(engine: Engine, caller: Caller): Promise<Proposal[]> {
  const project = projectOf(caller)
  const found = await engine.store.documents.list(PROPOSAL, { project }, MAX_PROPOSALS)
  const present = await presentText(engine, caller)
  return Promise.all(
    found.map(async (document) => {
      const { text, why, by } = ProposalBody.parse(document.body)
      const diff = await textDiff(present, text)
      return { id: document.key, at: document.at, by, why, diff, hidden: hiddenCharacters(text) }
    }),
  )
}

export async function proposeAnchor(
  engine: Engine,
  caller: Caller,
  input: { readonly text: string; readonly why: string },
): Promise<Proposal & { readonly batch: string }> {
  const project = projectOf(caller)
  const { fields, kinds } = scrub(input)
  if (kinds.length > 0) {
    throw new MnemeError(
      'secret_found',
      `not proposed: it holds a credential (${kinds.join(', ')})`,
    )
  }
  const id = engine.clock.newId()
  const at = engine.clock.now()
  const body = { ...fields, by: caller.actor }
  const row: Document = { kind: PROPOSAL, key: id, project, session: caller.session, at, body }
  const batch = await commit(engine, caller, 'anchor propose', [
    { op: 'insert', kind: 'document', row },
  ])
  const diff = await textDiff(await presentText(engine, caller), fields.text)
  const { text, why } = fields
  return { id, at, by: caller.actor, why, diff, hidden: hiddenCharacters(text), batch }
}

interface Approval {
  readonly approved: boolean
  readonly path: string
  readonly diff: string
  readonly hidden: number
  readonly hash: string
  readonly batch: string | null
}

/** Without an id the file's present content is approved, as after a clone; with one, that proposal. */
export async function approveAnchor(
  engine: Engine,
  caller: Caller,
  input: {
    readonly id?: string | undefined
    readonly hash?: string | undefined
    readonly yes?: boolean | undefined
    readonly file?: typeof USER_ANCHOR | typeof PROJECT_ANCHOR | undefined
  },
): Promise<Approval> {
  if (input.file === USER_ANCHOR) return approveUserAnchor(engine, input)
  const path = projectAnchorPath(caller)
  if (path === null) throw noProject()
  const proposal = input.id === undefined ? null : await proposalOf(engine, caller, input.id)
  const text = proposal ? proposal.text : await textToApprove(engine, path)
  const hash = sha256(text)
  if (input.hash !== undefined && !hash.startsWith(input.hash.toLowerCase())) {
    throw new MnemeError('conflict', `${PROJECT_ANCHOR} is not the text you have seen any more`, {
      hint: 'Look at it again: mneme anchor approve',
    })
  }
  const before = proposal
    ? await presentText(engine, caller)
    : await lastApproved(engine, caller, hash)
  const diff = await textDiff(before, text)
  const hidden = hiddenCharacters(text)
  const shown = { path, diff, hidden, hash: hash.slice(0, HASH_SHOWN) }
  if (!(input.yes ?? (await askApproval(engine, shown))))
    return { ...shown, approved: false, batch: null }
  if (proposal) await writeAnchor(path, text)
  const batch = await noteApproval(engine, caller, { text, hash }, proposal?.document ?? null)
  return { ...shown, approved: true, batch }
}

/** M-01. Approves USER.md after an agent's edit, once a person has read it. */
async function approveUserAnchor(
  engine: Engine,
  input: { readonly hash?: string | undefined; readonly yes?: boolean | undefined },
): Promise<Approval> {
  const path = engine.home.userAnchor
  const text = await textToApprove(engine, path)
  const hash = sha256(text)
  if (input.hash !== undefined && !hash.startsWith(input.hash.toLowerCase())) {
    throw new MnemeError('conflict', `${USER_ANCHOR} is not the text you have seen any more`, {
      hint: 'Look at it again: mneme anchor approve --file USER.md',
    })
  }
  const hidden = hiddenCharacters(text)
  const shown = { path, diff: await textDiff('', text), hidden, hash: hash.slice(0, HASH_SHOWN) }
  const isYes = input.yes ?? (await askApproval(engine, shown))
  if (isYes) await dropMark(engine, path)
  return { ...shown, approved: isYes, batch: null }
}

async function askApproval(
  engine: Engine,
  shown: Pick<Approval, 'diff' | 'hidden'>,
): Promise<boolean> {
  if (!engine.confirm) return false
  const warning = shown.hidden > 0 ? `\n${shown.hidden} hidden characters are shown as <U+…>.` : ''
  return engine.confirm(`${shown.diff}${warning}\nApprove this text for every session here?`)
}

async function noteApproval(
  engine: Engine,
  caller: Caller,
  { text, hash }: { readonly text: string; readonly hash: string },
  proposal: Document | null,
): Promise<string | null> {
  const key = approvalKey(caller, hash)
  const isKnown = (await engine.store.documents.get(APPROVAL, key)) !== null
  const row: Document = {
    kind: APPROVAL,
    key,
    project: projectOf(caller),
    session: null,
    at: engine.clock.now(),
    body: { hash, text, by: caller.actor },
  }
  const changes = [
    ...(isKnown ? [] : [{ op: 'insert', kind: 'document', row } as const]),
    ...(proposal ? [removal(proposal)] : []),
  ]
  return changes.length > 0 ? commit(engine, caller, 'anchor approve', changes) : null
}

export async function rejectAnchor(engine: Engine, caller: Caller, id: string): Promise<string> {
  const { document } = await proposalOf(engine, caller, id)
  return commit(engine, caller, 'anchor reject', [removal(document)])
}

function removal({ kind, key }: Document) {
  return { op: 'delete', kind: 'document', key: `${kind}/${key}` } as const
}

async function proposalOf(engine: Engine, caller: Caller, id: string) {
  const project = projectOf(caller)
  const found = await engine.store.documents.list(PROPOSAL, { project }, MAX_PROPOSALS)
  const document = found.find(({ key }) => key.startsWith(id.toUpperCase()))
  if (document) return { document, text: ProposalBody.parse(document.body).text }
  throw new MnemeError('not_found', `there is no proposal ${id} here`, {
    hint: 'See what was proposed: mneme anchor list',
  })
}

async function textToApprove(engine: Engine, path: string): Promise<string> {
  const file = await readAnchorFile(path, engine.config.vault.anchorMaxBytes)
  if (file.kind === 'text') return file.text
  throw file.kind === 'none'
    ? new MnemeError('not_found', `there is no ${path}`, { hint: 'To draft one: mneme init' })
    : new MnemeError('unavailable', `${path} cannot be read: ${file.why}`)
}

/** The version approved before, so that only the difference has to be read. */
async function lastApproved(engine: Engine, caller: Caller, hash: string): Promise<string> {
  const project = projectOf(caller)
  const approvals = await engine.store.documents.list(APPROVAL, { project }, MAX_PROPOSALS)
  const body = z.object({ hash: z.string(), text: z.string() })
  const known = approvals.map((document) => body.parse(document.body))
  return known.find((each) => each.hash !== hash)?.text ?? ''
}

async function presentText(engine: Engine, caller: Caller): Promise<string> {
  const path = projectAnchorPath(caller)
  if (path === null) return ''
  const file = await readAnchorFile(path, engine.config.vault.anchorMaxBytes)
  return file.kind === 'text' ? file.text : ''
}

/** C-06. Written atomically into the repository. */
export async function writeAnchor(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  const present = await readAnchorFile(path, Number.MAX_SAFE_INTEGER)
  if (present.kind === 'unreadable') {
    throw new MnemeError('disk', `${path} cannot be replaced: ${present.why}`)
  }
  await writeAtomic(path, text, { syncsFolder: false })
  await syncFolder(dirname(path))
}

function projectOf(caller: Caller): string {
  if (caller.project) return caller.project.id
  throw noProject()
}

function noProject(): MnemeError {
  return new MnemeError('invalid_input', 'there is no project here', {
    hint: 'Run it inside a repository, or name one with --project DIR.',
  })
}
