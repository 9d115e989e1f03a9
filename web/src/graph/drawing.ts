/** One picture of the scene. Everything of one colour is drawn at once. */
import type { Colours } from './messages.ts'
import type { Scene, SceneNode } from './scene.ts'

export interface Camera {
  x: number
  y: number
  scale: number
}

export interface Picture {
  readonly scene: Scene
  readonly camera: Camera
  readonly colours: Colours
  readonly size: { readonly width: number; readonly height: number; readonly ratio: number }
  readonly hidden: ReadonlySet<string>
  readonly chosen: SceneNode | null
  readonly pointed: SceneNode | null
}

const LABELLED = 14
/** From here on every node in sight has its name. */
const CLOSE = 1.6
const MAX_LABELS = 60
const MAX_SHOWN = 34

export function draw(ctx: OffscreenCanvasRenderingContext2D, picture: Picture): void {
  const { camera, colours, size, scene } = picture
  ctx.setTransform(size.ratio, 0, 0, size.ratio, 0, 0)
  ctx.fillStyle = colours.paper
  ctx.fillRect(0, 0, size.width, size.height)
  ctx.translate(size.width / 2, size.height / 2)
  ctx.scale(camera.scale, camera.scale)
  ctx.translate(-camera.x, -camera.y)
  const focus = picture.pointed ?? picture.chosen
  const near = focus && neighbourhood(picture, focus)
  drawEdges(ctx, picture, focus)
  drawNodes(ctx, picture, near)
  if (picture.chosen) ring(ctx, picture.chosen, colours.ink, camera.scale)
  drawLabels(ctx, picture, labelled(scene, picture, near))
}

function neighbourhood({ scene, hidden }: Picture, focus: SceneNode): Set<SceneNode> {
  const near = new Set([focus])
  for (const { source, target, kind } of scene.edges) {
    if (hidden.has(kind)) continue
    if (source === focus) near.add(target)
    if (target === focus) near.add(source)
  }
  return near
}

function drawEdges(
  ctx: OffscreenCanvasRenderingContext2D,
  { scene, colours, camera, hidden }: Picture,
  focus: SceneNode | null,
): void {
  const kinds = new Set(scene.edges.map(({ kind }) => kind))
  for (const kind of kinds) {
    if (hidden.has(kind)) continue
    ctx.strokeStyle = colours.edges[kind] ?? colours.faint
    for (const isNear of focus ? [false, true] : [false]) {
      ctx.globalAlpha = focus ? (isNear ? 0.95 : 0.2) : 0.42
      ctx.lineWidth = (isNear ? 1.6 : 0.9) / camera.scale
      ctx.beginPath()
      for (const { source, target, kind: own } of scene.edges) {
        if (own !== kind || isNear !== (focus !== null && (source === focus || target === focus))) {
          continue
        }
        ctx.moveTo(source.x, source.y)
        ctx.lineTo(target.x, target.y)
      }
      ctx.stroke()
    }
  }
  ctx.globalAlpha = 1
}

function drawNodes(
  ctx: OffscreenCanvasRenderingContext2D,
  { scene, colours, hidden }: Picture,
  near: ReadonlySet<SceneNode> | null,
): void {
  const families = new Map<string, SceneNode[]>()
  for (const node of scene.nodes) {
    if (node.kind === 'tag' && hidden.has('has_tag')) continue
    if (node.kind === 'cluster' && hidden.has('in_cluster')) continue
    families.set(node.family, [...pushed(families.get(node.family), node)])
  }
  for (const [family, nodes] of families) {
    ctx.fillStyle = colours.nodes[family] ?? colours.ink
    for (const isNear of near ? [false, true] : [true]) {
      ctx.globalAlpha = isNear ? 1 : 0.3
      ctx.beginPath()
      for (const node of nodes) {
        if (near && near.has(node) !== isNear) continue
        ctx.moveTo(node.x + node.radius, node.y)
        if (node.kind === 'memory') ctx.arc(node.x, node.y, node.radius, 0, 2 * Math.PI)
        else diamond(ctx, node)
      }
      ctx.fill()
    }
  }
  ctx.globalAlpha = 1
}

function pushed(list: SceneNode[] | undefined, node: SceneNode): SceneNode[] {
  if (!list) return [node]
  list.push(node)
  return list
}

/** Tags and clusters are distinguished from memories by shape too, not by colour alone. */
function diamond(ctx: OffscreenCanvasRenderingContext2D, { x, y, radius }: SceneNode): void {
  ctx.moveTo(x + radius, y)
  ctx.lineTo(x, y + radius)
  ctx.lineTo(x - radius, y)
  ctx.lineTo(x, y - radius)
  ctx.closePath()
}

function ring(
  ctx: OffscreenCanvasRenderingContext2D,
  { x, y, radius }: SceneNode,
  colour: string,
  scale: number,
): void {
  ctx.strokeStyle = colour
  ctx.lineWidth = 2 / scale
  ctx.beginPath()
  ctx.arc(x, y, radius + 4 / scale, 0, 2 * Math.PI)
  ctx.stroke()
}

function labelled(
  scene: Scene,
  { camera, size }: Picture,
  near: ReadonlySet<SceneNode> | null,
): readonly SceneNode[] {
  if (near) return [...near].slice(0, MAX_LABELS)
  const half = { x: size.width / camera.scale / 2, y: size.height / camera.scale / 2 }
  const inSight = scene.nodes.filter(
    ({ x, y }) => Math.abs(x - camera.x) < half.x && Math.abs(y - camera.y) < half.y,
  )
  const most = camera.scale >= CLOSE ? MAX_LABELS : LABELLED
  return [...inSight].sort((a, b) => b.degree - a.degree).slice(0, most)
}

function drawLabels(
  ctx: OffscreenCanvasRenderingContext2D,
  { colours, camera }: Picture,
  nodes: readonly SceneNode[],
): void {
  const px = 11.5 / camera.scale
  ctx.font = `${px}px system-ui, sans-serif`
  ctx.textBaseline = 'middle'
  ctx.lineJoin = 'round'
  ctx.lineWidth = 3.5 / camera.scale
  ctx.strokeStyle = colours.paper
  ctx.fillStyle = colours.ink
  for (const node of nodes) {
    const text = node.label.length > MAX_SHOWN ? `${node.label.slice(0, MAX_SHOWN)}…` : node.label
    const x = node.x + node.radius + 4 / camera.scale
    ctx.strokeText(text, x, node.y)
    ctx.fillText(text, x, node.y)
  }
}
