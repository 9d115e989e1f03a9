/**
 * E-06. The graph is fetched, laid out and drawn here, beside the page: however many nodes there are,
 * the page itself never waits for them.
 */
import {
  forceCollide,
  forceLink,
  forceManyBody,
  forceSimulation,
  forceX,
  forceY,
  type Simulation,
} from 'd3-force'
import { quadtree } from 'd3-quadtree'
import { familyOf } from '../text/families.ts'
import { type Camera, draw } from './drawing.ts'
import type { Colours, FromWorker, ToWorker } from './messages.ts'
import {
  kindsIn,
  neighboursOf,
  type Scene,
  type SceneEdge,
  type SceneNode,
  sceneOf,
  shown,
} from './scene.ts'

const HUBS = 12
const MAX_FOUND = 12
/** Around a pointer, in pixels. */
const REACH = 14
const MIN_SCALE = 0.05
const MAX_SCALE = 8
/** Layout may take this long of each frame, so that the picture keeps moving. */
const TICK_MS = 12

let ctx: OffscreenCanvasRenderingContext2D | null = null
let colours: Colours | null = null
let scene: Scene = { nodes: [], edges: [], byKey: new Map() }
let simulation: Simulation<SceneNode, undefined> | null = null
let size = { width: 1, height: 1, ratio: 1 }
const camera: Camera = { x: 0, y: 0, scale: 1 }
let hidden: ReadonlySet<string> = new Set()
let chosen: SceneNode | null = null
let pointed: SceneNode | null = null
let isStill = false
let isAsked = false
let isMoved = false
let frames = 0
/** Said before the graph was there. */
let waiting: string | null = null

self.onmessage = ({ data }: MessageEvent<ToWorker>) => handleMessage(data)

function handleMessage(message: ToWorker): void {
  switch (message.say) {
    case 'start':
      ctx = message.canvas.getContext('2d', { alpha: false })
      colours = message.colours
      isStill = message.isStill
      break
    case 'load':
      void load(message.url, message.headers)
      break
    case 'size':
      size = message
      if (ctx) {
        ctx.canvas.width = Math.round(size.width * size.ratio)
        ctx.canvas.height = Math.round(size.height * size.ratio)
      }
      if (!isMoved) fitAll()
      break
    case 'colours':
      colours = message.colours
      break
    case 'hide':
      hidden = new Set(message.kinds)
      break
    case 'pan':
      isMoved = true
      camera.x -= message.x / camera.scale
      camera.y -= message.y / camera.scale
      break
    case 'zoom':
      zoom(message.x, message.y, message.by)
      break
    case 'point': {
      const node = nodeAt(message.x, message.y)
      if (message.isChoice) choose(node)
      else if (node !== pointed) {
        pointed = node
        tell({ say: 'pointed', node: node && shown(node) })
      }
      break
    }
    case 'choose':
      if (scene.nodes.length === 0) waiting = message.key
      else {
        choose(message.key === null ? null : (scene.byKey.get(message.key) ?? null))
        if (chosen && !isInMiddle(chosen)) moveTo(chosen)
      }
      break
    case 'find':
      tell({ say: 'found', nodes: found(message.words) })
      break
  }
  ask()
}

function tell(message: FromWorker): void {
  self.postMessage(message)
}

async function load(url: string, headers: Record<string, string>): Promise<void> {
  try {
    const response = await fetch(url, { headers })
    const body = (await response.json()) as { text?: string; detail?: string }
    if (!response.ok || body.text === undefined) throw new Error(body.detail ?? 'no graph came')
    scene = sceneOf(body.text, familyOf)
    chosen = null
    pointed = null
    const hubs = [...scene.nodes].sort((a, b) => b.degree - a.degree).slice(0, HUBS)
    tell({
      say: 'loaded',
      nodes: scene.nodes.length,
      edges: scene.edges.length,
      hubs: hubs.map(shown),
      kinds: kindsIn(scene),
    })
    layOut()
    if (waiting !== null) handleMessage({ say: 'choose', key: waiting })
    waiting = null
  } catch (thrown) {
    tell({ say: 'failed', why: thrown instanceof Error ? thrown.message : String(thrown) })
  }
}

