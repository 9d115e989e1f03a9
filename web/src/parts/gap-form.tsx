/** G-11. A form to answer a question that memory could not. */
import { useState } from 'preact/hooks'
import { call } from '../api/call.ts'
import { doing } from '../state/toasts.ts'

export function GapForm({ id, question }: { readonly id: string; readonly question: string }) {
  const [content, setContent] = useState('')
  const keep = async () => {
    if (content.trim() === '') return
    const kept = call('remember', { content })
    if (await doing(kept, 'Saved')) setContent('')
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
          placeholder={question.length > 0 ? 'The answer' : ''}
          onInput={(event) => setContent(event.currentTarget.value)}
        />
      </label>
      <button type="submit">Keep it</button>
    </form>
  )
}
