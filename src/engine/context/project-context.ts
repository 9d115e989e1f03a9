/** H-10. What is known of a project, for an agent that is new to it. */
import type { Memory } from '../../memory/memory.ts'
import { compareTypes } from '../../memory/types.ts'
import type { Project } from '../../store/records.ts'
import type { Caller, Engine } from '../engine.ts'
import { inUse } from '../memories/in-use.ts'

interface ProjectContext {
  readonly project: { readonly id: string; readonly slug: string } | null
  readonly total: number
  readonly types: { readonly type: string; readonly count: number; readonly memories: Memory[] }[]
  readonly tasks: Memory[]
  readonly decisions: Memory[]
  readonly contradictions: { readonly newer: Memory; readonly older: Memory }[]
}

const MAX_CONTRADICTIONS = 20

export async function projectContext(
  engine: Engine,
  caller: Caller,
  project: Project | null,
  limit: number,
): Promise<ProjectContext> {
  const { memories } = engine.store
  const used = inUse(engine, caller)
  const here = project
    ? { ...used, scopes: ['project'] as const, project: project.id }
    : { ...used, scopes: ['global'] as const }
  const counted = await memories.countBy(here, 'type')
  const types = await Promise.all(
    counted.map(async ({ value, count }) => ({
      type: value,
      count,
      memories: await memories.list({ ...here, types: [value] }, { limit, order: 'importance' }),
    })),
  )
  const [tasks, decisions, contradictions] = await Promise.all([
    memories.list({ ...here, types: ['task'], done: false }, { limit }),
    memories.list({ ...here, types: ['decision'] }, { limit }),
    contradictionsIn(engine, used),
  ])
  return {
    project: project && { id: project.id, slug: project.slug },
    total: counted.reduce((sum, { count }) => sum + count, 0),
    types: types.sort((a, b) => compareTypes(a.type, b.type)),
    tasks,
    decisions,
    contradictions,
  }
}

async function contradictionsIn(
  engine: Engine,
  inUseHere: Parameters<Engine['store']['memories']['list']>[0],
): Promise<ProjectContext['contradictions']> {
  const links = (await engine.store.links.all(['contradicts'])).slice(-MAX_CONTRADICTIONS)
  const ids = links.flatMap(({ from, to }) => [from, to])
  const living = await engine.store.memories.list({ ...inUseHere, ids }, { limit: ids.length })
  const byId = new Map(living.map((memory) => [memory.id, memory]))
  return links.flatMap(({ from, to }) => {
    const newer = byId.get(from)
    const older = byId.get(to)
    return newer && older ? [{ newer, older }] : []
  })
}
