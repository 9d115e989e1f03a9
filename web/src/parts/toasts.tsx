import { dismiss, toasts, undo } from '../state/toasts.ts'
import { Icon } from './icons.tsx'
import { Stored } from './stored.tsx'

export function Toasts() {
  return (
    <div class="toasts" role="status" aria-live="polite">
      {toasts.value.map(({ id, text, tone, batch }) => (
        <div key={id} class={`toast ${tone}`}>
          <span class="toast-text">
            <Stored text={text} />
          </span>
          {batch !== null && (
            <button type="button" class="toast-undo" onClick={() => void undo(batch)}>
              Undo
            </button>
          )}
          <button
            type="button"
            class="toast-close"
            aria-label="Dismiss"
            onClick={() => dismiss(id)}
          >
            <Icon name="close" />
          </button>
        </div>
      ))}
    </div>
  )
}
