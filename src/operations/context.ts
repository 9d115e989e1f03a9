import * as z from 'zod'
import { scrub } from '../capture/scrub.ts'
import { RESETS } from '../context/surfaced.ts'
import { contextFor, lastContext } from '../engine/context/context.ts'
import { projectContext } from '../engine/context/project-context.ts'
import { sensitivitiesFor } from '../engine/person.ts'
import { findProject } from '../engine/projects/projects.ts'
import { MnemeError } from '../errors.ts'
import { operation } from './operation.ts'
import { briefly, MemoryBrief } from './views.ts'

const Decision = z
  .object({
    id: z.string(),
    name: z.string(),
    outcome: z.enum(['in', 'out']),
    layer: z.string().nullable(),
    score: z.number().nullable(),
    parts: z.record(z.string(), z.number()),
    reason: z.string(),
    section: z.string().optional(),
    verdict: z.string().optional(),
    form: z.string().optional(),
    tokens: z.int().optional(),
    rule: z.string().optional(),
  })
  .describe('Why a memory was included or omitted')

export const context = operation({
  name: 'context',
  summary:
    'Compose the context for a prompt: anchors, indexes and the relevant memories, within a token budget.',
  effect: 'reads',
  whenOff: 'refuses',
  cleansItself: true,
  http: { method: 'POST', path: '/api/context' },
  input: z.object({
    prompt: z.string().max(1_000_000).optional().describe('The prompt'),
    files: z.array(z.string()).max(500).readonly().optional().describe('Files being worked on'),
    part: z
      .enum(['all', 'stable', 'tail'])
      .optional()
      .describe('The stable part, the part for this prompt, or both'),
    format: z.enum(['xml', 'markdown', 'json']).optional().describe('Output format'),
    host: z.string().max(64).optional().describe('Apply this host’s limits, e.g. claude-code'),
    budget: z.int().min(1).max(1_000_000).optional().describe('Maximum number of tokens'),
    sensitivity: z
      .array(z.enum(['private', 'secret']))
      .readonly()
      .optional()
      .describe('Also include memories of these sensitivities'),
    reset: z.enum(RESETS).optional().describe('Why the agent’s context was reset'),
    preview: z.boolean().optional().describe('Preview: do not count anything as shown'),
    explain: z.boolean().optional().describe('Explain why each memory was included or omitted'),
    last: z.boolean().optional().describe('Show what was injected in the session’s last turn'),
  }),
  output: z.object({
    text: z.string(),
    tokens: z.int(),
    bytes: z.int(),
    fingerprint: z.string().describe('Unchanged fingerprints mean unchanged context'),
    injected: z.array(z.object({ id: z.string(), tokens: z.int() })).readonly(),
    notices: z.array(z.string()).readonly().describe('Messages for the user, not for the model'),
    late: z.boolean().describe('Some results arrive with the next turn'),
    topicChanged: z.boolean(),
    turn: z.int(),
    decisions: z.array(Decision).optional(),
  }),
  async run(engine, caller, input) {
    if (input.last) return lastServed()
    const found = await contextFor(engine, caller, {
      ...scrub({ prompt: input.prompt ?? '', files: input.files ?? [] }).fields,
      part: input.part ?? 'all',
      format: input.format ?? 'xml',
      host: input.host ?? null,
      budgetTokens: input.budget ?? null,
      requested: sensitivitiesFor(caller, input.sensitivity ?? []),
      reset: input.reset ?? null,
      preview: input.preview ?? false,
      changesOnly: false,
      forSubagent: false,
    })
    const { decisions, stable: _, given: __, ...rest } = found
    return input.explain ? { ...rest, decisions: decisions.map((each) => ({ ...each })) } : rest

    async function lastServed() {
      if (caller.session === null) {
        throw new MnemeError('invalid_input', 'the last turn of which session?', {
          hint: 'Name it: mneme context --last --session ID',
        })
      }
      const last = await lastContext(engine, caller.session)
      if (!last)
        throw new MnemeError('not_found', `nothing was served to session ${caller.session} yet`)
      const decisions = z.array(Decision).parse(last.decisions)
      return {
        text: last.text,
        tokens: last.tokens,
        bytes: Buffer.byteLength(last.text),
        fingerprint: '',
        injected: decisions.flatMap(({ id, outcome, tokens }) =>
          outcome === 'in' ? [{ id, tokens: tokens ?? 0 }] : [],
        ),
        notices: [],
        late: false,
        topicChanged: false,
        turn: 0,
        decisions,
      }
    }
  },
})

export const project = operation({
  name: 'project',
  summary:
    'Summarize a project: memories by type, open tasks, recent decisions, unresolved contradictions.',
  effect: 'reads',
  whenOff: 'refuses',
  http: { method: 'GET', path: '/api/projects/:id/context' },
  input: z.object({
    id: z.string().optional().describe('Slug, id or folder (default: the current project)'),
    limit: z.int().min(1).max(200).optional().describe('Maximum number per type (default 10)'),
  }),
  output: z.object({
    project: z.object({ id: z.string(), slug: z.string() }).nullable(),
    total: z.int(),
    types: z.array(z.object({ type: z.string(), count: z.int(), memories: z.array(MemoryBrief) })),
    tasks: z.array(MemoryBrief),
    decisions: z.array(MemoryBrief),
    contradictions: z.array(z.object({ newer: MemoryBrief, older: MemoryBrief })),
  }),
  async run(engine, caller, { id, limit = 10 }) {
    const chosen = id === undefined ? caller.project : await findProject(engine, id)
    const found = await projectContext(engine, caller, chosen, limit)
    return {
      ...found,
      types: found.types.map((each) => ({ ...each, memories: each.memories.map(briefly) })),
      tasks: found.tasks.map(briefly),
      decisions: found.decisions.map(briefly),
      contradictions: found.contradictions.map(({ newer, older }) => ({
        newer: briefly(newer),
        older: briefly(older),
      })),
    }
  },
})
