/**
 * Random and hostile inputs through remember, search, import and the configuration reader. Whatever
 * comes, the answer is an answer or a typed error; anything else is shown.
 *
 * Arguments: --inputs N (100000), --seed N (1), --way NAME (all), --words (without the model, which
 * takes two thirds of the time).
 */
import { parseArgs } from 'node:util'
import { fuzz, WAYS_IN, type WayIn } from '../test/fuzz/fuzz.ts'

const SHOWN = 10

export const bench = {
  name: 'fuzz',
  summary: 'Random and hostile inputs by every way in: only typed errors, no crash',
  async run(args: readonly string[]) {
    const { values } = parseArgs({
      args: [...args],
      options: {
        inputs: { type: 'string', default: '100000' },
        seed: { type: 'string', default: '1' },
        way: { type: 'string' },
        words: { type: 'boolean', default: false },
      },
    })
    const ways = values.way === undefined ? WAYS_IN : [values.way as WayIn]
    const result = await fuzz(ways, Number(values.inputs), Number(values.seed), {
      progress: (done) => process.stderr.write(`\r${done} inputs`),
      embedder: values.words ? 'none' : 'builtin',
    })
    process.stderr.write('\n')
    for (const failure of result.failures.slice(0, SHOWN)) console.error(failure)
    const rows = Object.entries({ answered: result.answered, ...result.refused }).map(
      ([what, n]) => [what, n],
    )
    return {
      title: `${result.inputs} inputs, ${result.failures.length} failures`,
      columns: ['outcome', 'inputs'],
      rows,
      figures: {
        inputs: result.inputs,
        answered: result.answered,
        failures: result.failures.length,
        slowestMs: result.slowestMs,
      },
    }
  },
}
