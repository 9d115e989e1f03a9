/** J-09, M-08. A memory in the person's own editor: saved only over the version it was made from. */
import type { DaemonSession } from './daemon-session.ts'
import { editableText, editOf } from './edited-text.ts'
import { draftFile, readDraft, removeDraft } from './editor.ts'

type EditOutcome =
  | { readonly kind: 'unchanged' }
  | {
      readonly kind: 'updated'
      readonly title: string
      readonly batch: string | null
      /** M-02. It waits for a person's yes. */
      readonly isProposed: boolean
      readonly notes: readonly string[]
    }
  /** Nothing was saved; what was typed is in the file. */
  | { readonly kind: 'failed'; readonly why: string; readonly path: string }

export async function editMemory(
  session: Pick<DaemonSession, 'do'>,
  id: string,
  open: (path: string) => Promise<void>,
): Promise<EditOutcome> {
  const { memory, version } = await session.do('get', { id })
  const before = editableText(memory)
  const path = draftFile(memory.name, before)
  try {
    await open(path)
  } catch (thrown) {
    if (readDraft(path) !== before) return { kind: 'failed', why: messageOf(thrown), path }
    removeDraft(path)
    throw thrown
  }
  const after = readDraft(path)
  const edit = after === before ? null : editOf(memory, after)
  if (edit?.kind === 'problem') return { kind: 'failed', why: edit.why, path }
  if (!edit || Object.keys(edit.fields).length === 0) {
    removeDraft(path)
    return { kind: 'unchanged' }
  }
  try {
    const changes = { id: memory.id, ...edit.fields, ifVersion: version }
    const { batch, notes, proposed: isProposed } = await session.do('update', changes)
    removeDraft(path)
    return { kind: 'updated', title: memory.title, batch, isProposed, notes }
  } catch (thrown) {
    return { kind: 'failed', why: messageOf(thrown), path }
  }
}

function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown)
}
