import { z } from 'zod'
import { isOff } from '../engine/off.ts'
import { version } from '../version.ts'
import { operation } from './operation.ts'

export const status = operation({
  name: 'status',
  summary: 'Whether everything is in place: home, store, project, and whether memory is on.',
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
    warnings: z.array(z.string()).readonly(),
  }),
  async run(engine, caller) {
    const { store, home, configured, clock } = engine
    const [info, off, memories] = await Promise.all([
      store.care.info(),
      isOff(engine, caller),
      store.memories.count({ states: ['new', 'high', 'low'], notExpiredAt: clock.now() }),
    ])
    return {
      version: version(),
      home: home.home,
      store: info,
      project: caller.project && { id: caller.project.id, slug: caller.project.slug },
      session: caller.session,
      off,
      memories,
      warnings: configured.warnings,
    }
  },
})
