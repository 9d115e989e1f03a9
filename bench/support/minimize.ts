/** Finds the least of a smooth convex function, by L-BFGS with a step that is halved until it gains. */

/** The value at a point; writes the slope there into the second array. */
type Objective = (at: Float64Array, slope: Float64Array) => number

interface Step {
  readonly moved: Float64Array
  readonly bent: Float64Array
  readonly scale: number
}

const MEMORY = 8
const MAX_HALVINGS = 20
const LEAST_GAIN = 1e-6
/** How much of the gain that the slope promises a step must bring. */
const PROMISED = 1e-4

export function minimize(size: number, objective: Objective, maxSteps: number): Float64Array {
  let at = new Float64Array(size)
  let slope = new Float64Array(size)
  let value = objective(at, slope)
  const steps: Step[] = []
  for (let step = 0; step < maxSteps; step++) {
    const direction = directionOf(slope, steps)
    const promised = dot(slope, direction)
    let length = 1
    let next = at
    let nextSlope = slope
    let nextValue = value
    for (let halving = 0; halving < MAX_HALVINGS; halving++, length /= 2) {
      const tried = length
      next = at.map((each, i) => each - tried * (direction[i] ?? 0))
      nextSlope = new Float64Array(size)
      nextValue = objective(next, nextSlope)
      if (nextValue <= value - PROMISED * length * promised) break
    }
    remember(steps, at, next, slope, nextSlope)
    const gain = value - nextValue
    at = next
    slope = nextSlope
    value = nextValue
    if (gain < LEAST_GAIN * Math.max(1, Math.abs(value))) break
  }
  return at
}

function remember(
  steps: Step[],
  at: Float64Array,
  next: Float64Array,
  slope: Float64Array,
  nextSlope: Float64Array,
): void {
  const moved = next.map((each, i) => each - (at[i] ?? 0))
  const bent = nextSlope.map((each, i) => each - (slope[i] ?? 0))
  const curve = dot(moved, bent)
  if (curve <= 1e-10) return
  steps.push({ moved, bent, scale: 1 / curve })
  if (steps.length > MEMORY) steps.shift()
}

/** The slope, straightened by what the last steps showed of the curve. */
function directionOf(slope: Float64Array, steps: readonly Step[]): Float64Array {
  const direction = Float64Array.from(slope)
  const shares = new Map<Step, number>()
  for (const step of [...steps].reverse()) {
    const share = step.scale * dot(step.moved, direction)
    shares.set(step, share)
    addScaled(direction, step.bent, -share)
  }
  const last = steps.at(-1)
  const scale = last
    ? 1 / (last.scale * dot(last.bent, last.bent))
    : 1 / Math.max(1, Math.sqrt(dot(slope, slope)))
  for (let i = 0; i < direction.length; i++) direction[i] = (direction[i] ?? 0) * scale
  for (const step of steps) {
    const back = step.scale * dot(step.bent, direction)
    addScaled(direction, step.moved, (shares.get(step) ?? 0) - back)
  }
  return direction
}

function addScaled(to: Float64Array, what: Float64Array, factor: number): void {
  for (let i = 0; i < to.length; i++) to[i] = (to[i] ?? 0) + factor * (what[i] ?? 0)
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0
  for (let i = 0; i < a.length; i++) sum += (a[i] ?? 0) * (b[i] ?? 0)
  return sum
}
