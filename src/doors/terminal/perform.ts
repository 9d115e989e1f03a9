/** J-09. What the picker does about its effects, operation by operation. */
import type { Memory } from '../../memory/memory.ts'
import type { DaemonSession } from './daemon-session.ts'
import { editMemory } from './edit-memory.ts'
import { openInEditor } from './editor.ts'
import type { Screen } from './screen.ts'
import type { Event, PickerEffect, PickerRow, Preview, Tab } from './state.ts'

type Happened = (event: Event) => void
type Of<Kind extends PickerEffect['kind']> = Extract<PickerEffect, { readonly kind: Kind }>
type Performed = Exclude<PickerEffect['kind'], 'quit' | 'answer' | 'redraw'>
type Perform = (effect: Of<Performed>) => Promise<void>

const MAX_LISTED = 500
const MAX_FOUND = 50
/** Typing has paused: now meaning is asked too. */
const PAUSE_MS = 180

export function performer(
  session: DaemonSession,
  screen: Pick<Screen, 'suspendWhile'>,
  happened: Happened,
): Perform {
  let latest = 0
  return async (effect) => {
    switch (effect.kind) {
      case 'look':
        latest = effect.look
        return look(session, happened, effect, () => effect.look === latest)
      case 'preview':
        return happened({ kind: 'previewed', preview: await previewOf(session, effect) })
      case 'edit':
        return effect.tab === 'anchors'
          ? editAnchor(screen, happened, effect.id)
          : editInEditor(session, screen, happened, effect.id)
      case 'forget':
        return forget(session, happened, effect)
      case 'undo':
        return undo(session, happened, effect)
      case 'approve':
        return approve(session, happened)
      case 'reindex':
        return reindex(session, happened)
    }
  }
}

async function look(
  session: DaemonSession,
  happened: Happened,
  { look: number, tab, query }: Of<'look'>,
  isLatest: () => boolean,
): Promise<void> {
  const tell = (rows: readonly PickerRow[], total: number) =>
    happened({ kind: 'found', look: number, rows, total })
  if (tab === 'anchors') {
    const rows = (await anchors(session)).filter(({ title }) =>
      title.toLowerCase().includes(query.toLowerCase()),
    )
    return tell(rows, rows.length)
  }
  const scope = tab === 'all' ? {} : { scope: [tab] as const }
  if (query.trim() === '') {
    const { memories, total } = await session.do('list', { limit: MAX_LISTED, ...scope })
    return tell(memories.map(rowOf), total)
  }
  const asked = { limit: MAX_FOUND, ...scope }
  const byWords = await session.do('search', { ...asked, query: asTyped(query), strategy: 'bm25' })
  if (!isLatest()) return
  if (byWords.hits.length > 0) tell(byWords.hits.map(rowOf), byWords.hits.length)
  await new Promise((done) => setTimeout(done, PAUSE_MS))
  if (!isLatest()) return
  const { hits } = await session.do('search', { ...asked, query, strategy: 'auto' })
  // A word that is not written to its end means nothing yet: what begins with it stays.
  const known = new Set(hits.map(({ id }) => id))
  const all = [...hits, ...byWords.hits.filter(({ id }) => !known.has(id))]
  tell(all.map(rowOf), all.length)
}

/** The last word may be the beginning of one (D-10). */
function asTyped(query: string): string {
  const isPlain = /^[\p{L}\p{N}\s._-]*[\p{L}\p{N}]$/u.test(query)
  return isPlain ? `${query.replace(/[._-]/g, ' ')}*` : query
}

function rowOf(memory: Pick<Memory, 'id' | 'title' | 'type' | 'archived'>): PickerRow {
  const { id, title, type, archived } = memory
  return { id, title, label: archived ? `${type}, archived` : type }
}

async function anchors(session: DaemonSession): Promise<PickerRow[]> {
  const { anchors: found } = await session.do('anchor show', {})
  return found.map(({ path, file, state }) => ({ id: path, title: file, label: state }))
}

