/** From a memory to what can be packed: governed, and ready to be written. */
import type { Memory } from '../memory/memory.ts'
import { ageOf, dayOf } from './age.ts'
import type { Packable } from './budget.ts'
import { type Governed, govern } from './governor.ts'
import { olderMemory } from './older-mark.ts'
import type { Entry, Renderer } from './render.ts'
import type { ContextSettings } from './settings.ts'
import type { MemoryCandidate, Situation } from './situation.ts'

export interface Shown {
  readonly memory: Memory
  readonly verdict: Entry['verdict']
  readonly reason: string
}

type Prepared =
  | { readonly served: true; readonly packable: Packable<Shown> }
  | { readonly served: false; readonly reason: string }

interface Preparation {
  readonly settings: Pick<ContextSettings, 'blockLikeness'>
  readonly renderer: Renderer
  readonly situation: Situation
  /** K-10. The stable part says the day and not the age. */
  readonly dated: 'age' | 'since'
}

export function prepare(preparation: Preparation, candidate: MemoryCandidate): Prepared {
  const { settings, renderer, situation, dated } = preparation
  const { memory, passage } = candidate
  const governed = govern(settings, memory, bodyOf(memory))
  const { verdict, title } = governed
  const reason = governed.reasons.join('; ')
  if (verdict === 'withhold') return { served: false, reason }
  const { id, type, createdAt } = memory
  const origin = memory.scope === 'team' ? 'team' : memory.provenance.origin
  const when =
    dated === 'age' ? { age: ageOf(createdAt, situation.now) } : { since: dayOf(createdAt) }
  const laterAt = situation.saidLater.get(id)
  const note = laterAt === undefined ? null : olderMemory(laterAt)
  const render = (body: string) =>
    renderer.entry({
      ...{ id, type, origin, verdict, title, body, when, note },
      isCut: body !== governed.text,
    })
  return {
    served: true,
    packable: {
      item: { memory, verdict, reason },
      whole: governed.text,
      passage: passage === null ? null : wordsOf(govern(settings, memory, passage)),
      render,
    },
  }
}

function wordsOf(governed: Governed): string | null {
  return governed.verdict === 'withhold' ? null : governed.text
}

/** A procedure is its steps; what else was written about it comes first. */
export function bodyOf(memory: Memory): string {
  const { procedure, content } = memory
  if (procedure === null) return content
  const steps = procedure.steps.map((step, index) => `${index + 1}. ${step}`)
  const tried = procedure.successes + procedure.failures
  const record = tried === 0 ? [] : [`Worked ${procedure.successes} of ${tried} times.`]
  return [
    ...(content === '' || procedure.steps.every((step) => content.includes(step)) ? [] : [content]),
    ...(procedure.trigger === '' ? [] : [`When: ${procedure.trigger}`]),
    ...procedure.prerequisites.map((needed) => `Needs: ${needed}`),
    ...steps,
    ...procedure.warnings.map((warning) => `Careful: ${warning}`),
    ...record,
  ].join('\n')
}
