/** Skills that were extracted twice become one, with the experience of both. */
import type { Memory } from '../../memory/memory.ts'
import { duplicateSkills, skillOf } from '../../ranking/skills.ts'
import type { Action, Job } from '../job.ts'
import { allLiving, inUse } from '../living.ts'

const SKILL_TYPES = ['skill', 'procedure', 'workflow'] as const

export const skills: Job = {
  summary: 'Removes duplicate skills and procedures',
  setting: 'skillCleanup',
  async plan(work) {
    const living = await allLiving(work, { ...inUse(work), types: SKILL_TYPES })
    const byId = new Map(living.map((memory) => [memory.id, memory]))
    const places = new Map<string, Memory[]>()
    for (const memory of living) {
      const place = JSON.stringify([memory.scope, memory.session, memory.type])
      places.set(place, [...(places.get(place) ?? []), memory])
    }
    const findings = [...places.values()].flatMap((group) =>
      duplicateSkills(work.engine.config.ranking.skills, group.map(skillOf)),
    )
    const experience = new Map<string, Memory['procedure']>()
    const actions = findings.flatMap(({ keep, remove, similarity }): Action[] => {
      const [kept, twin] = [byId.get(keep), byId.get(remove)]
      if (!kept || !twin || twin.validated) return []
      const before = experience.get(keep) ?? kept.procedure
      const both = withExperience(before, twin.procedure)
      experience.set(keep, both)
      return [
        {
          about: twin.id,
          title: twin.title,
          reason: `the same skill as ${kept.id} (${similarity.toFixed(2)})`,
          changes: [
            {
              op: 'update',
              kind: 'memory',
              key: twin.id,
              set: { state: 'removed', stateSince: work.now },
              expect: { state: twin.state, validated: false },
            },
            ...(both === before
              ? []
              : [
                  {
                    op: 'update' as const,
                    kind: 'memory' as const,
                    key: kept.id,
                    set: { procedure: both },
                    expect: { procedure: before },
                  },
                ]),
          ],
        },
      ]
    })
    return { actions }
  },
}

function withExperience(kept: Memory['procedure'], twin: Memory['procedure']): Memory['procedure'] {
  if (!kept || !twin || twin.successes + twin.failures === 0) return kept
  return {
    ...kept,
    successes: kept.successes + twin.successes,
    failures: kept.failures + twin.failures,
  }
}
