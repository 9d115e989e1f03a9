/** Moments played in this process: the same engine, without hooks and without what they capture. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Clock } from '../../src/clock.ts'
import { type Opened, openMneme } from '../../src/compose.ts'
import { turnContext } from '../../src/engine/hosts/turn-context.ts'
import { call } from '../../src/operations/operation.ts'
import { reindex } from '../../src/operations/reindex.ts'
import { search } from '../../src/operations/search.ts'
import { sessionSearch } from '../../src/operations/session-search.ts'
import { sessionsBackfill } from '../../src/operations/sessions.ts'
import { bodiesOf, judgeOf, type Played } from './moment-counts.ts'
import type { Moment, MomentSet } from './moment-sets.ts'

export interface Place {
  readonly home: string
  readonly folderOf: (project: string) => string
  readonly env: Readonly<Record<string, string>>
  readonly show: boolean
}

const QUERY_CHARACTERS = 600

export function openAt(
  { home, env }: Pick<Place, 'home' | 'env'>,
  more: { readonly clock?: Clock } = {},
): Promise<Opened> {
  return openMneme({
    speaker: 'person',
    home: join(home, '.mneme'),
    env: { HOME: home, PATH: process.env.PATH ?? '', ...env },
    ...more,
  })
}

/** The history is read as it is by whoever installs it: backfill, then the vectors. */
export async function prepareHome(home: string): Promise<void> {
  const mneme = await openAt({ home, env: {} })
  try {
    await call(sessionsBackfill, mneme.engine, mneme.caller, {})
    await mneme.engine.background.settle()
    await call(reindex, mneme.engine, mneme.caller, {})
    await mneme.engine.background.settle()
  } finally {
    await mneme.close()
  }
  writeFileSync(join(home, 'ready'), '')
}

export async function playDirect(
  set: MomentSet,
  moments: readonly Moment[],
  place: Place,
): Promise<Played[]> {
  const mneme = await openAt(place)
  const played: Played[] = []
  const judge = judgeOf(set)
  try {
    for (const [index, moment] of moments.entries()) {
      const folder = place.folderOf(moment.project)
      const { engine, caller } = await mneme.at({ door: 'hook', actor: 'bench', folder })
      if (index === 0) await engine.embedding.embed(['warm'], { kind: 'query' })
      const session = {
        host: 'claude-code',
        id: `moment-${moment.id}-${process.pid}`,
        parent: null,
      } as const
      const turn = async (prompt: string, start: 'startup' | null) => {
        const text = await turnContext(engine, caller, { session, prompt, start })
        await engine.background.settle()
        return text ?? ''
      }
      const start = await turn('', 'startup')
      const first = await turn(moment.prompt, null)
      const second = await turn('please continue', null)
      const ceilings = moment.kind === 'answerable' ? await ceilingsOf(moment) : null
      played.push({ moment, first, second, edit: '', start, ceilings })
      if (place.show) show(moment, first, second)

      async function ceilingsOf({ prompt, gold }: Moment): Promise<Played['ceilings']> {
        const query = prompt.slice(0, QUERY_CHARACTERS)
        const found = await call(sessionSearch, engine, caller, { query, limit: 50 })
        const sessions = [...new Set(found.hits.map((hit) => hit.session))]
        const rank = sessions.findIndex((id) => gold.some((each) => each.id === id))
        const memories = await call(search, engine, caller, { query, limit: 5 })
        const hit = memories.hits.findIndex(
          (each) =>
            judge.judge(moment, `<memory>${JSON.stringify(each).replaceAll('<', ' ')}</memory>`)
              .right > 0,
        )
        return { sessions: rank < 0 ? null : rank + 1, memories: hit < 0 ? null : hit + 1 }
      }
    }
  } finally {
    await mneme.close()
  }
  return played

  function show(moment: Moment, first: string, second: string): void {
    const { right, near, wrong } = judge.judge(moment, first)
    console.log(`\n=== ${moment.kind} ${moment.id}: right ${right} near ${near} wrong ${wrong}`)
    console.log(moment.prompt.slice(0, 300))
    for (const { text, attributes } of [...bodiesOf(first), ...bodiesOf(second)]) {
      console.log(`  [${attributes.trim()}] ${text.trim().replaceAll('\n', '\n    ')}`)
    }
  }
}
