/** Searches while typing, and lists where nothing is typed. The query is in the address. */
import { useEffect, useRef } from 'preact/hooks'
import type { Input, Output } from '../api/call.ts'
import { useAsked } from '../api/use-asked.ts'
import { usePages } from '../api/use-pages.ts'
import { Compare } from '../parts/compare.tsx'
import { ExplanationBar, mostPoints } from '../parts/explanation.tsx'
import { FilterBar, type Filters, filtersIn } from '../parts/filters.tsx'
import { Icon } from '../parts/icons.tsx'
import { MemoryRow } from '../parts/memory-row.tsx'
import { Empty, Failed, Skeleton } from '../parts/states.tsx'
import { Stored } from '../parts/stored.tsx'
import { View } from '../parts/view.tsx'
import { VirtualList } from '../parts/virtual-list.tsx'
import { amend, hrefOf, route } from '../state/route.ts'
import { many } from '../text/figures.ts'
import { wantedIn } from '../text/wanted.ts'

const STRATEGIES = ['auto', 'keyword', 'bm25', 'semantic'] as const
const SETTLE_MS = 90
const MAX_HITS = 30
/** As the style of a fixed row has it. */
const ROW_PX = 92

type Strategy = (typeof STRATEGIES)[number]

export function Memories() {
  const { query } = route.value
  const asked = query.get('q') ?? ''
  const filters = filtersIn(query)
  const strategy = STRATEGIES.find((each) => each === query.get('by')) ?? 'auto'
  const isComparing = query.get('compare') === '1'
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus({ preventScroll: true }), [])
  const change = (next: Partial<Filters> & { q?: string; by?: string; compare?: string }) =>
    amend(
      hrefOf('memories', '', {
        q: asked,
        ...filters,
        by: strategy === 'auto' ? undefined : strategy,
        compare: isComparing ? '1' : undefined,
        ...next,
      }),
    )

  return (
    <View title="Memories">
      <search class="search-box">
        <Icon name="search" />
        <input
          ref={field}
          id="search"
          type="search"
          placeholder="Search by words or meaning, or leave empty to browse"
          aria-label="Search memories"
          autocomplete="off"
          spellcheck={false}
          value={asked}
          onInput={(event) => change({ q: event.currentTarget.value })}
          onKeyDown={toFirstRow}
        />
      </search>
      <FilterBar filters={filters} onChange={change}>
        {asked !== '' && (
          <>
            <label class="select-chip">
              <span>by</span>
              <select
                value={strategy}
                onChange={(event) => change({ by: event.currentTarget.value })}
              >
                {STRATEGIES.map((each) => (
                  <option key={each}>{each}</option>
                ))}
              </select>
            </label>
            <button
              type="button"
              class="chip-button"
              aria-pressed={isComparing}
              onClick={() => change({ compare: isComparing ? '' : '1' })}
            >
              Compare strategies
            </button>
          </>
        )}
      </FilterBar>
      {asked.trim() === '' && <Browse filters={filters} />}
      {asked.trim() !== '' && isComparing && <Compare question={asked} filters={filters} />}
      {asked.trim() !== '' && !isComparing && (
        <Found question={asked} filters={filters} strategy={strategy} />
      )}
    </View>
  )
}

function toFirstRow(event: KeyboardEvent): void {
  if (event.key !== 'ArrowDown' && event.key !== 'Enter') return
  const first = document.querySelector<HTMLElement>('[data-row]')
  if (!first) return
  event.preventDefault()
  if (event.key === 'Enter') first.click()
  else first.focus()
}

interface FoundProps {
  readonly question: string
  readonly filters: Filters
  readonly strategy: Strategy
}

function Found({ question, filters, strategy }: FoundProps) {
  const input: Input<'search'> = {
    query: question,
    ...filters,
    strategy,
    explain: true,
    limit: MAX_HITS,
  }
  const { answer, refusal, isWaiting } = useAsked('search', input, { settleMs: SETTLE_MS })
  if (refusal) return <Failed refusal={refusal} />
  if (!answer) return <Skeleton lines={6} />
  return (
    <div class={isWaiting ? 'found waiting' : 'found'} aria-busy={isWaiting}>
      <p class="result-line" role="status">
        {many(answer.hits.length, 'hit')} · {answer.strategy}
        {answer.notes.map((note) => (
          <span key={note}>
            {' '}
            · <Stored text={note} />
          </span>
        ))}
      </p>
      {answer.hits.length === 0 && (
        <NothingFound isFiltered={hasFilters(filters)} isNarrow={strategy !== 'auto'} />
      )}
      <div class="rows">
        <Hits answer={answer} question={question} />
      </div>
    </div>
  )
}

function Hits({ answer, question }: { answer: Output<'search'>; question: string }) {
  const wanted = wantedIn(question)
  const most = mostPoints(answer.hits)
  return answer.hits.map((hit) => (
    <MemoryRow key={hit.id} memory={hit} wanted={wanted} snippet={hit.snippet}>
      {hit.supersedes.length > 0 && (
        <p class="small">
          replaces{' '}
          {hit.supersedes.map(({ id, title }) => (
            <a key={id} href={hrefOf('memory', id)}>
              <Stored text={title} />
            </a>
          ))}
        </p>
      )}
      {hit.explanation && <ExplanationBar explanation={hit.explanation} most={most} />}
    </MemoryRow>
  ))
}

interface NothingFoundProps {
  readonly isFiltered: boolean
  readonly isNarrow: boolean
}

/** Only advice that applies. */
function NothingFound({ isFiltered, isNarrow }: NothingFoundProps) {
  const advice = [
    'Try other words',
    ...(isFiltered ? ['fewer filters'] : []),
    ...(isNarrow ? ['the strategy “auto”'] : []),
  ]
  return (
    <Empty icon="search" title="Nothing matches">
      <p>{advice.join(', or ')}.</p>
    </Empty>
  )
}

function hasFilters(filters: Filters): boolean {
  return Object.values(filters).some((value) => value.length > 0)
}

function Browse({ filters }: { readonly filters: Filters }) {
  const pages = usePages({ ...filters, order: 'newest' })
  if (pages.refusal) return <Failed refusal={pages.refusal} />
  if (pages.total === null) return <Skeleton lines={8} />
  if (pages.total === 0) {
    return hasFilters(filters) ? (
      <Empty icon="memories" title="Nothing matches">
        <p>Remove a filter to see more.</p>
      </Empty>
    ) : (
      <Empty icon="memories" title="No memories here yet">
        <p>
          Work with your agent, or add one: <code>mneme remember "…"</code>
        </p>
      </Empty>
    )
  }
  return (
    <>
      <p class="result-line" role="status">
        {many(pages.total, 'memory', 'memories')}, newest first
      </p>
      <VirtualList
        label="Memories"
        count={pages.total}
        estimatePx={ROW_PX}
        isFixed
        onSight={pages.see}
        keyOf={(index) => pages.at(index)?.id ?? index}
        item={(index) => {
          const memory = pages.at(index)
          return memory ? <MemoryRow memory={memory} isFixed /> : <div class="row fixed ghost" />
        }}
      />
    </>
  )
}
