/**
 * J-03. What others notice of one client that misbehaves: floods, huge and slow bodies, texts that are slow
 * to read, garbage. Ordinary calls of another client, alone and beside it.
 *
 * Arguments: --memories N (5000), --calls N (60), --only TEXT.
 */
import { parseArgs } from 'node:util'
import { MISBEHAVIOURS, slowedBy } from '../test/support/misbehaving-clients.ts'
import { fillHome } from './support/filled-home.ts'
import { withOwnPlace } from './support/own-daemon.ts'

export const bench = {
  name: 'noisy-client',
  summary: 'One client misbehaves: how much longer the calls of the others take',
  async run(args: readonly string[]) {
    const { values } = parseArgs({
      args: [...args],
      options: {
        memories: { type: 'string', default: '5000' },
        calls: { type: 'string', default: '60' },
        only: { type: 'string', default: '' },
      },
    })
    return withOwnPlace({}, async (place) => {
      await fillHome(place.home.home, Number(values.memories), { seed: 1, withVault: false })
      const endpoint = await place.start()
      const stage = { endpoint, token: place.token() }
      const rows: (string | number)[][] = []
      const figures: Record<string, number> = {}
      for (const [name, misbehaviour] of Object.entries(MISBEHAVIOURS)) {
        if (!name.includes(values.only)) continue
        const { usualMs, besideMs, times, failed } = await slowedBy(
          misbehaviour,
          stage,
          Number(values.calls),
        )
        rows.push([name, usualMs.toFixed(1), besideMs.toFixed(1), times.toFixed(2), failed.length])
        figures[name] = times
      }
      return {
        title: `Three ordinary calls beside a client that misbehaves, ${values.memories} memories`,
        columns: ['misbehaviour', 'usual ms', 'beside it ms', 'times', 'failed'],
        rows,
        figures,
      }
    })
  },
}
