/** The project that is looked at: its id or folder, or null for what holds everywhere. */
import { effect, signal } from '@preact/signals'

const KEPT = 'mneme.place'

export const place = signal<string | null>(kept())

export function startKeepingPlace(): void {
  effect(() => {
    if (place.value === null) localStorage.removeItem(KEPT)
    else localStorage.setItem(KEPT, place.value)
  })
}

function kept(): string | null {
  return typeof localStorage === 'undefined' ? null : localStorage.getItem(KEPT)
}
