/** E-02. Dampens tags that are on most memories, which say little and would flood the results. */

import * as z from 'zod'
import { wholeNumber } from '../setting.ts'
import { compareText } from '../text/compare.ts'
import { type EdgeStep, type Neighbourhood, type NodeKey, nodeOf } from './edges.ts'

export const HubSettings = z.object({
  freeDegree: wholeNumber(8, 'A node with more edges than this is a hub'),
  fanOut: wholeNumber(20, 'Maximum edges followed from a hub'),
})
export type HubSettings = z.infer<typeof HubSettings>

/** The factor of a step out of a tag or cluster: 1 up to the free degree, then 1/√degree. */
function hubShare(settings: HubSettings, from: NodeKey, degree: number): number {
  if (nodeOf(from).kind === 'memory' || degree <= settings.freeDegree) return 1
  return Math.sqrt(settings.freeDegree / degree)
}

/**
 * The steps that are taken from a node, strongest first, with their bounded weights. Among equals
 * the newest goes first (ids sort by time), since a hub's newest members are the likelier ones.
 */
export function boundedSteps(
  settings: HubSettings,
  from: NodeKey,
  around: Neighbourhood,
): EdgeStep[] {
  const share = hubShare(settings, from, around.degree)
  return [...around.steps]
    .sort((a, b) => b.weight - a.weight || compareText(b.to, a.to) || compareText(a.kind, b.kind))
    .slice(0, settings.fanOut)
    .map((step) => ({ ...step, weight: step.weight * share }))
}
