/** Every view by its word in the address. All but the first load when they are first looked at. */
import type { ComponentType } from 'preact'
import { lazy } from './parts/lazy.tsx'
import { Overview } from './views/overview.tsx'

interface Shown {
  readonly Part: ComponentType
  /** Its entry in the list of views. */
  readonly nav: string
}

const PARTS: Readonly<Record<string, Shown>> = {
  '': { nav: '', Part: Overview },
  memories: {
    nav: 'memories',
    Part: lazy(async () => (await import('./views/memories.tsx')).Memories),
  },
  memory: {
    nav: 'memories',
    Part: lazy(async () => (await import('./views/memory.tsx')).MemoryView),
  },
  graph: { nav: 'graph', Part: lazy(async () => (await import('./views/graph.tsx')).GraphView) },
  timeline: {
    nav: 'timeline',
    Part: lazy(async () => (await import('./views/timeline.tsx')).Timeline),
  },
  sessions: {
    nav: 'sessions',
    Part: lazy(async () => (await import('./views/sessions.tsx')).Sessions),
  },
  session: {
    nav: 'sessions',
    Part: lazy(async () => (await import('./views/session.tsx')).SessionView),
  },
  review: { nav: 'review', Part: lazy(async () => (await import('./views/review.tsx')).Review) },
  context: {
    nav: 'context',
    Part: lazy(async () => (await import('./views/context.tsx')).ContextView),
  },
  journal: {
    nav: 'journal',
    Part: lazy(async () => (await import('./views/journal.tsx')).Journal),
  },
}

/** An unknown address leads to the overview. */
export function viewOf(view: string): Shown {
  return (Object.hasOwn(PARTS, view) ? PARTS[view] : undefined) ?? { nav: '', Part: Overview }
}
