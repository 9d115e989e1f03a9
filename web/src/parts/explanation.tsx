/** D-16. How a score came about, as a bar whose parts are the stages that gave points. */
import type { Output } from '../api/call.ts'
import { points } from '../text/figures.ts'

type Hit = Output<'search'>['hits'][number]
export type Explanation = NonNullable<Hit['explanation']>

/** Bars of one answer share a scale, so that they can be compared. */
export function mostPoints(hits: readonly Hit[]): number {
  return Math.max(...hits.map(({ explanation }) => totalOf(explanation)), 1e-9)
}

function totalOf(explanation: Explanation | undefined): number {
  return segmentsOf(explanation).reduce((sum, { value }) => sum + value, 0)
}

interface Segment {
  readonly name: string
  readonly value: number
  /** The same stage has the same colour in every bar. */
  readonly tone: number
}

/** Points that the order is made by: those of the match, then what is added to it (D-06). */
function segmentsOf(explanation: Explanation | undefined): Segment[] {
  if (!explanation) return []
  const { parts, signals } = explanation
  const matched = signals.match ?? 0
  const given = parts.reduce((sum, part) => sum + Math.max(part.points, 0), 0)
  const share = given > 0 && matched > 0 ? matched / given : 1
  return [
    ...parts.map(({ name, points: own }) => ({ name, value: Math.max(own, 0) * share })),
    ...addedTo(explanation).map(([name, value]) => ({ name, value: Math.max(value, 0) })),
  ]
    .map((segment, at) => ({ ...segment, tone: at % TONES }))
    .filter(({ value }) => value > 0)
}

function addedTo({ signals }: Explanation): [string, number][] {
  return Object.entries(signals).filter(([name]) => name !== 'match')
}

const TONES = 10

interface BarProps {
  readonly explanation: Explanation
  readonly most: number
}

export function ExplanationBar({ explanation, most }: BarProps) {
  const segments = segmentsOf(explanation)
  const said = segments.map(({ name, value }) => `${name} ${points(value)}`).join(', ')
  return (
    <details class="explanation">
      <summary>
        <span class="bar" role="img" aria-label={`Score: ${said}`}>
          {segments.map(({ name, value, tone }) => (
            <span
              key={name}
              class={`segment tone-${tone}`}
              title={`${name} ${points(value)}`}
              style={{ width: `${(100 * value) / most}%` }}
            />
          ))}
        </span>
        <span class="why-word">why</span>
      </summary>
      <table>
        <caption class="unseen">Score breakdown</caption>
        <thead>
          <tr>
            <th scope="col">stage</th>
            <th scope="col">measured</th>
            <th scope="col">of best</th>
            <th scope="col">weight</th>
            <th scope="col">points</th>
          </tr>
        </thead>
        <tbody>
          {explanation.parts.map((part, at) => (
            <tr key={part.name}>
              <th scope="row">
                <span class={`swatch tone-${at % TONES}`} /> {part.name}
              </th>
              <td>{points(part.raw)}</td>
              <td>{points(part.value)}</td>
              <td>{points(part.weight)}</td>
              <td>{points(part.points)}</td>
            </tr>
          ))}
          {addedTo(explanation).map(([name, value], at) => (
            <tr key={name}>
              <th scope="row">
                <span class={`swatch tone-${(explanation.parts.length + at) % TONES}`} /> {name}
              </th>
              <td colSpan={3} />
              <td>{points(value)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p class="small">
        {ranksOf(explanation)} · relevance {points(explanation.relevance)} · covers{' '}
        {points(explanation.coverage)} of the words
      </p>
      {explanation.notes.length > 0 && <p class="small">{explanation.notes.join(' · ')}</p>}
    </details>
  )
}

function ranksOf({ ranks }: Explanation): string {
  const found = Object.entries(ranks).flatMap(([source, rank]) =>
    rank === null ? [] : [`${source} #${rank}`],
  )
  return found.length > 0 ? `found by ${found.join(', ')}` : 'found by the whole'
}
