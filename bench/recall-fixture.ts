/**
 * D-17. Our own labelled memories and questions: how well each kind of question is answered, with
 * and without the embedder, and what the floor silences and costs.
 *
 * Arguments: --kinds (a row for each kind of question).
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Opened, openMneme } from '../src/compose.ts'
import { fillVectors } from '../src/engine/recall/fill-vectors.ts'
import type { SearchInput } from '../src/engine/recall/search.ts'
import {
  type Answer,
  answers,
  putMemories,
  qualityOf,
  silence,
} from '../test/fixtures/recall/fixture.ts'

const WAYS = {
  words: { meaning: 'never' },
  'words and meaning': { meaning: 'wait' },
} as const satisfies Record<string, Partial<SearchInput>>

export const bench = {
  name: 'recall-fixture',
  summary: 'Our own labelled questions by kind, with and without the embedder, and the floor',
  async run(args: readonly string[]) {
    const { values } = parseArgs({
      args: [...args],
      options: { kinds: { type: 'boolean', default: false } },
    })
    const home = mkdtempSync(join(tmpdir(), 'mneme-bench-'))
    const opened = await openMneme({ home, env: { MNEME_VAULT_ENABLED: 'false' } })
    const rows: (string | number)[][] = []
    const figures: Record<string, number> = {}
    try {
      await putMemories(opened)
      await fillVectors(opened.engine, 'memories', {})
      for (const [way, change] of Object.entries(WAYS)) {
        const given = await answers(opened, change)
        const unbounded = await answers(withoutFloor(opened), change)
        const note = (kind: string, some: readonly Answer[], all: readonly Answer[]) => {
          const { questions, hit1, hit3, mrr, hit10 } = qualityOf(some)
          const lost = qualityOf(all).hit10 - hit10
          const silent = kind === 'all' || kind === 'none' ? silence(some) : ''
          rows.push([way, kind, questions, hit1, hit3, mrr, lost, silent])
          for (const [name, value] of Object.entries({ hit1, hit3, mrr, lost })) {
            figures[`${way}, ${kind}: ${name}`] = value
          }
          if (silent !== '') figures[`${way}, ${kind}: silent`] = silent
        }
        note('all', given, unbounded)
        if (!values.kinds) continue
        for (const kind of new Set(given.map(({ query }) => query.kind))) {
          const of = (list: readonly Answer[]) => list.filter(({ query }) => query.kind === kind)
          if (kind !== 'none') note(kind, of(given), of(unbounded))
        }
      }
    } finally {
      await opened.close()
      rmSync(home, { recursive: true, force: true })
    }
    return {
      title: 'Our own labelled questions',
      columns: ['by', 'kind', 'questions', 'hit@1', 'hit@3', 'MRR', 'lost to the floor', 'silent'],
      rows,
      figures,
    }
  },
}

/** The same engine, for which everything is relevant. */
function withoutFloor(opened: Opened): Opened {
  const { config } = opened.engine
  const floor = { ...config.recall.floor, both: 0, words: 0, cosine: 0 }
  const engine = { ...opened.engine, config: { ...config, recall: { ...config.recall, floor } } }
  return { ...opened, engine }
}
