/** Procedures as memories: their text and their outcomes. */
import { MnemeError } from '../../errors.ts'
import type { Memory, Procedure } from '../../memory/memory.ts'
import type { Caller, Engine } from '../engine.ts'
import { decideAndCommit } from '../journal/commit.ts'
import { findMemory } from './find-memory.ts'

/** The procedure as text, so that it is found by its words like any memory. */
export function procedureContent(procedure: Procedure): string {
  const part = (title: string, items: readonly string[]) =>
    items.length > 0 ? [`${title}:`, ...items.map((item) => `- ${item}`)] : []
  return [
    `When: ${procedure.trigger}`,
    ...part('Needs', procedure.prerequisites),
    'Steps:',
    ...procedure.steps.map((step, index) => `${index + 1}. ${step}`),
    ...part('Watch out', procedure.warnings),
  ].join('\n')
}

export async function recordOutcome(
  engine: Engine,
  caller: Caller,
  reference: string,
  result: 'success' | 'failure',
): Promise<{ memory: Memory; batch: string | null }> {
  return decideAndCommit(engine, caller, `procedure ${result}`, async () => {
    const memory = await findMemory(engine, caller, reference)
    const { procedure } = memory
    if (!procedure) {
      throw new MnemeError(
        'invalid_input',
        `"${memory.name}" is a ${memory.type}, not a procedure`,
        {
          hint: 'See the procedures there are: mneme list --type procedure',
        },
      )
    }
    const counted: Procedure = {
      ...procedure,
      successes: procedure.successes + Number(result === 'success'),
      failures: procedure.failures + Number(result === 'failure'),
    }
    const set = { procedure: counted, updatedAt: engine.clock.now() }
    const expect = { procedure }
    return {
      changes: [{ op: 'update', kind: 'memory', key: memory.id, set, expect }],
      result: { memory: { ...memory, ...set } },
    }
  })
}