function layOut(): void {
  simulation?.stop()
  const isLarge = scene.nodes.length > 1500
  simulation = forceSimulation<SceneNode>([...scene.nodes])
    .force(
      'link',
      forceLink<SceneNode, SceneEdge>([...scene.edges])
        .distance(({ kind }) => (kind === 'has_tag' ? 46 : 34))
        .strength(({ source, target }) => 0.7 / Math.min(source.degree, target.degree, 12)),
    )
    .force(
      'charge',
      forceManyBody<SceneNode>()
        .strength(-42)
        .distanceMax(420)
        .theta(isLarge ? 1.3 : 0.9),
    )
    .force('x', forceX<SceneNode>(0).strength(0.035))
    .force('y', forceY<SceneNode>(0).strength(0.035))
    .alphaDecay(isLarge ? 0.035 : 0.024)
    .stop()
  if (!isLarge)
    simulation.force(
      'collide',
      forceCollide<SceneNode>((node) => node.radius + 1.5),
    )
  frames = 0
  ask()
}

/** Draws at the next frame, once, however often it is asked. */
function ask(): void {
  if (isAsked || !ctx) return
  isAsked = true
  requestAnimationFrame(frame)
}

function frame(): void {
  isAsked = false
  if (!ctx || !colours) return
  const isMoving = step()
  if (!isMoved) fitAll()
  if (!(isStill && isMoving)) {
    draw(ctx, { scene, camera, colours, size, hidden, chosen, pointed })
    frames += 1
  }
  if (isMoving) ask()
}

/** True while it has not come to rest. */
function step(): boolean {
  if (!simulation || simulation.alpha() < simulation.alphaMin()) return false
  const until = performance.now() + TICK_MS
  do simulation.tick()
  while (performance.now() < until && simulation.alpha() >= simulation.alphaMin())
  if (simulation.alpha() >= simulation.alphaMin()) return true
  tell({ say: 'rests', frames })
  return false
}

/** Fit everything into view until the user moves it. */
function fitAll(): void {
  if (scene.nodes.length === 0) return
  let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity]
  for (const { x, y } of scene.nodes) {
    left = Math.min(left, x)
    right = Math.max(right, x)
    top = Math.min(top, y)
    bottom = Math.max(bottom, y)
  }
  camera.x = (left + right) / 2
  camera.y = (top + bottom) / 2
  const room = Math.min(size.width / (right - left + 160), size.height / (bottom - top + 80))
  camera.scale = Math.min(Math.max(room, MIN_SCALE), 1.4)
}

/** What is well in sight stays where it is: a picture that jumps is hard to follow. */
function isInMiddle({ x, y }: SceneNode): boolean {
  const share = 0.4
  return (
    Math.abs(x - camera.x) * camera.scale < size.width * share &&
    Math.abs(y - camera.y) * camera.scale < size.height * share
  )
}

function moveTo({ x, y }: SceneNode): void {
  isMoved = true
  camera.x = x
  camera.y = y
  camera.scale = Math.max(camera.scale, 1)
}

function zoom(x: number, y: number, by: number): void {
  isMoved = true
  const before = placeOf(x, y)
  camera.scale = Math.min(Math.max(camera.scale * by, MIN_SCALE), MAX_SCALE)
  const after = placeOf(x, y)
  camera.x += before.x - after.x
  camera.y += before.y - after.y
}

function placeOf(x: number, y: number) {
  return {
    x: camera.x + (x - size.width / 2) / camera.scale,
    y: camera.y + (y - size.height / 2) / camera.scale,
  }
}

function nodeAt(x: number, y: number): SceneNode | null {
  const place = placeOf(x, y)
  const tree = quadtree<SceneNode>(
    [...scene.nodes],
    (node) => node.x,
    (node) => node.y,
  )
  return tree.find(place.x, place.y, REACH / camera.scale) ?? null
}

function choose(node: SceneNode | null): void {
  chosen = node
  tell({
    say: 'chosen',
    node: node && shown(node),
    neighbours: node ? neighboursOf(scene, node) : [],
  })
}

function found(words: string) {
  const wanted = words.trim().toLowerCase()
  if (wanted === '') return []
  return scene.nodes
    .filter(({ label }) => label.toLowerCase().includes(wanted))
    .sort((a, b) => b.degree - a.degree)
    .slice(0, MAX_FOUND)
    .map(shown)
}
