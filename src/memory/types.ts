/** The memory types and their behaviour. */

import { compareText } from '../text/compare.ts'

const LAYERS = ['semantic', 'episodic', 'procedural'] as const
type Layer = (typeof LAYERS)[number]

/** Highest first; the order is the order of importance. */
export const PRIORITIES = ['critical', 'high', 'medium', 'normal', 'low'] as const
export type Priority = (typeof PRIORITIES)[number]

/** Default importance by priority. */
// biome-ignore format: a table reads best in columns
export const IMPORTANCE_OF = { critical: 0.9, high: 0.75, medium: 0.6, normal: 0.5, low: 0.3 } as const

interface TypeTraits {
  readonly layer: Layer
  readonly priority: Priority
  /** Weight in activation (I-05) and layer B (H-02). */
  readonly weight: number
  /** Decay constant of confidence (I-03), not a half-life. */
  readonly decayDays: number
  /** Protected types fade at half rate (I-06). */
  readonly protected: boolean
  /** M-11. The default scope: only what is about the person is global. */
  readonly scope: 'global' | 'project'
}

/** Every type we know, in the order of indexes. Adding one means adding a row. */
// biome-ignore format: a table reads best in columns
export const MEMORY_TYPES = {
  policy:       { layer: 'semantic',   priority: 'critical', weight: 1.0, decayDays: 365, protected: true,  scope: 'project' },
  correction:   { layer: 'semantic',   priority: 'high',     weight: 1.0, decayDays: 365, protected: true,  scope: 'project' },
  negative:     { layer: 'semantic',   priority: 'high',     weight: 0.9, decayDays: 365, protected: true,  scope: 'project' },
  feedback:     { layer: 'semantic',   priority: 'high',     weight: 0.9, decayDays: 365, protected: false, scope: 'global'  },
  architecture: { layer: 'semantic',   priority: 'high',     weight: 0.9, decayDays:  90, protected: false, scope: 'project' },
  pitfall:      { layer: 'semantic',   priority: 'high',     weight: 0.9, decayDays:  90, protected: false, scope: 'project' },
  workflow:     { layer: 'procedural', priority: 'high',     weight: 0.9, decayDays:  60, protected: false, scope: 'project' },
  procedure:    { layer: 'procedural', priority: 'high',     weight: 0.9, decayDays:  60, protected: false, scope: 'project' },
  decision:     { layer: 'semantic',   priority: 'medium',   weight: 0.8, decayDays:  90, protected: true,  scope: 'project' },
  preference:   { layer: 'semantic',   priority: 'medium',   weight: 0.8, decayDays:  90, protected: false, scope: 'project' },
  user:         { layer: 'semantic',   priority: 'medium',   weight: 0.8, decayDays:  90, protected: false, scope: 'global'  },
  discovery:    { layer: 'semantic',   priority: 'medium',   weight: 0.7, decayDays:  60, protected: true,  scope: 'project' },
  skill:        { layer: 'procedural', priority: 'medium',   weight: 0.7, decayDays:  60, protected: false, scope: 'project' },
  context:      { layer: 'semantic',   priority: 'normal',   weight: 0.5, decayDays:  30, protected: false, scope: 'project' },
  task:         { layer: 'semantic',   priority: 'normal',   weight: 0.5, decayDays:  30, protected: false, scope: 'project' },
  fact:         { layer: 'semantic',   priority: 'normal',   weight: 0.5, decayDays:  30, protected: false, scope: 'project' },
  project:      { layer: 'semantic',   priority: 'normal',   weight: 0.5, decayDays:  30, protected: false, scope: 'project' },
  reference:    { layer: 'semantic',   priority: 'normal',   weight: 0.5, decayDays:  60, protected: false, scope: 'project' },
  bugfix:       { layer: 'episodic',   priority: 'normal',   weight: 0.5, decayDays:  30, protected: false, scope: 'project' },
  feature:      { layer: 'episodic',   priority: 'normal',   weight: 0.5, decayDays:  30, protected: false, scope: 'project' },
  episode:      { layer: 'episodic',   priority: 'normal',   weight: 0.5, decayDays:  30, protected: false, scope: 'project' },
  refactor:     { layer: 'episodic',   priority: 'low',      weight: 0.3, decayDays:  30, protected: false, scope: 'project' },
  change:       { layer: 'episodic',   priority: 'low',      weight: 0.3, decayDays:  30, protected: false, scope: 'project' },
} as const satisfies Record<string, TypeTraits>

export type KnownType = keyof typeof MEMORY_TYPES

const KNOWN_TYPES = Object.keys(MEMORY_TYPES) as readonly KnownType[]

/** Types for events. */
export const EPISODIC_TYPES: readonly KnownType[] = KNOWN_TYPES.filter(
  (type) => MEMORY_TYPES[type].layer === 'episodic',
)

/** K-11. Types that tell an agent what to do; text of untrusted origin never becomes one by itself. */
export const RULE_TYPES: ReadonlySet<string> = new Set<KnownType>([
  'policy',
  'preference',
  'negative',
  'correction',
  'feedback',
  'procedure',
  'workflow',
  'skill',
])

const MAX_TYPE_LENGTH = 32

/** An unknown label is valid and behaves like a fact. */
export function traitsOf(type: string): TypeTraits {
  return isKnownType(type) ? MEMORY_TYPES[type] : MEMORY_TYPES.fact
}

/** "API shape", "api_shape" and "API--Shape" are one label. Empty when nothing usable is left. */
export function canonicalType(label: string): string {
  let type = ''
  for (const sign of label.toLowerCase()) {
    if (type.length === MAX_TYPE_LENGTH) break
    if (/[a-z0-9]/.test(sign)) type += sign
    else if (/[\s_-]/.test(sign) && !type.endsWith('-')) type += '-'
  }
  return type.replace(/^-|-$/g, '')
}

/** Conventional types in table order, then others alphabetically (C-04). */
export function compareTypes(a: string, b: string): number {
  const rank = (type: string) =>
    isKnownType(type) ? KNOWN_TYPES.indexOf(type) : KNOWN_TYPES.length
  return rank(a) - rank(b) || compareText(a, b)
}

export function isKnownType(type: string): type is KnownType {
  return Object.hasOwn(MEMORY_TYPES, type) // 'constructor' is a label like any other
}
