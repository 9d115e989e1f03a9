import * as z from 'zod'
import { modelSpend } from '../engine/care/model-spend.ts'
import type { Engine } from '../engine/engine.ts'
import { changedNotes } from '../engine/exchange/find-notes.ts'
import { hostStatuses } from '../engine/hosts/check-hosts.ts'
import { inUse } from '../engine/memories/in-use.ts'
import { isOff } from '../engine/projects/off.ts'
import { vaultProblems } from '../engine/vault/problems.ts'
import { answers, readEndpoint } from '../machine/endpoint.ts'
import { version } from '../version.ts'
import { operation } from './operation.ts'

export const status = operation({
  name: 'status',
  summary: 'Show whether memory is on, each agent, and any problem; also home, store and daemon.',
  effect: 'reads',
  http: { method: 'GET', path: '/api/status' },
  input: z.object({}),
  output: z.object({
    version: z.string(),
    home: z.string(),
    store: z.object({ engine: z.string(), schema: z.int(), bytes: z.int(), location: z.string() }),
    project: z.object({ id: z.string(), slug: z.string() }).nullable(),
    session: z.string().nullable(),
    off: z.boolean(),
    memories: z.int(),
    daemon: z
      .object({
        running: z.literal(true),
        url: z.string().nullable(),
        port: z.int().nullable(),
        socket: z.string(),
        pid: z.int(),
        version: z.string(),
        startedAt: z.string(),
      })
      .nullable()
      .describe('The daemon; null if none is running'),
    model: z
      .object({
        provider: z.string(),
        calls: z.int(),
        tokens: z.int(),
        failures: z.int(),
        refused: z.int(),
        dailyCalls: z.int(),
        dailyTokens: z.int(),
        pausedUntil: z.string().nullable(),
        lastFailure: z.string(),
      })
      .describe('Language model usage today (UTC) and the daily limits'),
    hosts: z
      .array(
        z.object({
          host: z.string(),
          title: z.string(),
          found: z.boolean(),
          connected: z.boolean(),
          byDocumentation: z.boolean(),
          approval: z.string().nullable(),
          eventAt: z.string().nullable(),
          captureAt: z.string().nullable(),
          injectionAt: z.string().nullable(),
          problems: z.array(z.object({ what: z.string(), fix: z.string() })).readonly(),
        }),
      )
      .readonly()
      .describe('Agents that are set up or installed here, and the last activity of each'),
    warnings: z.array(z.string()).readonly(),
  }),
  async run(engine, caller) {
    const { store, home, configured } = engine
    const [info, off, memories, daemon, model, hosts, changed] = await Promise.all([
      store.care.info(),
      isOff(engine, caller),
      store.memories.count(inUse(engine, caller)),
      runningDaemon(engine),
      modelSpend(engine),
      hostStatuses(engine),
      changedNotes(engine, caller),
    ])
    return {
      version: version(),
      home: home.home,
      store: info,
      project: caller.project && { id: caller.project.id, slug: caller.project.slug },
      session: caller.session,
      off,
      memories,
      daemon,
      model,
      hosts,
      warnings: [
        ...configured.warnings,
        ...vaultProblems(engine),
        ...changed.map((path) => `${path} has changed since its import: mneme import-notes`),
      ],
    }
  },
})

async function runningDaemon({ home }: Pick<Engine, 'home'>) {
  const endpoint = readEndpoint(home)
  if (endpoint === null) return null
  const isHere = endpoint.pid === process.pid || (await answers(endpoint.socket))
  if (!isHere) return null
  const { url, port, socket, pid, version: theirs, startedAt } = endpoint
  return { running: true as const, url, port, socket, pid, version: theirs, startedAt }
}