async function previewOf(
  session: DaemonSession,
  { tab, id }: { tab: Tab; id: string },
): Promise<Preview> {
  if (tab === 'anchors') {
    const { anchors: found } = await session.do('anchor show', {})
    const anchor = found.find(({ path }) => path === id)
    const facts = [id, ...(anchor?.notice ? [anchor.notice] : [])]
    const absent = anchor?.state === 'none' ? 'It does not exist yet. Enter creates it.' : ''
    return { id, title: anchor?.file ?? id, facts, text: anchor?.text ?? absent }
  }
  const { memory } = await session.do('get', { id })
  const { type, scope, tags, createdAt, updatedAt, accessCount, name, provenance } = memory
  const facts = [
    `${type}, ${scope}${tags.length > 0 ? `, tagged ${tags.join(', ')}` : ''}`,
    `${createdAt.slice(0, 10)}, changed ${updatedAt.slice(0, 10)}, used ${accessCount}×, ${provenance.source}`,
    name,
  ]
  return { id, title: memory.title, facts, text: memory.content }
}

async function editInEditor(
  session: DaemonSession,
  screen: Pick<Screen, 'suspendWhile'>,
  happened: Happened,
  id: string,
): Promise<void> {
  const outcome = await editMemory(session, id, (path) =>
    screen.suspendWhile(() => openInEditor(path)),
  )
  switch (outcome.kind) {
    case 'unchanged':
      return happened({ kind: 'said', notice: { tone: 'plain', text: 'Nothing was changed.' } })
    case 'failed': {
      const text = `Not changed: ${outcome.why}. Your text is in ${outcome.path}`
      return happened({ kind: 'said', notice: { tone: 'bad', text } })
    }
    case 'updated': {
      const { batch, notes, title } = outcome
      const text = ['Updated; the previous version is kept. ^Z undoes it.', ...notes].join(' ')
      const undoable = batch === null ? null : { batch, what: title }
      return happened({ kind: 'changed', notice: { tone: 'good', text }, undoable })
    }
  }
}

/** C-08. A person's own file; what it says counts once it is approved. */
async function editAnchor(
  screen: Pick<Screen, 'suspendWhile'>,
  happened: Happened,
  path: string,
): Promise<void> {
  await screen.suspendWhile(() => openInEditor(path))
  const text = 'Closed. A PROJECT.md that changed counts once it is approved: ^Y'
  happened({ kind: 'changed', notice: { tone: 'plain', text }, undoable: null })
}

async function forget(
  session: DaemonSession,
  happened: Happened,
  { id, title }: Of<'forget'>,
): Promise<void> {
  const { batch } = await session.do('forget', { id: [id] })
  const notice = {
    tone: 'good',
    text: `Forgotten: ${title.slice(0, 200)}. ^Z brings it back.`,
  } as const
  happened({ kind: 'changed', notice, undoable: batch === null ? null : { batch, what: title } })
}

async function undo(
  session: DaemonSession,
  happened: Happened,
  { undoable }: Of<'undo'>,
): Promise<void> {
  const { batch, what } = undoable
  await session.do('undo', { batch })
  const notice = { tone: 'good', text: `Undone: ${what.slice(0, 200)}` } as const
  happened({ kind: 'undone', batch, notice })
}

async function approve(session: DaemonSession, happened: Happened): Promise<void> {
  const { anchors: found } = await session.do('anchor show', {})
  const waiting = found.find(({ state }) => state === 'unapproved')
  if (!waiting?.hash) {
    const text = 'Nothing waits for approval.'
    return happened({ kind: 'said', notice: { tone: 'plain', text } })
  }
  // Exactly the text that was shown, and no later one.
  const { batch } = await session.do('anchor approve', { hash: waiting.hash, yes: true })
  const notice = { tone: 'good', text: `Approved: ${waiting.path}` } as const
  const undoable = batch === null ? null : { batch, what: `approval of ${waiting.file}` }
  happened({ kind: 'changed', notice, undoable })
}

async function reindex(session: DaemonSession, happened: Happened): Promise<void> {
  happened({ kind: 'said', notice: { tone: 'plain', text: 'Looking for missing vectors …' } })
  try {
    const { embedded, kept } = await session.do('reindex', {})
    const text = `${embedded} memories got new vectors, ${kept} had them.`
    happened({ kind: 'said', notice: { tone: 'good', text } })
  } finally {
    happened({ kind: 'progress', progress: null })
  }
}
