/** H-06. Who may see a memory. Closed unless a rule opens it. */
import type { Memory } from '../memory/memory.ts'
import type { Situation } from './situation.ts'

type Gate = { readonly open: true } | { readonly open: false; readonly reason: string }

/** Public is served, private and secret when asked for by name, anything else never. */
export function sensitivityGate(
  requested: Situation['requested'],
  sensitivity: Memory['sensitivity'],
): Gate {
  if (sensitivity === 'public') return { open: true }
  if (sensitivity === 'private' || sensitivity === 'secret') {
    return requested.includes(sensitivity)
      ? { open: true }
      : { open: false, reason: `${sensitivity}: served only when asked for explicitly` }
  }
  return { open: false, reason: 'sensitivity could not be classified, so it is never served' }
}
