/** One memory: view, edit in place, change its state; its origin, versions and related memories. */
import { useEffect, useState } from 'preact/hooks'
import { call, type Memory } from '../api/call.ts'
import { useAsked } from '../api/use-asked.ts'
import { Standing, TypeChip } from '../parts/chips.tsx'
import { Editor } from '../parts/editor.tsx'
import { History } from '../parts/history.tsx'
import { Icon } from '../parts/icons.tsx'
import { Markdown } from '../parts/markdown.tsx'
import { MemoryFacts } from '../parts/memory-facts.tsx'
import { Neighbours } from '../parts/neighbours.tsx'
import { Provenance } from '../parts/provenance.tsx'
import { Failed, Skeleton } from '../parts/states.tsx'
import { Stored } from '../parts/stored.tsx'
import { Card, View } from '../parts/view.tsx'
import { route } from '../state/route.ts'
import { doing } from '../state/toasts.ts'
import { isTyping } from '../state/typing.ts'

const TABS = ['Provenance', 'History', 'Neighbours'] as const
type Tab = (typeof TABS)[number]

export function MemoryView() {
  const id = route.value.rest
  const { answer, refusal } = useAsked('history', { id })
  const [isEditing, setEditing] = useState(false)
  const [tab, setTab] = useState<Tab>('Provenance')
  const memory = answer?.memory ?? null
  useMemoryKeys(memory, () => setEditing(true))
  if (refusal) {
    return (
      <View title="Memory">
        <Failed refusal={refusal} />
      </View>
    )
  }
  if (!answer || !memory) {
    return (
      <View title="Memory">
        <Skeleton lines={6} />
      </View>
    )
  }
  const title = memory.title || memory.name
  return (
    <View
      title={title}
      heading={<Stored text={title} />}
      lead={
        <span class="row-meta">
          <TypeChip type={memory.type} />
          <Standing memory={memory} />
          <span class="name-word">
            <Stored text={memory.name} />
          </span>
        </span>
      }
      actions={<Actions memory={memory} isEditing={isEditing} onEdit={() => setEditing(true)} />}
    >
      <div class="columns memory-columns">
        <div class="stack">
          <Card title="What is remembered" class="bare-title">
            {isEditing ? (
              <Editor memory={memory} version={answer.version} onDone={() => setEditing(false)} />
            ) : (
              <>
                {memory.subtitle !== '' && (
                  <p class="subtitle">
                    <Stored text={memory.subtitle} />
                  </p>
                )}
                <Markdown text={memory.content} />
                <ProcedurePart memory={memory} />
              </>
            )}
          </Card>
          <div class="card">
            <Tabs chosen={tab} onChoose={setTab} versions={answer.versions.length} />
            <div class="tab-body" role="tabpanel" aria-label={tab}>
              {tab === 'Provenance' && <Provenance id={memory.id} />}
              {tab === 'History' && <History memory={memory} versions={answer.versions} />}
              {tab === 'Neighbours' && <Neighbours id={memory.id} />}
            </div>
          </div>
        </div>
        <MemoryFacts memory={memory} />
      </div>
    </View>
  )
}

interface TabsProps {
  readonly chosen: Tab
  readonly onChoose: (tab: Tab) => void
  readonly versions: number
}

function Tabs({ chosen, onChoose, versions }: TabsProps) {
  const step = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    const next = TABS[(TABS.indexOf(chosen) + by + TABS.length) % TABS.length]
    if (by === 0 || next === undefined) return
    event.preventDefault()
    onChoose(next)
    const list = (event.currentTarget as HTMLElement).children
    ;(list[TABS.indexOf(next)] as HTMLElement | undefined)?.focus()
  }
  return (
    <div class="tabs" role="tablist" aria-label="About this memory" data-keys onKeyDown={step}>
      {TABS.map((tab) => (
        <button
          key={tab}
          type="button"
          role="tab"
          aria-selected={tab === chosen}
          tabIndex={tab === chosen ? 0 : -1}
          onClick={() => onChoose(tab)}
        >
          {tab}
          {tab === 'History' && versions > 0 && <span class="count">{versions}</span>}
        </button>
      ))}
    </div>
  )
}

