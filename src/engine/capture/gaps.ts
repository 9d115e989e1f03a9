/** G-11. What memory was asked for and did not have: logged, counted, and looked at after extraction. */
import * as z from 'zod'
import { gapIn } from '../../capture/gaps.ts'
import { scrub } from '../../capture/scrub.ts'
import type { Memory } from '../../memory/memory.ts'
import { questionIn } from '../../search/query.ts'
import { stem } from '../../text/words.ts'
import type { Caller, Engine } from '../engine.ts'

const Entry = z.object({
  id: z.string(),
  at: z.string(),
  lastAt: z.string(),
  snippet: z.string(),
  topic: z.array(z.string()),
  session: z.string().nullable(),
  /** How often it was asked for in vain. */
  count: z.int().positive(),
  /** The memory that answers it since. */
  answeredBy: z.string().nullable(),
})
type LoggedGap = z.infer<typeof Entry>

const Log = z.array(Entry)

/** The oldest go first: what is not asked again is no gap. */
const MAX_GAPS = 200
const TRIES = 8
/** So much of a gap's topic in common makes two gaps one, or a memory its answer. */
const SAME_TOPIC = 0.6

const noteOf = (caller: Caller) => `gaps:${caller.project?.id ?? 'global'}`

interface Served {
  readonly prompt: string
  readonly candidates: number
  readonly served: number
}

/** To be called with every context that was asked for; only one that found nothing is logged. */
export async function noteGap(engine: Engine, caller: Caller, served: Served): Promise<void> {
  if (served.served > 0) return
  const [any] = await engine.store.memories.list({ states: ['new', 'high', 'low'] }, { limit: 1 })
  const { fields } = scrub({ text: questionIn(served.prompt) })
  const gap = gapIn(engine.config.capture.gaps, {
    text: fields.text,
    candidates: served.candidates,
    served: served.served,
    isEmpty: any === undefined,
  })
  if (gap === null) return
  const at = engine.clock.now()
  await changeLog(engine, caller, (log) => {
    const known = log.find(({ topic }) => overlap(topic, gap.topic) >= SAME_TOPIC)
    const again = known
      ? { ...known, lastAt: at, count: known.count + 1, answeredBy: null, snippet: gap.snippet }
      : {
          id: engine.clock.newId(),
          at,
          lastAt: at,
          snippet: gap.snippet,
          topic: [...gap.topic],
          session: caller.session,
          count: 1,
          answeredBy: null,
        }
    return [...log.filter((entry) => entry !== known), again].slice(-MAX_GAPS)
  })
}

/** Most wanted first. */
export async function listGaps(
  engine: Engine,
  caller: Caller,
  answered: boolean,
): Promise<readonly LoggedGap[]> {
  const log = parseGaps(await engine.store.notes.get(noteOf(caller)))
  return log
    .filter((entry) => answered || entry.answeredBy === null)
    .sort((a, b) => b.count - a.count || (a.lastAt < b.lastAt ? 1 : -1))
}

/** After extraction: a new memory that speaks of a gap's topic closes it. */
export async function reviewGaps(
  engine: Engine,
  caller: Caller,
  memories: readonly Memory[],
): Promise<number> {
  if (memories.length === 0) return 0
  let closed = 0
  const texts = memories.map(({ id, title, content, tags }) => ({
    id,
    words: `${title} ${content} ${tags.join(' ')}`.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [],
  }))
  await changeLog(engine, caller, (log) => {
    closed = 0
    return log.map((entry) => {
      if (entry.answeredBy !== null) return entry
      const answer = texts.find(({ words }) => overlap(entry.topic, words) >= SAME_TOPIC)
      if (answer === undefined) return entry
      closed += 1
      return { ...entry, answeredBy: answer.id }
    })
  })
  return closed
}

/** The share of the first's words that the second has too, by stem. */
function overlap(topic: readonly string[], words: readonly string[]): number {
  if (topic.length === 0) return 0
  const has = new Set(words.map(stem))
  return topic.filter((word) => has.has(stem(word))).length / topic.length
}

async function changeLog(
  engine: Engine,
  caller: Caller,
  next: (log: readonly LoggedGap[]) => readonly LoggedGap[],
): Promise<void> {
  const { notes } = engine.store
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const raw = await notes.get(noteOf(caller))
    const after = JSON.stringify(next(parseGaps(raw)))
    if (after === (raw ?? '[]')) return
    if (await notes.compareAndSet(noteOf(caller), raw, after)) return
  }
}

function parseGaps(raw: string | null): readonly LoggedGap[] {
  if (raw === null) return []
  const log = Log.safeParse(JSON.parse(raw))
  return log.success ? log.data : []
}
