/** What was just done, said in a corner, with the way back. */
import { signal } from '@preact/signals'
import { call, Refusal } from '../api/call.ts'

export interface Toast {
  readonly id: number
  readonly text: string
  readonly tone: 'done' | 'failed'
  /** Undoes what was done. */
  readonly batch: string | null
}

export const toasts = signal<readonly Toast[]>([])

const SHOWN_MS = 10_000
const MAX_SHOWN = 3
let count = 0

export function say(text: string, batch: string | null = null, tone: Toast['tone'] = 'done'): void {
  count += 1
  const id = count
  toasts.value = [...toasts.value, { id, text, tone, batch }].slice(-MAX_SHOWN)
  window.setTimeout(() => dismiss(id), SHOWN_MS)
}

export function dismiss(id: number): void {
  toasts.value = toasts.value.filter((toast) => toast.id !== id)
}

export function complain(thrown: unknown): void {
  const text =
    thrown instanceof Refusal
      ? [thrown.message, thrown.hint].filter(Boolean).join('. ')
      : `Failed: ${thrown}`
  say(text, null, 'failed')
}

/** Does it, says so, and offers the way back. Gives null where it was refused. */
export async function doing<Result extends { readonly batch: string | null }>(
  work: Promise<Result>,
  text: string | ((result: Result) => string),
): Promise<Result | null> {
  try {
    const result = await work
    const said = typeof text === 'string' ? text : text(result)
    say(result.batch === null ? 'Nothing changed' : said, result.batch)
    return result
  } catch (thrown) {
    complain(thrown)
    return null
  }
}

export async function undo(batch: string): Promise<void> {
  toasts.value = toasts.value.filter((toast) => toast.batch !== batch)
  try {
    const { batch: redo, undone } = await call('undo', { batch })
    say(`Undone: ${undone.cause}`, redo)
  } catch (thrown) {
    complain(thrown)
  }
}

/** The latest of what can be undone from here. */
export function undoLast(): void {
  const last = toasts.value.findLast(({ batch }) => batch !== null)
  if (last?.batch) void undo(last.batch)
}
