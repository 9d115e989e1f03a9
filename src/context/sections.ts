/**
 * H-12. The sections of the context in reading order. `trim` decides what is dropped first when a host allows
 * less: the lowest number, always in the same order.
 */
interface SectionTraits {
  readonly part: 'stable' | 'tail'
  readonly tag: string
  readonly heading: string
  readonly trim: number
}

// biome-ignore format: a table reads best in columns
export const SECTIONS = {
  anchors:      { part: 'stable', tag: 'anchors',       heading: 'Anchors',            trim: 10 },
  projectIndex: { part: 'stable', tag: 'project-index', heading: 'Project memories',   trim:  4 },
  globalIndex:  { part: 'stable', tag: 'global-index',  heading: 'Global memories',    trim:  3 },
  standing:     { part: 'stable', tag: 'standing',      heading: 'Always applies',     trim:  8 },
  lifeboat:     { part: 'tail',   tag: 'lifeboat',      heading: 'Before compaction',  trim:  6 },
  warnings:     { part: 'tail',   tag: 'warnings',      heading: 'Warnings',           trim:  9 },
  pending:      { part: 'tail',   tag: 'pending',       heading: 'From the last turn', trim:  5 },
  recalled:     { part: 'tail',   tag: 'recalled',      heading: 'Recalled',           trim:  7 },
  evidence:     { part: 'tail',   tag: 'evidence',      heading: 'From the history',   trim:  7 },
  procedures:   { part: 'tail',   tag: 'procedures',    heading: 'Procedures',         trim:  2 },
  tasks:        { part: 'tail',   tag: 'tasks',         heading: 'Open tasks',         trim:  1 },
} as const satisfies Record<string, SectionTraits>

export type SectionName = keyof typeof SECTIONS

export const SECTION_NAMES = Object.keys(SECTIONS) as readonly SectionName[]

export const TRIM_ORDER: readonly SectionName[] = SECTION_NAMES.toSorted(
  (a, b) => SECTIONS[a].trim - SECTIONS[b].trim,
)
