/** What was learned lately, what is used, how it grows, what it costs, and how well it is. */
import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'
import type { Output } from '../api/call.ts'
import { LATELY } from '../api/early.ts'
import { type Asked, useAsked } from '../api/use-asked.ts'
import { FirstVisit } from '../parts/first-visit.tsx'
import { Health } from '../parts/health.tsx'
import { lazy } from '../parts/lazy.tsx'
import { MemoryRow } from '../parts/memory-row.tsx'
import { Empty, Failed, Skeleton } from '../parts/states.tsx'
import { Stored } from '../parts/stored.tsx'
import { Card, View } from '../parts/view.tsx'
import { isCalm } from '../state/calm.ts'
import { keepNumbers, lastNumbers } from '../state/last-numbers.ts'
import { hrefOf } from '../state/route.ts'
import { familyOf } from '../text/families.ts'
import { counted, many, percent, shortCount } from '../text/figures.ts'

const GrowthChart = lazy(async () => (await import('../parts/chart.tsx')).GrowthChart)

const MAX_USED = 6
const MAX_TYPES = 9

type Stats = Output<'stats'>

export function Overview() {
  const { answer: fresh, refusal } = useAsked('stats', {})
  const stats = fresh ?? lastNumbers()
  useEffect(() => {
    if (fresh) keepNumbers(fresh)
  }, [fresh])
  const lately = useAsked('list', { limit: LATELY })
  const isThere = stats !== null && lately.answer !== null
  useEffect(() => {
    // Once what is there has been drawn.
    if (isThere)
      requestAnimationFrame(() =>
        window.setTimeout(() => {
          isCalm.value = true
        }),
      )
  }, [isThere])
  return (
    <View title="Overview" lead="What is remembered, how it is used, and its health.">
      {refusal ? (
        <Failed refusal={refusal} />
      ) : isNewHome(fresh) ? (
        <FirstVisit />
      ) : (
        <Figures stats={stats} isCounted={fresh !== null} />
      )}
      {!isNewHome(fresh) && (
        <div class="columns">
          <div class="stack">
            <Lately asked={lately} />
            <Used />
          </div>
          <div class="stack">
            <Health />
            <Growth stats={stats} />
            <Types stats={stats} />
          </div>
        </div>
      )}
    </View>
  )
}

/** Nothing has ever been remembered here: numbers would say nothing, the next step does. */
function isNewHome(stats: Stats | null): boolean {
  if (stats === null) return false
  const { memories, archived, superseded, held, removed } = stats
  return memories + archived + superseded + held + removed === 0
}

interface StatsProps {
  readonly stats: Stats | null
}

function Figures({ stats: answer, isCounted }: StatsProps & { readonly isCounted: boolean }) {
  const used =
    answer && answer.injected.injections > 0 ? answer.injected.used / answer.injected.injections : 0
  return (
    <dl class={isCounted ? 'figures' : 'figures waiting'} aria-busy={!isCounted}>
      <Figure name="memories" value={answer && counted(answer.memories)}>
        {answer && `${many(answer.growth.week, 'new one', 'new ones')} this week`}
      </Figure>
      <Figure name="tokens stored" value={answer && shortCount(answer.tokens)}>
        {answer && `${counted(answer.archived)} archived, ${counted(answer.superseded)} replaced`}
      </Figure>
      <Figure name="recalled" value={answer && shortCount(answer.injected.injections)}>
        {answer && `${shortCount(answer.injected.tokens)} tokens, ${percent(used)} used`}
      </Figure>
      <Figure name="model spend today" value={answer && shortCount(answer.spend.tokens)}>
        {answer &&
          (answer.spend.calls === 0
            ? 'no model was called'
            : `tokens in ${many(answer.spend.calls, 'call')}`)}
      </Figure>
    </dl>
  )
}

interface FigureProps {
  readonly name: string
  readonly value: string | null
  readonly children: ComponentChildren
}

function Figure({ name, value, children }: FigureProps) {
  return (
    <div class="figure">
      <dt>{name}</dt>
      <dd class="figure-value">{value ?? <span class="skeleton short" />}</dd>
      <dd class="figure-more">{children || '\u00a0'}</dd>
    </div>
  )
}

function Lately({ asked: { answer, refusal } }: { readonly asked: Asked<Output<'list'>> }) {
  return (
    <Card
      title="Recently learned"
      aside={
        <a class="more" href={hrefOf('timeline')}>
          Timeline
        </a>
      }
    >
      {refusal && <Failed refusal={refusal} />}
      {!answer && !refusal && <Skeleton lines={5} />}
      {answer?.memories.length === 0 && (
        <Empty icon="memories" title="No memories yet">
          <p>
            Work with your agent, or keep something yourself:{' '}
            <code>mneme remember "We deploy on Fridays"</code>
          </p>
        </Empty>
      )}
      <div class="rows" id="lately">
        {answer?.memories.map((memory) => (
          <MemoryRow key={memory.id} memory={memory} />
        ))}
      </div>
    </Card>
  )
}

/** K-08. What earns its tokens. */
function Used() {
  const { answer } = useAsked('ledger', isCalm.value ? { limit: MAX_USED } : null, {
    live: 'slowly',
  })
  // What is sent along with memories has a line in the ledger too, and no memory to open.
  const recalled = answer?.memories.filter(({ injections }) => injections > 0)
  return (
    <Card title="Most recalled">
      {!recalled && <Skeleton />}
      {recalled?.length === 0 && (
        <Empty icon="arrow" title="Nothing has been injected yet">
          <p>Once memories are injected into prompts, their cost and use are shown here.</p>
        </Empty>
      )}
      {recalled && recalled.length > 0 && (
        <table class="plain">
          <thead>
            <tr>
              <th scope="col">memory</th>
              <th scope="col">times</th>
              <th scope="col">tokens</th>
              <th scope="col">used</th>
            </tr>
          </thead>
          <tbody>
            {recalled.map(({ id, title, injections, tokens, used }) => (
              <tr key={id}>
                <th scope="row">
                  <a href={hrefOf('memory', id)}>
                    <Stored text={title || id} />
                  </a>
                </th>
                <td>{counted(injections)}</td>
                <td>{counted(tokens)}</td>
                <td>{percent(injections > 0 ? used / injections : 0)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Card>
  )
}

function Growth({ stats: answer }: StatsProps) {
  return (
    <Card title="Growth" aside={<span class="small">last 30 days</span>}>
      {answer && isCalm.value ? <GrowthChart days={answer.perDay} /> : <div class="chart" />}
    </Card>
  )
}

function Types({ stats: answer }: StatsProps) {
  const types = Object.entries(answer?.byType ?? {}).slice(0, MAX_TYPES)
  const most = Math.max(...types.map(([, count]) => count), 1)
  return (
    <Card title="By type">
      {!answer && <Skeleton />}
      <ul class="bars">
        {types.map(([type, count]) => (
          <li key={type}>
            <a href={hrefOf('memories', '', { type })}>
              <span class="bars-name">
                <Stored text={type} />
              </span>
              <span class="bars-bar">
                <span
                  class={`fill ${familyOf(type)}`}
                  style={{ width: `${(100 * count) / most}%` }}
                />
              </span>
              <span class="bars-count">{counted(count)}</span>
            </a>
          </li>
        ))}
      </ul>
    </Card>
  )
}
