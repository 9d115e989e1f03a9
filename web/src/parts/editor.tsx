/**
 * M-08. A memory edited in place. What is typed is kept as a draft until it is saved or thrown
 * away on purpose; when the memory was changed meanwhile, both texts are shown before anything is lost.
 */
import { useEffect, useRef, useState } from 'preact/hooks'
import { call, type Memory, Refusal } from '../api/call.ts'
import { type Draft, dropDraft, keepDraft, readDraft } from '../state/drafts.ts'
import { complain, say } from '../state/toasts.ts'
import { many } from '../text/figures.ts'
import { hiddenCount } from '../text/visible.ts'
import { Conflict, type Present, presentIn } from './edit-conflict.tsx'

interface EditorProps {
  readonly memory: Memory
  /** The version the memory has now. */
  readonly version: string
  readonly onDone: () => void
}

type Fields = Omit<Draft, 'version'>

export function Editor({ memory, version, onDone }: EditorProps) {
  const kept = useRef(readDraft(memory.id))
  // What the edit began from, which may be older than what is shown around it.
  const [base, setBase] = useState({ version: kept.current?.version ?? version, memory })
  const [fields, setFields] = useState<Fields>(kept.current ?? fieldsOf(memory))
  const [present, setPresent] = useState<Present | null>(null)
  const [isAsking, setAsking] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => field.current?.focus(), [])
  const changed = changesFrom(fieldsOf(base.memory), fields)
  const isChanged = Object.keys(changed).length > 0

  const edit = (change: Partial<Fields>) => {
    const next = { ...fields, ...change }
    setFields(next)
    setAsking(false)
    keepDraft(memory.id, { ...next, version: base.version })
  }
  const leave = () => {
    dropDraft(memory.id)
    onDone()
  }
  const save = async (over = base) => {
    if (!isChanged) return leave()
    setBusy(true)
    try {
      const wanted = { id: memory.id, ...changed, ifVersion: over.version }
      const { batch } = await call('update', wanted)
      say('Saved', batch)
      leave()
    } catch (thrown) {
      const now = thrown instanceof Refusal ? presentIn(thrown) : null
      if (now) setPresent(now)
      else complain(thrown)
    } finally {
      setBusy(false)
    }
  }
  const cancel = () => (isChanged && !isAsking ? setAsking(true) : leave())
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape') cancel()
    else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void save()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const hidden = hiddenCount(fields.content)
  return (
    <form
      class="editor"
      onKeyDown={onKey}
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      {kept.current !== null && <p class="small">Your unsaved text was restored.</p>}
      {present !== null && (
        <Conflict
          present={present}
          onKeepMine={() => {
            setPresent(null)
            void save({ version: present.version, memory })
          }}
          onTakeTheirs={() => {
            setBase({ version: present.version, memory: { ...memory, ...present.fields } })
            setFields(present.fields)
            dropDraft(memory.id)
            setPresent(null)
          }}
        />
      )}
      <label>
        Title
        <input
          type="text"
          dir="auto"
          value={fields.title}
          onInput={(event) => edit({ title: event.currentTarget.value })}
        />
      </label>
      <label>
        In one line
        <input
          type="text"
          dir="auto"
          value={fields.description}
          onInput={(event) => edit({ description: event.currentTarget.value })}
        />
      </label>
      <label>
        Text, in markdown
        <textarea
          ref={field}
          dir="auto"
          rows={Math.min(24, Math.max(8, fields.content.split('\n', 30).length + 2))}
          value={fields.content}
          onInput={(event) => edit({ content: event.currentTarget.value })}
        />
      </label>
      {hidden > 0 && (
        <p class="small warn">Holds {many(hidden, 'character')} that cannot be seen here.</p>
      )}
      {isAsking ? (
        <div class="actions" role="alert">
          <span>Discard what you typed?</span>
          <button type="button" class="danger" onClick={leave}>
            Discard
          </button>
          <button type="button" onClick={() => setAsking(false)}>
            Keep editing
          </button>
        </div>
      ) : (
        <div class="actions">
          <button type="submit" class="primary" disabled={isBusy}>
            {isBusy ? 'Saving…' : 'Save'}
          </button>
          <button type="button" onClick={cancel}>
            Cancel
          </button>
          <span class="small">
            <kbd>Ctrl</kbd> <kbd>Enter</kbd> saves, <kbd>Esc</kbd> leaves
          </span>
        </div>
      )}
    </form>
  )
}

function fieldsOf({ title, description, content }: Memory): Fields {
  return { title, description, content }
}

function changesFrom(before: Fields, after: Fields): Partial<Fields> {
  const changed = Object.entries(after).filter(
    ([name, value]) => name !== 'version' && before[name as keyof Fields] !== value,
  )
  return Object.fromEntries(changed)
}
