/** Placeholders of a view: loading, empty, and failed. */
import type { ComponentChildren } from 'preact'
import type { Refusal } from '../api/call.ts'
import { Icon, type IconName } from './icons.tsx'

interface EmptyProps {
  readonly icon: IconName
  readonly title: string
  readonly children?: ComponentChildren
}

export function Empty({ icon, title, children }: EmptyProps) {
  return (
    <div class="empty">
      <Icon name={icon} />
      <p class="empty-title">{title}</p>
      {children !== undefined && <div class="empty-more">{children}</div>}
    </div>
  )
}

export function Failed({ refusal }: { readonly refusal: Refusal }) {
  return (
    <div class="empty failed" role="alert">
      <p class="empty-title">{refusal.message}</p>
      {refusal.hint !== null && <p class="empty-more">{refusal.hint}</p>}
    </div>
  )
}

/** Lines in the shape of what will come. */
export function Skeleton({ lines = 3 }: { readonly lines?: number }) {
  return (
    <div class="skeletons" role="status" aria-label="Loading">
      {Array.from({ length: lines }, (_, at) => (
        <div key={at} class="skeleton" />
      ))}
    </div>
  )
}
