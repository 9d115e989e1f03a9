/** J-01. The operations that the page calls, by their routes; a test compares them with the table. */
import type { OperationName } from '../../../src/operations/table.ts'

// biome-ignore format: a table reads best in columns
export const ROUTES = {
  status:              ['GET',    '/api/status'],
  stats:               ['GET',    '/api/stats'],
  health:              ['GET',    '/api/health'],
  ledger:              ['GET',    '/api/ledger'],
  doctor:              ['POST',   '/api/doctor'],
  'upkeep run':        ['POST',   '/api/upkeep/run'],
  consolidate:         ['POST',   '/api/upkeep/consolidate'],
  'projects list':     ['GET',    '/api/projects'],
  list:                ['GET',    '/api/memories'],
  tags:                ['GET',    '/api/tags'],
  search:              ['POST',   '/api/memories/search'],
  remember:            ['POST',   '/api/memories'],
  update:              ['PATCH',  '/api/memories/:id'],
  forget:              ['DELETE', '/api/memories/:id'],
  history:             ['POST',   '/api/memories/:id/history'],
  why:                 ['GET',    '/api/memories/:id/why'],
  related:             ['GET',    '/api/memories/:id/related'],
  validate:            ['POST',   '/api/memories/:id/validate'],
  move:                ['POST',   '/api/memories/:id/move'],
  'archive restore':   ['POST',   '/api/archive/:id/restore'],
  link:                ['POST',   '/api/links'],
  undo:                ['POST',   '/api/undo'],
  journal:             ['GET',    '/api/journal'],
  context:             ['POST',   '/api/context'],
  project:             ['GET',    '/api/project'],
  'review list':       ['GET',    '/api/review'],
  'review accept':     ['POST',   '/api/review/:id/accept'],
  'review reject':     ['POST',   '/api/review/reject'],
  gaps:                ['GET',    '/api/gaps'],
  facts:               ['GET',    '/api/facts'],
  'sessions list':     ['GET',    '/api/sessions'],
  'sessions backfill': ['POST',   '/api/sessions/backfill'],
  'sessions show':     ['GET',    '/api/sessions/:id'],
  'sessions memories': ['GET',    '/api/sessions/:id/memories'],
  'session-search':    ['POST',   '/api/sessions/search'],
} as const satisfies Partial<Record<OperationName, readonly [method: string, path: string]>>

export type RouteName = keyof typeof ROUTES
