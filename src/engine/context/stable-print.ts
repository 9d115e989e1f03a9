/** K-10. The fingerprint of the stable part as it is now, made anew only when one of its sources changed. */
import type { Caller, Engine } from '../engine.ts'
import { readAnchors } from '../vault/anchors.ts'
import { contextFor } from './context.ts'
import { type StableSources, stableSources } from './stable-sources.ts'

interface Known {
  readonly anchors: string
  readonly print: string | null
}

/** Sources that did not change are the same ones. */
const known = new WeakMap<StableSources, Known>()

export async function stablePrint(engine: Engine, caller: Caller): Promise<string | null> {
  const [sources, read] = await Promise.all([
    stableSources(engine, caller),
    readAnchors(engine, caller),
  ])
  const anchors = JSON.stringify(read)
  const before = known.get(sources)
  if (before?.anchors === anchors) return before.print
  const { stable } = await contextFor(engine, caller, {
    prompt: '',
    files: [],
    part: 'stable',
    format: 'xml',
    host: null,
    budgetTokens: null,
    requested: [],
    reset: null,
    preview: true,
  })
  known.set(sources, { anchors, print: stable })
  return stable
}
