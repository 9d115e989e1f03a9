/** Small labels: the type of a memory, its tags, its standing. */
import type { ComponentChildren } from 'preact'
import type { Brief } from '../api/call.ts'
import { hrefOf } from '../state/route.ts'
import { familyOf } from '../text/families.ts'
import { plain } from '../text/visible.ts'
import { Icon } from './icons.tsx'
import { Stored } from './stored.tsx'

export function TypeChip({ type }: { readonly type: string }) {
  return (
    <span class={`chip type ${familyOf(type)}`}>
      <span class="dot" />
      <Stored text={type} />
    </span>
  )
}

export function TagLink({ tag }: { readonly tag: string }) {
  return (
    <a class="chip tag" href={hrefOf('memories', '', { tag })}>
      <Stored text={tag} />
    </a>
  )
}

interface RemovableProps {
  readonly label: string
  readonly onRemove: () => void
  readonly children: ComponentChildren
}

export function RemovableChip({ label, onRemove, children }: RemovableProps) {
  return (
    <span class="chip removable">
      {children}
      <button type="button" aria-label={`Remove ${plain(label)}`} onClick={onRemove}>
        <Icon name="close" />
      </button>
    </span>
  )
}

type Flags = Pick<
  Brief,
  'archived' | 'held' | 'sensitivity' | 'state' | 'supersededBy' | 'validated'
>

/** Whatever is not as usual. */
export function Standing({ memory }: { readonly memory: Flags }) {
  const flags = [
    ...(memory.validated ? [['good', 'confirmed']] : []),
    ...(memory.held ? [['warn', 'needs approval']] : []),
    ...(memory.state === 'removed' ? [['bad', 'forgotten']] : []),
    ...(memory.state === 'low' ? [['mute', 'fading']] : []),
    ...(memory.supersededBy === null ? [] : [['mute', 'replaced']]),
    ...(memory.archived ? [['mute', 'archived']] : []),
    ...(memory.sensitivity === 'public' ? [] : [['warn', memory.sensitivity]]),
  ]
  return (
    <>
      {flags.map(([tone, text]) => (
        <span key={text} class={`chip flag ${tone}`}>
          {text}
        </span>
      ))}
    </>
  )
}
