/** A view that fails says so in its own place, and the rest of the page goes on. */
import type { ComponentChildren } from 'preact'
import { useErrorBoundary } from 'preact/hooks'
import { Empty } from './states.tsx'

export function Boundary({ children }: { readonly children: ComponentChildren }) {
  const [error, again] = useErrorBoundary()
  if (error === undefined) return <>{children}</>
  return (
    <div class="view" role="alert">
      <h1 tabIndex={-1}>This view could not be shown</h1>
      <Empty icon="health" title={error instanceof Error ? error.message : String(error)}>
        <button type="button" onClick={again}>
          Try again
        </button>
      </Empty>
    </div>
  )
}
