/**
 * K-01. A hard cap on calls and tokens a day, counted where every process of this home sees it. A call
 * is paid for before it is made, at the most it can cost, and settled when the bill is there.
 */
import * as z from 'zod'
import type { Clock } from '../clock.ts'
import { MnemeError } from '../errors.ts'
import type { LanguageModel, Question } from './model.ts'
import type { ModelSettings } from './settings.ts'

const Spend = z.object({
  calls: z.int().min(0),
  tokens: z.int().min(0),
  /** Calls without an answer. */
  failures: z.int().min(0),
  /** Calls refused because the daily budget was used up. */
  refused: z.int().min(0),
})
export type Spend = z.infer<typeof Spend>

const NOTHING: Spend = { calls: 0, tokens: 0, failures: 0, refused: 0 }

const ModelTrouble = z.object({
  failures: z.int().min(0),
  until: z.string().nullable(),
  said: z.string(),
})
type ModelTrouble = z.infer<typeof ModelTrouble>

const NO_TROUBLE: ModelTrouble = { failures: 0, until: null, said: '' }

const TROUBLE_NOTE = 'model:trouble'
const TRIES = 50
/** Three bytes to a token is more than any text of ours takes. */
const BYTES_PER_TOKEN = 3
const MINUTE_MS = 60_000

const noteOf = (now: string) => `model:spend:${now.slice(0, 10)}`

/** Where the spend is written down. */
export interface SpendStore {
  readonly notes: {
    get(key: string): Promise<string | null>
    /** Sets only if the present value is `expected`; says whether it did. */
    compareAndSet(key: string, expected: string | null, value: string): Promise<boolean>
  }
  readonly clock: Clock
}

/** What was spent today. */
export async function spentToday({ notes, clock }: SpendStore): Promise<Spend> {
  return parseOr(Spend, await notes.get(noteOf(clock.now())), NOTHING)
}

/** Why the model is not used at present, if so. */
export async function troubleWith({ notes }: SpendStore): Promise<ModelTrouble> {
  return parseOr(ModelTrouble, await notes.get(TROUBLE_NOTE), NO_TROUBLE)
}

/** Wraps a model with the daily budget. */
export function withBudget(
  model: LanguageModel,
  settings: ModelSettings,
  purse: SpendStore,
): LanguageModel {
  return {
    id: model.id,
    async ask(question) {
      await checkTrouble(purse)
      const day = noteOf(purse.clock.now())
      const most = mostTokens(question)
      await reserve(purse, day, settings, most)
      try {
        const answer = await model.ask(question)
        const { inputTokens, outputTokens } = answer
        const known = inputTokens !== null && outputTokens !== null
        const tokens = known ? Math.ceil(inputTokens + outputTokens) : most
        await change(purse, day, Spend, NOTHING, (spend) => ({
          ...spend,
          tokens: Math.max(0, spend.tokens - most + tokens),
        }))
        await change(purse, TROUBLE_NOTE, ModelTrouble, NO_TROUBLE, () => NO_TROUBLE)
        return answer
      } catch (thrown) {
        // The cost of a failed call is unknown, so its reservation stays spent.
        await change(purse, day, Spend, NOTHING, (spend) => ({
          ...spend,
          failures: spend.failures + 1,
        }))
        await noteTrouble(purse, settings, thrown)
        throw thrown
      }
    },
  }
}

function mostTokens({ system, user, schema, maxOutputTokens }: Question): number {
  const bytes = Buffer.byteLength(system) + Buffer.byteLength(user)
  return Math.ceil((bytes + JSON.stringify(schema).length) / BYTES_PER_TOKEN) + maxOutputTokens
}

async function reserve(
  purse: SpendStore,
  day: string,
  settings: ModelSettings,
  tokens: number,
): Promise<void> {
  let allowed = false
  await change(purse, day, Spend, NOTHING, (spend) => {
    allowed =
      spend.calls + 1 <= settings.dailyCalls && spend.tokens + tokens <= settings.dailyTokens
    return allowed
      ? { ...spend, calls: spend.calls + 1, tokens: spend.tokens + tokens }
      : { ...spend, refused: spend.refused + 1 }
  })
  if (allowed) return
  throw new MnemeError('rate_limited', 'the daily limit of the language model is reached', {
    hint: 'Try again tomorrow, or raise model.daily_calls or model.daily_tokens.',
  })
}

/** A model that keeps failing is not used for a while: each try would cost a person time. */
async function checkTrouble(purse: SpendStore): Promise<void> {
  const { until, said } = await troubleWith(purse)
  if (until === null || purse.clock.now() >= until) return
  throw new MnemeError('unavailable', `the model is not used until ${until}: ${said}`)
}

async function noteTrouble(
  purse: SpendStore,
  settings: ModelSettings,
  thrown: unknown,
): Promise<void> {
  const said = thrown instanceof Error ? thrown.message : String(thrown)
  const end = Date.parse(purse.clock.now()) + settings.pauseMinutes * MINUTE_MS
  await change(purse, TROUBLE_NOTE, ModelTrouble, NO_TROUBLE, ({ failures }) => ({
    failures: failures + 1,
    until: failures + 1 >= settings.failuresInARow ? new Date(end).toISOString() : null,
    said,
  }))
}

/** Compare-and-set until it succeeds: two processes never spend the same token. */
async function change<Value>(
  { notes }: SpendStore,
  note: string,
  schema: z.ZodType<Value>,
  first: Value,
  next: (value: Value) => Value,
): Promise<void> {
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const raw = await notes.get(note)
    const before = parseOr(schema, raw, first)
    const after = JSON.stringify(next(before))
    if (after === raw || (raw === null && after === JSON.stringify(first))) return
    if (await notes.compareAndSet(note, raw, after)) return
  }
  throw new MnemeError('store_busy', 'today’s model usage could not be recorded')
}

function parseOr<Value>(schema: z.ZodType<Value>, raw: string | null, first: Value): Value {
  if (raw === null) return first
  const value = schema.safeParse(JSON.parse(raw))
  return value.success ? value.data : first
}
