/** E-01. Memories, tags and clusters with the links between them, drawn by force. Click leads on. */
import { useEffect, useRef, useState } from 'preact/hooks'
import { ownHeaders } from '../api/call.ts'
import { changes } from '../api/live.ts'
import type { FromWorker, Neighbour, ShownNode } from '../graph/messages.ts'
import { EDGE_KINDS, type Surface, startGraph } from '../graph/surface.ts'
import { TypeChip } from '../parts/chips.tsx'
import { Icon } from '../parts/icons.tsx'
import { Empty } from '../parts/states.tsx'
import { Stored } from '../parts/stored.tsx'
import { View } from '../parts/view.tsx'
import { place } from '../state/place.ts'
import { hrefOf, route } from '../state/route.ts'
import { colours } from '../state/theme.ts'
import { counted, many } from '../text/figures.ts'

const MAX_NODES = 3000
const PAN_PX = 60
const ZOOM_STEP = 1.3

type Loaded = FromWorker & { say: 'loaded' }
type Chosen = FromWorker & { say: 'chosen' }

export function GraphView() {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [surface, setSurface] = useState<Surface | null>(null)
  const [loaded, setLoaded] = useState<Loaded | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const [pointed, setPointed] = useState<ShownNode | null>(null)
  const [found, setFound] = useState<readonly ShownNode[]>([])
  const [hidden, setHidden] = useState<readonly string[]>([])
  const [isAtRest, setAtRest] = useState(false)

  useEffect(() => {
    if (!canvas.current) return
    const made = startGraph(canvas.current, (message) => {
      if (message.say === 'loaded') setLoaded(message)
      if (message.say === 'failed') setFailure(message.why)
      if (message.say === 'chosen') setChosen(message.node ? message : null)
      if (message.say === 'pointed') setPointed(message.node)
      if (message.say === 'found') setFound(message.nodes)
      if (message.say === 'rests') setAtRest(true)
    })
    setSurface(made)
    return made.end
  }, [])
  // Another project is another graph.
  useEffect(() => {
    if (!surface) return
    setFailure(null)
    surface.tell({
      say: 'load',
      url: `/api/graph?format=json&limit=${MAX_NODES}`,
      headers: ownHeaders(),
    })
    const node = route.value.query.get('node')
    if (node !== null) surface.tell({ say: 'choose', key: node })
  }, [surface, place.value])
  const tone = colours.value
  // Other colours draw it anew.
  useEffect(() => surface?.recolour(), [surface, tone])

  const choose = (key: string | null) => surface?.tell({ say: 'choose', key })
  const toggle = (kind: string) => {
    const next = hidden.includes(kind) ? hidden.filter((each) => each !== kind) : [...hidden, kind]
    setHidden(next)
    surface?.tell({ say: 'hide', kinds: next })
  }
  return (
    <View
      wide
      title="Graph"
      lead={
        loaded
          ? `${many(loaded.nodes, 'node')}, ${many(loaded.edges, 'edge')}; the latest ${counted(MAX_NODES)} memories at most`
          : 'Memories, tags and clusters, and how they are connected.'
      }
    >
      <Staleness surface={surface} />
      <div class="graph" data-rests={isAtRest}>
        <div class="graph-stage">
          <canvas
            ref={canvas}
            tabIndex={0}
            data-keys
            role="img"
            aria-label="Graph of memories: arrow keys move it, plus and minus zoom. The lists beside it hold the same information."
            onKeyDown={(event) => keyed(event, surface)}
          />
          {pointed && (
            <p class="graph-hint" aria-hidden="true">
              <Stored text={pointed.label} />
            </p>
          )}
          {failure !== null && (
            <div class="graph-cover">
              <Empty icon="graph" title={failure} />
            </div>
          )}
          {loaded?.nodes === 0 && (
            <div class="graph-cover">
              <Empty icon="graph" title="The graph is empty">
                <p>Memories appear here with their tags, clusters and links.</p>
              </Empty>
            </div>
          )}
          <fieldset class="legend">
            <legend class="unseen">Links by kind</legend>
            {Object.keys(EDGE_KINDS).map((kind) => (
              <button
                key={kind}
                type="button"
                class={`legend-entry ${kind}`}
                aria-pressed={!hidden.includes(kind)}
                onClick={() => toggle(kind)}
              >
                <span class="line" /> {kind.replaceAll('_', ' ')}{' '}
                <span class="count">{counted(loaded?.kinds[kind] ?? 0)}</span>
              </button>
            ))}
          </fieldset>
        </div>
        <aside class="graph-side card" aria-label="In the graph">
          <label class="field">
            Find a node
            <input
              type="search"
              autocomplete="off"
              onInput={(event) => surface?.tell({ say: 'find', words: event.currentTarget.value })}
            />
          </label>
          {found.length > 0 && <Nodes name="Found" nodes={found} onChoose={choose} />}
          {chosen?.node ? (
            <ChosenPart node={chosen.node} neighbours={chosen.neighbours} onChoose={choose} />
          ) : (
            loaded && <Nodes name="Most connected" nodes={loaded.hubs} onChoose={choose} />
          )}
        </aside>
      </div>
    </View>
  )
}

