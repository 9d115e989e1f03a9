/** A memory in a list: enough to recognise it by, and the way to it. */
import type { ComponentChildren } from 'preact'
import type { Brief } from '../api/call.ts'
import { hrefOf } from '../state/route.ts'
import { ago } from '../text/figures.ts'
import { Standing, TypeChip } from './chips.tsx'
import { Stored } from './stored.tsx'

interface MemoryRowProps {
  readonly memory: Brief
  readonly wanted?: RegExp | null
  /** In place of the one-line description. */
  readonly snippet?: string
  /** One line each, in a list whose rows are all alike. */
  readonly isFixed?: boolean
  readonly children?: ComponentChildren
}

export function MemoryRow(props: MemoryRowProps) {
  const { memory, wanted = null, snippet, isFixed = false, children } = props
  const about = snippet ?? memory.description
  return (
    <div class={isFixed ? 'row fixed' : 'row'}>
      <a class="row-link" data-row href={hrefOf('memory', memory.id)}>
        <span class="row-title">
          <Stored text={memory.title || memory.name} wanted={wanted} />
        </span>
        {saysMore(about, memory.title) && (
          <span class="row-about">
            <Stored text={about} wanted={wanted} />
          </span>
        )}
      </a>
      <div class="row-meta">
        <TypeChip type={memory.type} />
        <Standing memory={memory} />
        {memory.tags.slice(0, MAX_TAGS).map((tag) => (
          <span key={tag} class="tag-word">
            #<Stored text={tag} />
          </span>
        ))}
        <time dateTime={memory.createdAt}>{ago(memory.createdAt)}</time>
      </div>
      {children}
    </div>
  )
}

const MAX_TAGS = 4

/** A description that only repeats the title is no second line. */
function saysMore(about: string, title: string): boolean {
  const bare = (text: string) => text.replace(/[\s.…]+$/u, '')
  return about !== '' && bare(about) !== bare(title)
}
