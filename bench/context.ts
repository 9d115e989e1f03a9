/**
 * What composing a context costs beside a single search of the same text in the same run.
 *
 * Arguments: --sizes 10000,100000, --turns N (60).
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openMneme } from '../src/compose.ts'
import { context } from '../src/operations/context.ts'
import { call } from '../src/operations/operation.ts'
import { search } from '../src/operations/search.ts'
import { loadMemories } from './support/load.ts'
import { textsFrom } from './support/texts.ts'
import { timed, timingOf } from './support/timing.ts'

const TYPES = [
  'fact',
  'decision',
  'preference',
  'policy',
  'procedure',
  'bugfix',
  'discovery',
] as const
const QUERY_WORDS = 5

export const bench = {
  name: 'context',
  summary: 'Composing the context of a turn beside one search of the same text',
  async run(args: readonly string[]) {
    const { values } = parseArgs({
      args: [...args],
      options: {
        sizes: { type: 'string', default: '10000,100000' },
        turns: { type: 'string', default: '60' },
      },
    })
    const home = mkdtempSync(join(tmpdir(), 'mneme-bench-'))
    const mneme = await openMneme({
      speaker: 'person',
      home,
      env: { MNEME_STORE_SYNCHRONOUS: 'OFF', MNEME_VAULT_ENABLED: 'false' },
      session: 'bench',
    })
    const rows: (string | number)[][] = []
    const figures: Record<string, number> = {}
    const texts = textsFrom(7)
    const place = { scope: 'global', project: null, session: null } as const
    let size = 0
    try {
      for (const wanted of values.sizes.split(',').map(Number)) {
        await loadMemories(mneme, place, wanted - size, (index) => ({
          ...texts.next(),
          type: TYPES[index % TYPES.length] as string,
        }))
        size = wanted
        const searches: number[] = []
        const composed = { all: [] as number[], tail: [] as number[] }
        const { engine, caller } = mneme
        for (let turn = 0; turn < Number(values.turns); turn++) {
          const prompt = texts.query(QUERY_WORDS)
          searches.push(await timed(() => call(search, engine, caller, { query: prompt })))
          await engine.background.settle()
          for (const part of ['all', 'tail'] as const) {
            composed[part].push(await timed(() => call(context, engine, caller, { prompt, part })))
            await engine.background.settle()
          }
        }
        const bare = timingOf(searches)
        for (const part of ['all', 'tail'] as const) {
          const ours = timingOf(composed[part])
          rows.push([part, size, ours.p50, ours.p95, bare.p50, ours.p50 / bare.p50])
          figures[`${part}_ratio_${size}`] = ours.p50 / bare.p50
          figures[`${part}_ms_${size}`] = ours.p50
        }
      }
    } finally {
      await mneme.close()
      rmSync(home, { recursive: true, force: true })
    }
    return {
      title: 'Composing a context beside one search of the same text (milliseconds)',
      columns: ['part', 'memories', 'p50', 'p95', 'search p50', 'times'],
      rows,
      figures,
    }
  },
}
