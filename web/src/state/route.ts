/** The route: the part of the address after the #, so that back, forward and bookmarks work. */
import { signal } from '@preact/signals'

export interface Route {
  /** The first word: `memories`, `memory`, … ; empty for the overview. */
  readonly view: string
  /** What follows it, as an id. */
  readonly rest: string
  readonly query: URLSearchParams
}

export const route = signal<Route>(parsedRoute(location.hash))

let hasMoved = false

/** Whether the view changed, so that screen readers announce the new one. */
export function isMoving(): boolean {
  return hasMoved
}

export function startRouting(): void {
  window.addEventListener('hashchange', () => {
    const before = route.value
    route.value = parsedRoute(location.hash)
    if (before.view === route.value.view && before.rest === route.value.rest) return
    // Another view begins at its top; another filter of the same one does not.
    hasMoved = true
    window.scrollTo(0, 0)
  })
}

function parsedRoute(hash: string): Route {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?')
  const [view = '', ...rest] = path.split('/')
  return { view, rest: decoded(rest.join('/')), query: new URLSearchParams(query) }
}

export function hrefOf(
  view: string,
  rest = '',
  query: Readonly<Record<string, string | readonly string[] | undefined>> = {},
): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    for (const each of value === undefined ? [] : [value].flat()) {
      if (each !== '') search.append(name, each)
    }
  }
  const path = rest === '' ? view : `${view}/${encodeURIComponent(rest)}`
  const text = search.toString()
  return text === '' ? `#/${path}` : `#/${path}?${text}`
}

export function go(href: string): void {
  location.hash = href
}

/** Changes the address without a step in the history: for what is typed. */
export function amend(href: string): void {
  history.replaceState(null, '', href)
  route.value = parsedRoute(href)
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text // A lone percent sign is literal.
  }
}
