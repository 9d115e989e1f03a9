/** G-11. What was asked for in vain, answered by whoever knows it. */
import { useState } from 'preact/hooks'
import { call } from '../api/call.ts'
import { doing } from '../state/toasts.ts'

export function GapForm({ id, question }: { readonly id: string; readonly question: string }) {
  const [content, setContent] = useState('')
  const keep = async () => {
    if (content.trim() === '') return
    const kept = call('remember', { content })
    if (await doing(kept, 'Kept: it is known from now on')) setContent('')
  }
  return (
    <form
      key={id}
      class="editor"
      onSubmit={(event) => {
        event.preventDefault()
        void keep()
      }}
    >
      <label>
        The answer
        <textarea
          id="gap-answer"
          rows={3}
          dir="auto"
          value={content}
          placeholder={question.length > 0 ? 'What should have been known' : ''}
          onInput={(event) => setContent(event.currentTarget.value)}
        />
      </label>
      <button type="submit">Keep it</button>
    </form>
  )
}