function ProcedurePart({ memory: { procedure } }: { readonly memory: Memory }) {
  if (!procedure) return null
  return (
    <div class="procedure">
      <p>
        <b>When</b> <Stored text={procedure.trigger} />
      </p>
      <ol>
        {procedure.steps.map((step) => (
          <li key={step}>
            <Stored text={step} />
          </li>
        ))}
      </ol>
      <p class="small">
        worked {procedure.successes} times, failed {procedure.failures}
      </p>
    </div>
  )
}

const forget = (memory: Memory) =>
  doing(call('forget', { id: [memory.id] }), `Forgot “${memory.title || memory.name}”`)

const validate = ({ id, validated }: Memory) =>
  doing(
    call('validate', { id, off: validated }),
    validated ? 'Confirmation withdrawn' : 'Confirmed: it will not be demoted automatically',
  )

const promote = ({ id, state }: Memory) =>
  doing(
    call('update', { id, state: state === 'high' ? 'new' : 'high' }),
    state === 'high' ? 'No longer promoted' : 'Promoted',
  )

const move = ({ id, scope }: Memory) =>
  doing(
    call('move', { id, scope: scope === 'global' ? 'project' : 'global' }),
    scope === 'global' ? 'Used in this project only' : 'Used in all projects',
  )

const archive = ({ id, archived }: Memory) =>
  doing(
    call('update', { id, archived: !archived }),
    archived ? 'Unarchived' : 'Archived: searchable, but never injected',
  )

const bringBack = ({ id }: Memory) => doing(call('archive restore', { id }), 'Restored')

interface ActionsProps {
  readonly memory: Memory
  readonly isEditing: boolean
  readonly onEdit: () => void
}

function Actions({ memory, isEditing, onEdit }: ActionsProps) {
  if (memory.state === 'removed') {
    return (
      <button type="button" class="primary" onClick={() => void bringBack(memory)}>
        <Icon name="undo" /> Bring back
      </button>
    )
  }
  return (
    <>
      <button type="button" onClick={onEdit} disabled={isEditing} title="e">
        <Icon name="pencil" /> Edit
      </button>
      <button
        type="button"
        aria-pressed={memory.validated}
        onClick={() => void validate(memory)}
        title="v"
      >
        <Icon name="check" /> {memory.validated ? 'Confirmed' : 'Confirm'}
      </button>
      <button
        type="button"
        aria-pressed={memory.state === 'high'}
        onClick={() => void promote(memory)}
        title="p"
      >
        <Icon name="up" /> {memory.state === 'high' ? 'Promoted' : 'Promote'}
      </button>
      <button
        type="button"
        aria-pressed={memory.scope === 'global'}
        onClick={() => void move(memory)}
        title="s"
      >
        <Icon name="arrow" /> {memory.scope === 'global' ? 'All projects' : 'This project'}
      </button>
      <button type="button" aria-pressed={memory.archived} onClick={() => void archive(memory)}>
        <Icon name="archive" /> {memory.archived ? 'Archived' : 'Archive'}
      </button>
      <button type="button" class="danger" onClick={() => void forget(memory)} title="x">
        <Icon name="trash" /> Forget
      </button>
    </>
  )
}

function useMemoryKeys(memory: Memory | null, edit: () => void): void {
  useEffect(() => {
    if (!memory) return
    const acts: Readonly<Record<string, () => unknown>> = {
      e: edit,
      v: () => validate(memory),
      p: () => promote(memory),
      s: () => (memory.state === 'removed' ? null : move(memory)),
      x: () => (memory.state === 'removed' ? null : forget(memory)),
    }
    const onKey = (event: KeyboardEvent) => {
      if (isTyping(event.target) || event.ctrlKey || event.metaKey || event.altKey) return
      const act = Object.hasOwn(acts, event.key) ? acts[event.key] : undefined
      if (!act) return
      event.preventDefault()
      act()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [memory, edit])
}
