/** B-07. Every change, newest first: who, why, what it was and what it became, and the way back. */

import { useEffect, useState } from 'preact/hooks'
import { CHANGE_WORDS, changedFields } from '../../../src/memory/changed-fields.ts'
import { call, type Output, Refusal } from '../api/call.ts'
import { changes } from '../api/live.ts'
import { RemovableChip } from '../parts/chips.tsx'
import { Icon } from '../parts/icons.tsx'
import { Empty, Failed, Skeleton } from '../parts/states.tsx'
import { Stored } from '../parts/stored.tsx'
import { View } from '../parts/view.tsx'
import { VirtualList } from '../parts/virtual-list.tsx'
import { place } from '../state/place.ts'
import { amend, hrefOf, route } from '../state/route.ts'
import { undo } from '../state/toasts.ts'
import { ago, many, moment } from '../text/figures.ts'

type Entry = Output<'journal'>['entries'][number]

const PAGE = 200
const ROW_PX = 64
const FIELDS = ['actor', 'cause', 'since'] as const
const HINTS = { actor: 'cli, page, mcp:…', cause: 'remember, update …', since: '7d' } as const

export function Journal() {
  const { query } = route.value
  const filter = {
    ...pick(query, 'id'),
    ...pick(query, 'actor'),
    ...pick(query, 'cause'),
    ...pick(query, 'since'),
  }
  const { batches, refusal, isWhole, more } = useJournal(filter)
  const change = (name: string, value: string) =>
    amend(hrefOf('journal', '', { ...filter, [name]: value }))
  return (
    <View
      title="Journal"
      lead="Every change, who made it and why. Each can be undone, and so can an undo."
    >
      <div class="filters">
        {filter.id !== undefined && (
          <RemovableChip label="memory" onRemove={() => change('id', '')}>
            <span class="chip-name">memory</span>{' '}
            <a href={hrefOf('memory', filter.id)}>
              <Stored text={filter.id} />
            </a>
          </RemovableChip>
        )}
        {FIELDS.map((name) => (
          <label key={name} class="select-chip">
            <span>{name}</span>
            <input
              type="text"
              placeholder={HINTS[name]}
              value={filter[name] ?? ''}
              onChange={(event) => change(name, event.currentTarget.value.trim())}
            />
          </label>
        ))}
      </div>
      {refusal && <Failed refusal={refusal} />}
      {!batches && !refusal && <Skeleton lines={8} />}
      {batches?.length === 0 && <Empty icon="journal" title="No matching changes" />}
      {batches && batches.length > 0 && (
        <>
          <p class="result-line" role="status">
            {many(batches.length, 'change')}
            {isWhole ? '' : ' so far'}
          </p>
          <VirtualList
            label="Changes"
            count={batches.length}
            estimatePx={ROW_PX}
            keyOf={(index) => batches[index]?.id ?? index}
            onSight={(_, last) => {
              if (!isWhole && last >= batches.length - 10) more()
            }}
            item={(index) => {
              const batch = batches[index]
              return batch && <BatchLine batch={batch} />
            }}
          />
        </>
      )}
    </View>
  )
}

function pick<Name extends string>(query: URLSearchParams, name: Name) {
  const value = query.get(name)
  return (value === null || value === '' ? {} : { [name]: value }) as { [Key in Name]?: string }
}

interface Batch {
  readonly id: string
  readonly at: string
  readonly actor: string
  readonly cause: string
  readonly entries: readonly Entry[]
}

