/**
 * The numbers of the last visit, shown until they are counted anew: in a large store that takes a
 * moment after each change.
 */
import type { Output } from '../api/call.ts'
import { place } from './place.ts'

type Stats = Output<'stats'>

/** Of this shape; another one has another name. */
const KEPT = 'mneme.numbers.1'

export function lastNumbers(): Stats | null {
  try {
    const kept = JSON.parse(localStorage.getItem(keyNow()) ?? 'null') as Stats | null
    const isWhole = typeof kept?.memories === 'number' && Array.isArray(kept.perDay)
    return isWhole && kept ? kept : null
  } catch {
    return null // Not ours, or cut off: they are counted in a moment.
  }
}

export function keepNumbers(stats: Stats): void {
  try {
    localStorage.setItem(keyNow(), JSON.stringify(stats))
  } catch {
    // A browser that keeps nothing shows nothing sooner.
  }
}

function keyNow(): string {
  return `${KEPT} ${place.value ?? ''}`
}
