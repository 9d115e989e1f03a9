/** The views as they are listed: their word in the address, their name, and the key after `g`. */
import type { IconName } from './parts/icons.tsx'

// biome-ignore format: a table reads best in columns
export const VIEWS: readonly { view: string; name: string; icon: IconName; key: string }[] = [
  { view: '',         name: 'Overview', icon: 'overview', key: 'o' },
  { view: 'memories', name: 'Memories', icon: 'search',   key: 'm' },
  { view: 'graph',    name: 'Graph',    icon: 'graph',    key: 'g' },
  { view: 'timeline', name: 'Timeline', icon: 'timeline', key: 't' },
  { view: 'sessions', name: 'Sessions', icon: 'sessions', key: 's' },
  { view: 'review',   name: 'Review',   icon: 'review',   key: 'r' },
  { view: 'context',  name: 'Context',  icon: 'context',  key: 'c' },
  { view: 'journal',  name: 'Journal',  icon: 'journal',  key: 'j' },
]
