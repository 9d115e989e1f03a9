/** J-01, J-03. One route for each operation, and a second one for a few. */
import type { AnyOperation } from '../../operations/operation.ts'
import { OPERATIONS } from '../../operations/table.ts'

export interface Route {
  readonly method: string
  /** With parameters as `:id`. */
  readonly path: string
  readonly op: AnyOperation
}

/** J-13. This operation takes its id in the path or without it. */
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
