/** J-04. Server-sent events of the daemon; views refetch when one arrives. */
import { signal } from '@preact/signals'
import { pageKey } from './page-key.ts'

export const connection = signal<'connecting' | 'live' | 'away'>('connecting')
/** Grows with what concerns memories; a view that reads it is drawn anew. */
export const changes = signal(0)
/** The same for what takes long to find out: it grows a while after the first of many changes. */
export const slowChanges = signal(0)
/** The last things that happened, latest first. */
export const happenings = signal<readonly Happening[]>([])

export interface Happening {
  readonly id: string
  readonly name: string
  readonly at: string
  readonly data: Readonly<Record<string, unknown>>
}

/** Every name that a view could care about; the stream names each event, so each is listened for. */
const NAMES = [
  'memory_created',
  'memory_updated',
  'memory_deleted',
  'memory_erased',
  'store_changed',
  'store_restored',
  'session_forgotten',
  'transcripts_read',
  'context_served',
  'ai_memory_start',
  'ai_memory_complete',
  'ai_memory_error',
  'ranking_start',
  'ranking_complete',
  'vault_problem',
  'reset',
] as const

const MAX_KEPT = 40
/** Many changes at once are one reason to look again; the first is not kept waiting. */
const GATHER_MS = 150
const GATHER_SLOWLY_MS = 15_000

export function listen(): void {
  const stream = new EventSource(`/api/events?key=${encodeURIComponent(pageKey())}`)
  stream.onopen = () => {
    // Events that happened while disconnected were missed.
    if (connection.value === 'away') tell()
    connection.value = 'live'
  }
  stream.onerror = () => {
    connection.value = 'away'
  }
  for (const name of NAMES) {
    stream.addEventListener(name, (event) => {
      const { at = '', ...data } = JSON.parse(event.data) as Record<string, unknown>
      const happening = { id: event.lastEventId, name, at: String(at), data }
      happenings.value = [happening, ...happenings.value].slice(0, MAX_KEPT)
      tell()
    })
  }
}

let waiting: number | null = null
let waitingSlowly: number | null = null

function tell(): void {
  if (waitingSlowly === null) {
    waitingSlowly = window.setTimeout(() => {
      waitingSlowly = null
      slowChanges.value += 1
    }, GATHER_SLOWLY_MS)
  }
  if (waiting !== null) return
  waiting = window.setTimeout(() => {
    waiting = null
    changes.value += 1
  }, GATHER_MS)
}
