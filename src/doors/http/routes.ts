/** J-01, J-03. Every operation as a route, and the few that have a second one. */
import type { AnyOperation } from '../../operations/operation.ts'
import { OPERATIONS } from '../../operations/table.ts'

export interface Route {
  readonly method: string
  /** With parameters as `:id`. */
  readonly path: string
  readonly op: AnyOperation
}

/** J-13. What one operation does with an id in the path it also does without. */
const SECOND_ROUTES: Readonly<Record<string, { method: string; path: string }>> = {
  forget: { method: 'DELETE', path: '/api/memories' },
  project: { method: 'GET', path: '/api/project' },
}

/** Paths without parameters come first, so that `/api/projects/merge` is never taken for an id. */
export async function loadRoutes(): Promise<readonly Route[]> {
  const operations = await Promise.all(
    Object.values(OPERATIONS).map((load) => (load as () => Promise<AnyOperation>)()),
  )
  const routes = operations.flatMap((op): Route[] => {
    const second = SECOND_ROUTES[op.name]
    return [{ ...op.http, op }, ...(second ? [{ ...second, op }] : [])]
  })
  const variable = (route: Route) => Number(route.path.includes(':'))
  return routes.sort((a, b) => variable(a) - variable(b))
}
