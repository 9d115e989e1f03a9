/** What else is known of a memory; its type, tags and sensitivity can be changed where they stand. */
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { call, type Memory } from '../api/call.ts'
import { useAsked } from '../api/use-asked.ts'
import { hrefOf } from '../state/route.ts'
import { doing } from '../state/toasts.ts'
import { ago, counted, moment, percent } from '../text/figures.ts'
import { hiddenCount, plain } from '../text/visible.ts'
import { RemovableChip } from './chips.tsx'
import { Icon } from './icons.tsx'
import { Stored } from './stored.tsx'

// biome-ignore format: a table reads best in columns
const TYPES = [
  'policy', 'correction', 'negative', 'feedback', 'architecture', 'pitfall', 'workflow', 'procedure',
  'decision', 'preference', 'user', 'discovery', 'skill', 'context', 'task', 'fact', 'project',
  'reference', 'bugfix', 'feature', 'episode', 'refactor', 'change',
]
const SENSITIVITIES = ['public', 'private', 'secret', 'unknown'] as const

export function MemoryFacts({ memory }: { readonly memory: Memory }) {
  return (
    <aside class="card facts" aria-label="Details">
      <TypeField memory={memory} />
      <TagsField memory={memory} />
      <SensitivityField memory={memory} />
      <dl>
        <Fact name="scope">{memory.scope}</Fact>
        <Fact name="state">{memory.state}</Fact>
        <Fact name="importance">{percent(memory.importance)}</Fact>
        <Fact name="vitality">{percent(memory.vitality)}</Fact>
        <Fact name="confidence">{percent(memory.confidence)}</Fact>
        <Fact name="trust">{percent(memory.trust)}</Fact>
        <Fact name="used">
          {counted(memory.accessCount)} times
          {memory.lastAccessedAt === null ? '' : `, ${ago(memory.lastAccessedAt)}`}
        </Fact>
        <Fact name="recalled">{counted(memory.injectedCount)} times</Fact>
        <Fact name="learned">
          <time dateTime={memory.createdAt}>{moment(memory.createdAt)}</time>
        </Fact>
        <Fact name="changed">
          <time dateTime={memory.updatedAt}>{moment(memory.updatedAt)}</time>
        </Fact>
        {memory.expiresAt !== null && <Fact name="expires">{moment(memory.expiresAt)}</Fact>}
        {memory.scale !== null && <Fact name="time scale">{memory.scale}</Fact>}
        {memory.supersededBy !== null && (
          <Fact name="replaced by">
            <a href={hrefOf('memory', memory.supersededBy)}>the newer one</a>
          </Fact>
        )}
        {[...memory.filesRead, ...memory.filesModified].length > 0 && (
          <Fact name="files">
            {[...new Set([...memory.filesRead, ...memory.filesModified])].map((file) => (
              <code key={file}>
                <Stored text={file} />
              </code>
            ))}
          </Fact>
        )}
      </dl>
      <a class="more" href={hrefOf('journal', '', { id: memory.id })}>
        Changes in the journal
      </a>
    </aside>
  )
}

function Fact({ name, children }: { readonly name: string; readonly children: ComponentChildren }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function TypeField({ memory }: { readonly memory: Memory }) {
  const known = TYPES.includes(memory.type) ? TYPES : [memory.type, ...TYPES]
  return (
    <label class="field">
      Type
      <select
        value={memory.type}
        onChange={(event) => {
          const type = event.currentTarget.value
          void doing(call('update', { id: memory.id, type }), `Now a ${type}`)
        }}
      >
        {known.map((type) => (
          <option key={type} value={type}>
            {plain(type)}
          </option>
        ))}
      </select>
    </label>
  )
}

function SensitivityField({ memory }: { readonly memory: Memory }) {
  return (
    <label class="field">
      Sensitivity
      <select
        value={memory.sensitivity}
        onChange={(event) => {
          const sensitivity = SENSITIVITIES.find((each) => each === event.currentTarget.value)
          if (!sensitivity) return
          void doing(call('update', { id: memory.id, sensitivity }), `Now ${sensitivity}`)
        }}
      >
        {SENSITIVITIES.map((each) => (
          <option key={each}>{each}</option>
        ))}
      </select>
    </label>
  )
}

function TagsField({ memory }: { readonly memory: Memory }) {
  const [typed, setTyped] = useState('')
  const { answer } = useAsked('tags', { limit: 100 }, { live: 'never' })
  const change = (tags: readonly string[], said: string) =>
    doing(call('update', { id: memory.id, tags: [...tags] }), said)
  const add = async () => {
    const tag = typed.trim()
    if (tag === '') return
    if (await change([...memory.tags, tag], `Tagged ${tag}`)) setTyped('')
  }
  return (
    <div class="field">
      <span id="tags-label">Tags</span>
      <div class="tag-list">
        {memory.tags.map((tag) => (
          <RemovableChip
            key={tag}
            label={`tag ${tag}`}
            onRemove={() =>
              void change(
                memory.tags.filter((each) => each !== tag),
                `Removed tag ${tag}`,
              )
            }
          >
            <a href={hrefOf('memories', '', { tag })}>
              <Stored text={tag} />
            </a>
          </RemovableChip>
        ))}
        <form
          class="tag-form"
          onSubmit={(event) => {
            event.preventDefault()
            void add()
          }}
        >
          <input
            type="text"
            aria-label="Add a tag"
            placeholder="add a tag"
            list="known-tags"
            value={typed}
            onInput={(event) => setTyped(event.currentTarget.value)}
          />
          <datalist id="known-tags">
            {answer?.tags
              .filter(({ tag }) => hiddenCount(tag) === 0)
              .map(({ tag }) => (
                <option key={tag} value={tag} />
              ))}
          </datalist>
          <button type="submit" class="icon-button" aria-label="Add">
            <Icon name="plus" />
          </button>
        </form>
      </div>
    </div>
  )
}
