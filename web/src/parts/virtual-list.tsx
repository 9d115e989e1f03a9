/** A list of any length of which only what is in sight is there. It scrolls with the page. */
import {
  measureElement,
  observeWindowOffset,
  observeWindowRect,
  Virtualizer,
  windowScroll,
} from '@tanstack/virtual-core'
import type { ComponentChildren } from 'preact'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'

interface VirtualListProps {
  readonly label: string
  readonly count: number
  readonly estimatePx: number
  readonly item: (index: number) => ComponentChildren
  readonly keyOf?: (index: number) => string | number
  /** Told what is in sight. */
  readonly onSight?: (first: number, last: number) => void
  /** All are exactly as tall as estimated: nothing has to be measured. */
  readonly isFixed?: boolean
  /** Brings this one into sight, once. */
  readonly start?: number | null
}

const OVERSCAN = 3

export function VirtualList(props: VirtualListProps) {
  const { label, count, estimatePx, item, keyOf, onSight, isFixed = false, start = null } = props
  const box = useRef<HTMLUListElement>(null)
  const [, draw] = useState(0)
  const [margin, setMargin] = useState(0)
  const made = useRef<Virtualizer<Window, HTMLElement> | null>(null)
  const options = {
    count,
    getScrollElement: () => window,
    estimateSize: () => estimatePx,
    observeElementRect: observeWindowRect,
    observeElementOffset: observeWindowOffset,
    scrollToFn: windowScroll,
    measureElement,
    overscan: OVERSCAN,
    scrollMargin: margin,
    initialRect: { width: window.innerWidth, height: window.innerHeight },
    onChange: () => draw((drawn) => drawn + 1),
    ...(keyOf ? { getItemKey: keyOf } : {}),
  }
  made.current ??= new Virtualizer<Window, HTMLElement>(options)
  const virtualizer = made.current
  virtualizer.setOptions(options)
  useLayoutEffect(() => virtualizer._didMount(), [virtualizer])
  useLayoutEffect(() => {
    virtualizer._willUpdate()
    const top = box.current ? box.current.getBoundingClientRect().top + window.scrollY : 0
    if (Math.abs(top - margin) > 1) setMargin(top)
  })
  const items = virtualizer.getVirtualItems()
  const first = items[0]?.index ?? 0
  const last = items.at(-1)?.index ?? 0
  useEffect(() => onSight?.(first, last), [first, last, onSight])
  useEffect(() => {
    if (start !== null && start < count) virtualizer.scrollToIndex(start, { align: 'center' })
  }, [start, count, virtualizer])

  return (
    <ul
      ref={box}
      class="virtual"
      aria-label={label}
      style={{ height: `${virtualizer.getTotalSize()}px` }}
    >
      {items.map(({ key, index, start: top }) => (
        <li
          key={key}
          class="virtual-item"
          aria-setsize={count}
          aria-posinset={index + 1}
          data-index={index}
          {...(isFixed ? {} : { ref: virtualizer.measureElement })}
          style={{ transform: `translateY(${top - margin}px)` }}
        >
          {item(index)}
        </li>
      ))}
    </ul>
  )
}
