/** The same question by every strategy, side by side. */
import { useState } from 'preact/hooks'
import type { Output } from '../api/call.ts'
import { useAsked } from '../api/use-asked.ts'
import { hrefOf } from '../state/route.ts'
import { many, points } from '../text/figures.ts'
import { wantedIn } from '../text/wanted.ts'
import type { Filters } from './filters.tsx'
import { Failed, Skeleton } from './states.tsx'
import { Stored } from './stored.tsx'

const STRATEGIES = ['auto', 'keyword', 'bm25', 'semantic'] as const
type Strategy = (typeof STRATEGIES)[number]

const SETTLE_MS = 200
const MAX_HITS = 10

interface CompareProps {
  readonly question: string
  readonly filters: Filters
}

export function Compare({ question, filters }: CompareProps) {
  const [marked, setMarked] = useState<string | null>(null)
  return (
    <div class="compare">
      {STRATEGIES.map((strategy) => (
        <Column
          key={strategy}
          strategy={strategy}
          question={question}
          filters={filters}
          marked={marked}
          onMark={setMarked}
        />
      ))}
    </div>
  )
}

interface ColumnProps extends CompareProps {
  readonly strategy: Strategy
  readonly marked: string | null
  readonly onMark: (id: string | null) => void
}

function Column({ strategy, question, filters, marked, onMark }: ColumnProps) {
  const { answer, refusal } = useAsked(
    'search',
    { query: question, ...filters, strategy, limit: MAX_HITS },
    { settleMs: SETTLE_MS },
  )
  return (
    <section class="card compare-column" aria-label={strategy}>
      <header class="card-header">
        <h2>{strategy}</h2>
        {answer && <span class="small">{many(answer.hits.length, 'hit')}</span>}
      </header>
      {refusal && <Failed refusal={refusal} />}
      {!answer && !refusal && <Skeleton lines={5} />}
      {answer?.strategy !== undefined && answer.strategy !== strategy && strategy !== 'auto' && (
        <p class="small">searched by {answer.strategy}</p>
      )}
      <ol class="ranked">
        {answer?.hits.map((hit) => (
          <Ranked
            key={hit.id}
            hit={hit}
            wanted={wantedIn(question)}
            isMarked={hit.id === marked}
            onMark={onMark}
          />
        ))}
      </ol>
    </section>
  )
}

interface RankedProps {
  readonly hit: Output<'search'>['hits'][number]
  readonly wanted: RegExp | null
  readonly isMarked: boolean
  readonly onMark: (id: string | null) => void
}

/** Pointing at one shows where the others have it. */
function Ranked({ hit, wanted, isMarked, onMark }: RankedProps) {
  return (
    <li class={isMarked ? 'marked' : ''}>
      <a
        data-row
        href={hrefOf('memory', hit.id)}
        onMouseEnter={() => onMark(hit.id)}
        onMouseLeave={() => onMark(null)}
        onFocus={() => onMark(hit.id)}
        onBlur={() => onMark(null)}
      >
        <Stored text={hit.title} wanted={wanted} />
      </a>
      <span class="small">{points(hit.match)}</span>
    </li>
  )
}
