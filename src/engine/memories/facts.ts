/** Facts: what relates to what, and when that was so. */

import { scrub } from '../../capture/scrub.ts'
import { MnemeError } from '../../errors.ts'
import { originOfActor } from '../../memory/origins.ts'
import type { Fact } from '../../store/records.ts'
import type { Caller, Engine } from '../engine.ts'
import { decideAndCommit } from '../journal/commit.ts'
import { findMemory } from './find-memory.ts'

interface FactInput {
  readonly subject: string
  readonly predicate: string
  readonly object: string
  readonly confidence?: number | undefined
  readonly memory?: string | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
}

const DEFAULT_CONFIDENCE = 0.9
/** More entries about one fact than this are not read; the first change is then unknown. */
const MAX_CHANGES = 1000
/** The same words may have been true at several times. */
const SAME_WORDS = 100

export async function addFact(
  engine: Engine,
  caller: Caller,
  input: FactInput,
): Promise<{ fact: Fact; outcome: 'created' | 'duplicate'; batch: string | null }> {
  const { fields, kinds } = scrub(input)
  if (kinds.length > 0) {
    throw new MnemeError('secret_found', `not stored: it holds a credential (${kinds.join(', ')})`)
  }
  const memory =
    fields.memory === undefined ? null : await findMemory(engine, caller, fields.memory)
  const fact: Fact = {
    id: engine.clock.newId(),
    subject: fields.subject,
    predicate: fields.predicate,
    object: fields.object,
    confidence: fields.confidence ?? DEFAULT_CONFIDENCE,
    project: caller.project?.id ?? null,
    memory: memory?.id ?? null,
    validFrom: moment(fields.from, 'from'),
    validTo: moment(fields.to, 'to'),
    createdAt: engine.clock.now(),
  }
  return decideAndCommit<{ fact: Fact; outcome: 'created' | 'duplicate' }>(
    engine,
    caller,
    'fact add',
    async () => {
      const { subject, predicate, object } = fact
      const known = await engine.store.facts.find({
        subject,
        predicate,
        object,
        projects: [fact.project],
        limit: SAME_WORDS,
      })
      const same = known.find(
        (each) => each.validFrom === fact.validFrom && each.validTo === fact.validTo,
      )
      return same
        ? { changes: [], result: { fact: same, outcome: 'duplicate' } }
        : {
            changes: [{ op: 'insert', kind: 'fact', row: fact }],
            result: { fact, outcome: 'created' },
          }
    },
  )
}

/** M-01. A fact is the user's word when a person noted it, whichever memory it was attached to. */
export async function withOrigin({ store }: Engine, facts: readonly Fact[]) {
  return Promise.all(
    facts.map(async (fact) => {
      const entries = await store.journal.list({ key: fact.id }, { limit: MAX_CHANGES })
      return { ...fact, origin: originOfActor(entries.at(-1)?.actor) }
    }),
  )
}

function moment(given: string | undefined, field: string): string | null {
  if (given === undefined) return null
  const ms = Date.parse(given)
  if (!Number.isNaN(ms)) return new Date(ms).toISOString()
  throw new MnemeError('invalid_input', `--${field}: "${given.slice(0, 40)}" is not a moment`, {
    hint: 'Use a date such as 2026-01-31.',
  })
}
