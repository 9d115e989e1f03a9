import * as z from 'zod'
import { operation } from './operation.ts'

export const purgeExpired = operation({
  name: 'purge-expired',
  summary: 'Permanently delete expired memories. Cannot be undone.',
  effect: 'destroys',
  http: { method: 'POST', path: '/api/upkeep/purge-expired' },
  input: z.object({ dryRun: z.boolean().optional().describe('Only show what would be deleted') }),
  output: z.object({ purged: z.int(), ids: z.array(z.string()), dryRun: z.boolean() }),
  async run(engine, caller, { dryRun = false }) {
    const { purgeExpiredMemories } = await import('../engine/memories/expiry.ts')
    const ids = await purgeExpiredMemories(engine, caller, dryRun)
    return { purged: dryRun ? 0 : ids.length, ids, dryRun }
  },
})
