/** The page by keys alone. Letters act only where nothing is being typed. */

import { VIEWS } from '../navigation.ts'
import { isHelpOpen } from './help-open.ts'
import { go, hrefOf, route } from './route.ts'
import { undoLast } from './toasts.ts'
import { isTyping } from './typing.ts'

/** How long the second key of a pair may take. */
const PAIR_MS = 1200

/** Gives how to stop. */
export function startKeys(): () => void {
  let wentAt = 0
  const onKey = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
    if (isTyping(event.target)) {
      if (event.key === 'Escape') (event.target as HTMLElement).blur()
      return
    }
    const isSecond = performance.now() - wentAt < PAIR_MS
    wentAt = 0
    const view = isSecond ? VIEWS.find(({ key }) => key === event.key) : undefined
    if (view) go(hrefOf(view.view))
    else if (event.key === 'g') wentAt = performance.now()
    else if (event.key === '/') toSearch()
    else if (event.key === '?') isHelpOpen.value = true
    else if (event.key === 'z') undoLast()
    else if (event.key === 'j' || event.key === 'ArrowDown') return moveBy(1, event)
    else if (event.key === 'k' || event.key === 'ArrowUp') return moveBy(-1, event)
    else return
    event.preventDefault()
  }
  window.addEventListener('keydown', onKey)
  return () => window.removeEventListener('keydown', onKey)
}

function toSearch(): void {
  if (route.value.view !== 'memories') go(hrefOf('memories'))
  // The view may be on its way: it takes the focus itself when it comes.
  document.getElementById('search')?.focus()
}

/** From row to row. Arrows scroll as ever where no row has the focus. */
function moveBy(step: 1 | -1, event: KeyboardEvent): void {
  const rows = [...document.querySelectorAll<HTMLElement>('[data-row]')]
  const at = rows.indexOf(document.activeElement as HTMLElement)
  if (rows.length === 0 || (at < 0 && event.key.startsWith('Arrow'))) return
  const next = at < 0 ? rows.find(isInSight) : rows[at + step]
  if (!next) return
  event.preventDefault()
  next.focus({ preventScroll: true })
  next.scrollIntoView({ block: 'nearest' })
}

function isInSight(element: HTMLElement): boolean {
  const { top, bottom } = element.getBoundingClientRect()
  return bottom > 0 && top < window.innerHeight
}
