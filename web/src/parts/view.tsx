/** The frame that every view shares: its heading, what can be done there, and its body. */
import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { isMoving } from '../state/route.ts'
import { plain } from '../text/visible.ts'

interface ViewProps {
  readonly title: string
  /** In place of the title, where it is more than words. */
  readonly heading?: ComponentChildren
  readonly lead?: ComponentChildren
  readonly actions?: ComponentChildren
  readonly wide?: boolean
  readonly children: ComponentChildren
}

/** A screen reader announces the heading of a view first; a field that the view focuses itself comes after that. */
function useAnnounced() {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (isMoving() && !document.querySelector('main :focus')) {
      heading.current?.focus({ preventScroll: true })
    }
  }, [])
  return heading
}

export function View({ title, heading, lead, actions, wide = false, children }: ViewProps) {
  const announced = useAnnounced()
  useEffect(() => {
    document.title = `${plain(title).slice(0, 80)} · Mneme`
  }, [title])
  return (
    <div class={wide ? 'view wide' : 'view'}>
      <header class="view-header">
        <div>
          <h1 ref={announced} tabIndex={-1}>
            {heading ?? title}
          </h1>
          {lead !== undefined && <p class="lead">{lead}</p>}
        </div>
        {actions !== undefined && <div class="actions">{actions}</div>}
      </header>
      {children}
    </div>
  )
}

interface CardProps {
  readonly title: string
  readonly aside?: ComponentChildren
  readonly class?: string
  readonly children: ComponentChildren
}

export function Card({ title, aside, class: more = '', children }: CardProps) {
  return (
    <section class={`card ${more}`} aria-label={title}>
      <header class="card-header">
        <h2>{title}</h2>
        {aside}
      </header>
      {children}
    </section>
  )
}
