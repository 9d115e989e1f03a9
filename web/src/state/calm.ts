/** What is not part of the first view waits until that is there, so that nothing holds it up. */
import { signal } from '@preact/signals'

export const isCalm = signal(false)

/** At the latest then: a part that fails must not keep the others away. */
const AT_LATEST_MS = 1500

export function calmSoon(): void {
  window.setTimeout(() => {
    isCalm.value = true
  }, AT_LATEST_MS)
}
