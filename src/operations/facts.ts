import * as z from 'zod'
import { addFact, withOrigin } from '../engine/memories/facts.ts'
import { visibleAmong } from '../engine/memories/find-memory.ts'
import { ORIGINS } from '../memory/memory.ts'
import { Fact } from '../store/records.ts'
import { momentOf } from './filter-input.ts'
import { operation } from './operation.ts'

const Part = z.string().trim().min(1).max(1000)
const Moment = z.string().optional()

/** Labelled with its origin, like every memory. */
export const SeenFact = Fact.unwrap().extend({
  origin: z.enum(ORIGINS).describe('Whose words it is in'),
})

export const factAdd = operation({
  name: 'fact add',
  summary: 'Store a fact as subject, predicate and object: "api", "uses", "postgres".',
  effect: 'writes',
  whenOff: 'refuses',
  http: { method: 'POST', path: '/api/facts' },
  input: z.object({
    subject: Part.describe('What it is about'),
    predicate: Part.describe('How they relate'),
    object: Part.describe('What it relates to'),
    confidence: z.number().min(0).max(1).optional().describe('How sure it is, 0 to 1'),
    memory: z.string().optional().describe('Id or name of the memory it comes from'),
    from: Moment.describe('True from this time'),
    to: Moment.describe('True until this time'),
  }),
  output: z.object({
    fact: Fact,
    outcome: z.enum(['created', 'duplicate']),
    batch: z.string().nullable(),
  }),
  run: (engine, caller, input) => addFact(engine, caller, input),
})

export const facts = operation({
  name: 'facts',
  summary: 'Find facts by subject, predicate or object.',
  effect: 'reads',
  http: { method: 'GET', path: '/api/facts' },
  input: z.object({
    subject: z.string().optional().describe('What it is about'),
    predicate: z.string().optional().describe('How they relate'),
    object: z.string().optional().describe('What it relates to'),
    at: z.string().optional().describe('True at this time (default: any time)'),
    limit: z.int().min(1).max(1000).optional().describe('At most this many (default 50)'),
  }),
  output: z.object({ facts: z.array(SeenFact) }),
  async run(engine, caller, { at, limit = 50, ...parts }) {
    const given = Object.entries(parts).filter(([, value]) => value !== undefined)
    const projects = [null, ...(caller.project ? [caller.project.id] : [])]
    const moment = at === undefined ? {} : { at: momentOf(at, engine.clock.now(), 'at') }
    const query = { ...Object.fromEntries(given), ...moment, projects, limit }
    const found = await engine.store.facts.find(query)
    const sources = found.flatMap(({ memory }) => memory ?? [])
    const seen = await visibleAmong(engine, caller, sources)
    const shown = found.filter(({ memory }) => memory === null || seen.has(memory))
    return { facts: await withOrigin(engine, shown) }
  },
})
