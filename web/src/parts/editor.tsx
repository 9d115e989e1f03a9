/** A memory edited where it stands. Nothing is sent before it is saved; the prior version is kept. */
import { useEffect, useRef, useState } from 'preact/hooks'
import { call, type Memory } from '../api/call.ts'
import { doing } from '../state/toasts.ts'
import { many } from '../text/figures.ts'
import { hiddenCount } from '../text/visible.ts'

interface EditorProps {
  readonly memory: Memory
  readonly onDone: () => void
}

export function Editor({ memory, onDone }: EditorProps) {
  const [title, setTitle] = useState(memory.title)
  const [description, setDescription] = useState(memory.description)
  const [content, setContent] = useState(memory.content)
  const [isBusy, setBusy] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => field.current?.focus(), [])
  const changed = {
    ...(title === memory.title ? {} : { title }),
    ...(description === memory.description ? {} : { description }),
    ...(content === memory.content ? {} : { content }),
  }
  const save = async () => {
    if (Object.keys(changed).length === 0) return onDone()
    setBusy(true)
    const done = await doing(call('update', { id: memory.id, ...changed }), 'Saved')
    setBusy(false)
    if (done) onDone()
  }
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onDone()
    else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void save()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const hidden = hiddenCount(content)
  return (
    <form
      class="editor"
      onKeyDown={onKey}
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <label>
        Title
        <input
          type="text"
          dir="auto"
          value={title}
          onInput={(event) => setTitle(event.currentTarget.value)}
        />
      </label>
      <label>
        In one line
        <input
          type="text"
          dir="auto"
          value={description}
          onInput={(event) => setDescription(event.currentTarget.value)}
        />
      </label>
      <label>
        Text, in markdown
        <textarea
          ref={field}
          dir="auto"
          rows={Math.min(24, Math.max(8, content.split('\n', 30).length + 2))}
          value={content}
          onInput={(event) => setContent(event.currentTarget.value)}
        />
      </label>
      {hidden > 0 && (
        <p class="small warn">Holds {many(hidden, 'character')} that cannot be seen here.</p>
      )}
      <div class="actions">
        <button type="submit" class="primary" disabled={isBusy}>
          {isBusy ? 'Saving…' : 'Save'}
        </button>
        <button type="button" onClick={onDone}>
          Cancel
        </button>
        <span class="small">
          <kbd>Ctrl</kbd> <kbd>Enter</kbd> saves, <kbd>Esc</kbd> leaves
        </span>
      </div>
    </form>
  )
}
