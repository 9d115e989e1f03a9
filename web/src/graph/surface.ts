/** The canvas on the page's side: hands itself over to the worker, and passes on what is done to it. */
import { colourOf } from '../state/colour.ts'
import type { Colours, FromWorker, ToWorker } from './messages.ts'
import workerUrl from './worker.ts?worker&url'

export interface Surface {
  tell(message: ToWorker): void
  /** Around its middle. */
  zoom(by: number): void
  recolour(): void
  end(): void
}

/** Every kind of edge, with the name of its colour. */
export const EDGE_KINDS = {
  has_tag: '--edge-tag',
  in_cluster: '--edge-cluster',
  relates_to: '--edge-relates',
  supersedes: '--edge-supersedes',
  contradicts: '--edge-contradicts',
  derived_from: '--edge-derived',
} as const

const FAMILIES = ['rule', 'choice', 'warning', 'skill', 'task', 'event', 'fact', 'tag', 'cluster']

/** The page's policy lets no text become a script: this names the one address that may. */
const policy = (
  globalThis as { trustedTypes?: { createPolicy(name: string, rules: object): Policy } }
).trustedTypes?.createPolicy('mneme-worker', {
  createScriptURL(url: string) {
    if (url !== workerUrl) throw new TypeError('no script of ours')
    return url
  },
})
interface Policy {
  createScriptURL(url: string): string
}

export function startGraph(
  canvas: HTMLCanvasElement,
  onMessage: (message: FromWorker) => void,
): Surface {
  const worker = new Worker(policy?.createScriptURL(workerUrl) ?? workerUrl, { type: 'module' })
  const tell = (message: ToWorker, transfer: Transferable[] = []) =>
    worker.postMessage(message, transfer)
  worker.onmessage = ({ data }: MessageEvent<FromWorker>) => onMessage(data)
  const off = canvas.transferControlToOffscreen()
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
  tell({ say: 'start', canvas: off, colours: coloursNow(), isStill }, [off])
  const watch = new ResizeObserver(() => {
    const { clientWidth: width, clientHeight: height } = canvas
    if (width > 0) tell({ say: 'size', width, height, ratio: devicePixelRatio })
  })
  watch.observe(canvas)
  const stop = listen(canvas, tell)
  return {
    tell,
    zoom: (by) => tell({ say: 'zoom', x: canvas.clientWidth / 2, y: canvas.clientHeight / 2, by }),
    recolour: () => tell({ say: 'colours', colours: coloursNow() }),
    end() {
      stop()
      watch.disconnect()
      worker.terminate()
    },
  }
}

const CLICK_PX = 5
const WHEEL_STEP = 0.0016

function listen(canvas: HTMLCanvasElement, tell: (message: ToWorker) => void): () => void {
  const stopping = new AbortController()
  const { signal } = stopping
  const held = new Map<number, { x: number; y: number }>()
  let travelled = 0
  canvas.addEventListener(
    'pointerdown',
    (event) => {
      canvas.setPointerCapture(event.pointerId)
      held.set(event.pointerId, { x: event.offsetX, y: event.offsetY })
      travelled = 0
    },
    { signal },
  )
  canvas.addEventListener(
    'pointermove',
    ({ pointerId, offsetX: x, offsetY: y }) => {
      const before = held.get(pointerId)
      if (!before) return tell({ say: 'point', x, y, isChoice: false })
      const other = [...held].find(([id]) => id !== pointerId)?.[1]
      travelled += Math.hypot(x - before.x, y - before.y)
      if (other) {
        // Two fingers: what is between them grows as they part.
        const by =
          Math.hypot(x - other.x, y - other.y) / Math.hypot(before.x - other.x, before.y - other.y)
        if (Number.isFinite(by) && by > 0) {
          tell({ say: 'zoom', x: (x + other.x) / 2, y: (y + other.y) / 2, by })
        }
      } else tell({ say: 'pan', x: x - before.x, y: y - before.y })
      held.set(pointerId, { x, y })
    },
    { signal },
  )
  const release = ({ pointerId, offsetX: x, offsetY: y, type }: PointerEvent) => {
    if (held.delete(pointerId) && type === 'pointerup' && travelled < CLICK_PX) {
      tell({ say: 'point', x, y, isChoice: true })
    }
  }
  canvas.addEventListener('pointerup', release, { signal })
  canvas.addEventListener('pointercancel', release, { signal })
  canvas.addEventListener(
    'wheel',
    (event) => {
      event.preventDefault()
      const by = Math.exp(-event.deltaY * WHEEL_STEP)
      tell({ say: 'zoom', x: event.offsetX, y: event.offsetY, by })
    },
    { signal, passive: false },
  )
  return () => stopping.abort()
}

function coloursNow(): Colours {
  return {
    paper: colourOf('--card'),
    ink: colourOf('--ink'),
    faint: colourOf('--line-2'),
    nodes: Object.fromEntries(FAMILIES.map((family) => [family, colourOf(`--tone-${family}`)])),
    edges: Object.fromEntries(
      Object.entries(EDGE_KINDS).map(([kind, name]) => [kind, colourOf(name)]),
    ),
  }
}