/** A graph that rearranges itself while one reads it is no help: it is drawn anew on request. */
function Staleness({ surface }: { readonly surface: Surface | null }) {
  const [drawnAt, setDrawnAt] = useState(changes.peek())
  if (changes.value === drawnAt) return null
  return (
    <p class="banner" role="status">
      Memory has changed since this was drawn.{' '}
      <button
        type="button"
        class="small-button"
        onClick={() => {
          setDrawnAt(changes.peek())
          surface?.tell({
            say: 'load',
            url: `/api/graph?format=json&limit=${MAX_NODES}`,
            headers: ownHeaders(),
          })
        }}
      >
        Draw it anew
      </button>
    </p>
  )
}

function keyed(event: KeyboardEvent, surface: Surface | null): void {
  const moves: Readonly<Record<string, readonly [number, number]>> = {
    ArrowLeft: [PAN_PX, 0],
    ArrowRight: [-PAN_PX, 0],
    ArrowUp: [0, PAN_PX],
    ArrowDown: [0, -PAN_PX],
  }
  const move = Object.hasOwn(moves, event.key) ? moves[event.key] : undefined
  const by =
    event.key === '+' || event.key === '=' ? ZOOM_STEP : event.key === '-' ? 1 / ZOOM_STEP : 1
  if (move) surface?.tell({ say: 'pan', x: move[0], y: move[1] })
  else if (by !== 1) surface?.zoom(by)
  else return
  event.preventDefault()
}

interface NodesProps {
  readonly name: string
  readonly nodes: readonly (ShownNode | Neighbour)[]
  readonly onChoose: (key: string) => void
}

function Nodes({ name, nodes, onChoose }: NodesProps) {
  return (
    <section aria-label={name}>
      <h2>{name}</h2>
      <ul class="nodes">
        {nodes.map((node) => (
          <li key={node.key + ('by' in node ? node.by : '')}>
            <button type="button" class="quiet" data-row onClick={() => onChoose(node.key)}>
              <span class={`shape ${node.kind}`} />
              <Stored text={node.label} />
              <span class="small">
                {'by' in node ? (
                  <span class={`edge-word ${node.by}`}>{node.by.replaceAll('_', ' ')}</span>
                ) : (
                  many(node.degree, 'edge')
                )}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

interface ChosenProps {
  readonly node: ShownNode
  readonly neighbours: readonly Neighbour[]
  readonly onChoose: (key: string | null) => void
}

const MAX_NEIGHBOURS = 60

function ChosenPart({ node, neighbours, onChoose }: ChosenProps) {
  const id = node.key.slice(node.key.indexOf(':') + 1)
  return (
    <>
      <div class="chosen">
        <p class="small">{node.kind}</p>
        <h2>
          <Stored text={node.label} />
        </h2>
        {node.type !== '' && <TypeChip type={node.type} />}
        <div class="actions">
          {node.kind === 'memory' && (
            <a class="button primary" href={hrefOf('memory', id)}>
              Open <Icon name="arrow" />
            </a>
          )}
          {node.kind === 'tag' && (
            <a class="button" href={hrefOf('memories', '', { tag: id })}>
              Its memories <Icon name="arrow" />
            </a>
          )}
          <button type="button" class="quiet" onClick={() => onChoose(null)}>
            Clear selection
          </button>
        </div>
      </div>
      <Nodes
        name={many(neighbours.length, 'neighbour')}
        nodes={neighbours.slice(0, MAX_NEIGHBOURS)}
        onChoose={onChoose}
      />
    </>
  )
}
