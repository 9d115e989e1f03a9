/**
 * D-17. Our own labelled memories and questions: how well each kind of question is answered, with
 * and without the embedder, and what is marked weak.
 *
 * Arguments: --kinds (a row for each kind of question).
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openMneme } from '../src/compose.ts'
import { fillVectors } from '../src/engine/recall/fill-vectors.ts'
import type { SearchInput } from '../src/engine/recall/search.ts'
import {
  type Answer,
  answers,
  putMemories,
  qualityOf,
  weakness,
} from '../test/fixtures/recall/fixture.ts'

const WAYS = {
  words: { meaning: 'never' },
  'words and meaning': { meaning: 'wait' },
} as const satisfies Record<string, Partial<SearchInput>>

export const bench = {
  name: 'recall-fixture',
  summary: 'Our own labelled questions by kind, with and without the embedder, and what is weak',
  async run(args: readonly string[]) {
    const { values } = parseArgs({
      args: [...args],
      options: { kinds: { type: 'boolean', default: false } },
    })
    const home = mkdtempSync(join(tmpdir(), 'mneme-bench-'))
    const opened = await openMneme({
      speaker: 'person',
      home,
      env: { MNEME_VAULT_ENABLED: 'false' },
    })
    const rows: (string | number)[][] = []
    const figures: Record<string, number> = {}
    try {
      await putMemories(opened)
      await fillVectors(opened.engine, 'memories', {})
      for (const [way, change] of Object.entries(WAYS)) {
        const given = await answers(opened, change)
        const note = (kind: string, some: readonly Answer[]) => {
          const { questions, hit1, hit3, mrr } = qualityOf(some)
          const { unanswerable, answered } = weakness(some)
          const weak = kind === 'all' ? [answered, unanswerable] : [answered, '']
          rows.push([way, kind, questions, hit1, hit3, mrr, ...weak])
          for (const [name, value] of Object.entries({ hit1, hit3, mrr, answered })) {
            figures[`${way}, ${kind}: ${name}`] = value
          }
          if (kind === 'all') figures[`${way}, unanswerable: weak`] = unanswerable
        }
        note('all', given)
        if (!values.kinds) continue
        for (const kind of new Set(given.map(({ query }) => query.kind))) {
          const some = given.filter(({ query }) => query.kind === kind)
          if (kind !== 'none') note(kind, some)
        }
      }
    } finally {
      await opened.close()
      rmSync(home, { recursive: true, force: true })
    }
    return {
      title: 'Our own labelled questions',
      columns: ['by', 'kind', 'questions', 'hit@1', 'hit@3', 'MRR', 'right, weak', 'none, weak'],
      rows,
      figures,
    }
  },
}
