/** E-06. Related memories, and by which edges. */
import { useAsked } from '../api/use-asked.ts'
import { hrefOf } from '../state/route.ts'
import { percent } from '../text/figures.ts'
import { MemoryRow } from './memory-row.tsx'
import { Empty, Failed, Skeleton } from './states.tsx'

export function Neighbours({ id }: { readonly id: string }) {
  const { answer, refusal } = useAsked('related', { id, limit: 12 })
  if (refusal) return <Failed refusal={refusal} />
  if (!answer) return <Skeleton lines={4} />
  if (answer.related.length === 0) {
    return (
      <Empty icon="graph" title="No related memories">
        <p>Links, shared tags and similar memories will appear here.</p>
      </Empty>
    )
  }
  return (
    <>
      <div class="rows">
        {answer.related.map((memory) => (
          <MemoryRow key={memory.id} memory={memory}>
            <p class="small">
              {percent(memory.score)}
              {memory.path.map(({ kind, to }) => (
                <span key={kind + to}>
                  {' '}
                  · <span class={`edge-word ${kind}`}>{kind.replaceAll('_', ' ')}</span>
                </span>
              ))}
              {memory.cosine !== null && <> · similar meaning</>}
            </p>
          </MemoryRow>
        ))}
      </div>
      <a class="more" href={hrefOf('graph', '', { node: `memory:${id}` })}>
        Show it in the graph
      </a>
    </>
  )
}
