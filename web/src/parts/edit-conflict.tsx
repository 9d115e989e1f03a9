/** M-08. The memory as it is now, beside what was typed: nothing is saved before a person has chosen. */
import type { Refusal } from '../api/call.ts'
import { Stored } from './stored.tsx'

export interface Present {
  readonly version: string
  readonly fields: {
    readonly title: string
    readonly description: string
    readonly content: string
  }
}

/** What the daemon found instead of the version that was edited; null for any other refusal. */
export function presentIn({ code, details }: Refusal): Present | null {
  if (code !== 'conflict' || details === null || typeof details.version !== 'string') return null
  const current = details.current as Partial<Present['fields']> | undefined
  const { title = '', description = '', content = '' } = current ?? {}
  return { version: details.version, fields: { title, description, content } }
}

interface ConflictProps {
  readonly present: Present
  readonly onKeepMine: () => void
  readonly onTakeTheirs: () => void
}

export function Conflict({ present, onKeepMine, onTakeTheirs }: ConflictProps) {
  return (
    <section class="conflict" role="alert" aria-label="Changed in the meantime">
      <p class="warn">This memory was changed while you edited it. Your text is below, unsaved.</p>
      <h3>As it is now</h3>
      <p>
        <Stored text={present.fields.title} />
      </p>
      <pre>
        <Stored text={present.fields.content} />
      </pre>
      <div class="actions">
        <button type="button" onClick={onKeepMine}>
          Save mine over it
        </button>
        <button type="button" onClick={onTakeTheirs}>
          Edit the present text instead
        </button>
      </div>
    </section>
  )
}
