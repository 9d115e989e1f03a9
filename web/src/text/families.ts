/** Kinds of memory that are alike share a colour. */
// biome-ignore format: a table reads best in columns
const FAMILIES: Readonly<Record<string, string>> = {
  policy: 'rule', correction: 'rule', negative: 'rule', feedback: 'rule', preference: 'rule',
  decision: 'choice', architecture: 'choice', pitfall: 'warning', bugfix: 'warning',
  workflow: 'skill', procedure: 'skill', skill: 'skill', task: 'task',
  episode: 'event', feature: 'event', refactor: 'event', change: 'event',
}

/** What colours a type: one of a handful of families, `fact` for all others. */
export function familyOf(type: string): string {
  return (Object.hasOwn(FAMILIES, type) ? FAMILIES[type] : undefined) ?? 'fact'
}