function useJournal(filter: Record<string, string | undefined>) {
  const question = JSON.stringify([filter, place.value])
  const [entries, setEntries] = useState<readonly Entry[] | null>(null)
  const [wanted, setWanted] = useState(PAGE)
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const tick = changes.value
  // The key covers the filter; a tick fetches again.
  useEffect(() => {
    const asking = new AbortController()
    call('journal', { ...filter, limit: Math.min(wanted, MOST) }, asking.signal).then(
      (answer) => {
        setEntries(answer.entries)
        setRefusal(null)
      },
      (thrown: unknown) => {
        if (asking.signal.aborted) return
        setEntries(null)
        setRefusal(thrown instanceof Refusal ? thrown : new Refusal('internal', `${thrown}`))
      },
    )
    return () => asking.abort()
  }, [question, wanted, tick])
  const isWhole = (entries?.length ?? 0) < wanted || wanted >= MOST
  return {
    batches: entries && batchesOf(entries),
    refusal,
    isWhole,
    more: () => setWanted((before) => Math.min(before + PAGE, MOST)),
  }
}

/** What one answer of the journal holds at most. */
const MOST = 1000

function batchesOf(entries: readonly Entry[]): Batch[] {
  const batches = new Map<string, Entry[]>()
  for (const entry of entries)
    batches.set(entry.batch, [...(batches.get(entry.batch) ?? []), entry])
  return [...batches].flatMap(([id, own]) => {
    const [first] = own
    return first ? [{ id, at: first.at, actor: first.actor, cause: first.cause, entries: own }] : []
  })
}

function BatchLine({ batch }: { readonly batch: Batch }) {
  const [isOpen, setOpen] = useState(false)
  const [first] = batch.entries
  const memory = batch.entries.find(({ kind }) => kind === 'memory')
  const title = memory?.title ?? memory?.after?.title ?? memory?.before?.title
  return (
    <div class="row batch">
      <div class="batch-line">
        <button
          type="button"
          class="quiet batch-open"
          data-row
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          <span class="row-title">
            <Stored text={batch.cause} />
            {typeof title === 'string' && (
              <>
                {' '}
                <span class="batch-title">
                  <Stored text={title} />
                </span>
              </>
            )}
          </span>
          <span class="row-meta">
            <span class="chip flag mute">
              <Stored text={batch.actor} />
            </span>
            <span>
              {batch.entries.length === 1 && first
                ? `${first.kind} ${CHANGE_WORDS[first.op]}${fieldsOf(first)}`
                : many(batch.entries.length, 'record')}
            </span>
            <time dateTime={batch.at} title={moment(batch.at)}>
              {ago(batch.at)}
            </time>
          </span>
        </button>
        <button type="button" class="small-button" onClick={() => void undo(batch.id)}>
          <Icon name="undo" /> Undo
        </button>
      </div>
      {isOpen &&
        batch.entries
          .slice(0, MAX_OPEN)
          .map((entry) => <EntryPart key={entry.seq} entry={entry} />)}
      {isOpen && batch.entries.length > MAX_OPEN && (
        <p class="small">and {many(batch.entries.length - MAX_OPEN, 'more record')}</p>
      )}
    </div>
  )
}

const MAX_OPEN = 20
const MAX_FIELDS = 4

/** Of a change that is short enough to say: what it is about. */
function fieldsOf({ op, after }: Entry): string {
  const fields = changedFields(after)
  if (op !== 'update' || fields.length === 0) return ''
  const more = fields.length > MAX_FIELDS ? ' …' : ''
  return `: ${fields.slice(0, MAX_FIELDS).join(', ')}${more}`
}

function EntryPart({ entry }: { readonly entry: Entry }) {
  const { before, after, kind, op, key, erased } = entry
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  return (
    <div class="entry">
      <p class="small">
        {kind} {CHANGE_WORDS[op]}{' '}
        {kind === 'memory' ? <a href={hrefOf('memory', key)}>{key}</a> : <Stored text={key} />}
        {erased && ' (erased for good)'}
      </p>
      <table class="plain entry-table">
        <thead>
          <tr>
            <th scope="col">field</th>
            <th scope="col">before</th>
            <th scope="col">after</th>
          </tr>
        </thead>
        <tbody>
          {fields.map((field) => (
            <tr key={field}>
              <th scope="row">{field}</th>
              <td>{before && field in before && <Stored text={shown(before[field])} />}</td>
              <td>{after && field in after && <Stored text={shown(after[field])} />}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function shown(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
}
