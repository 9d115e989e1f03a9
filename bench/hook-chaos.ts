/**
 * K-03. Prompts in a row with the daemon killed at random: no failing hook, none over its deadline,
 * no captured event lost, none twice.
 *
 * Arguments: --prompts N (1000), --kills SHARE (0.1), --seed N (7). Needs the build: npm run build.
 */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { openMneme } from '../src/compose.ts'
import { hookChaos } from '../test/support/hook-chaos.ts'
import { withOwnPlace } from './support/own-daemon.ts'
import { timingOf } from './support/timing.ts'

const HOOK = join(process.cwd(), 'dist', 'hook.cjs')
const PATIENCE_MS = 120_000
/** The prompt's deadline of a second, and what starting and ending a process may take beside it. */
const MAX_MS = 1_500

export const bench = {
  name: 'hook-chaos',
  summary:
    'A thousand prompts while the daemon is killed at random: nothing fails, is lost or twice',
  async run(args: readonly string[]) {
    const { values } = parseArgs({
      args: [...args],
      options: {
        prompts: { type: 'string', default: '1000' },
        kills: { type: 'string', default: '0.1' },
        seed: { type: 'string', default: '7' },
      },
    })
    return withOwnPlace(
      { MNEME_EMBED_PROVIDER: 'none', MNEME_VAULT_ENABLED: 'false' },
      async ({ folder, home, env, start }) => {
        const project = join(folder, 'project')
        mkdirSync(project, { recursive: true })
        await start()
        const chaos = await hookChaos({
          hook: HOOK,
          env,
          project,
          prompts: Number(values.prompts),
          killShare: Number(values.kills),
          seed: Number(values.seed),
        })
        await start()
        const counts = await captured(home.home, chaos.marks)
        const lost = chaos.marks.filter((_, at) => counts[at] === 0)
        if (lost.length > 0) console.error(`lost: ${lost.join(', ')}`)
        const took = timingOf([...chaos.ms])
        const figures = {
          prompts: chaos.marks.length,
          kills: chaos.kills,
          failed: chaos.failed,
          overDeadline: chaos.ms.filter((ms) => ms > MAX_MS).length,
          lost: counts.filter((count) => count === 0).length,
          twice: counts.filter((count) => count > 1).length,
          p50Ms: took.p50,
          p95Ms: took.p95,
        }
        return {
          title: 'Prompts in a row, with the daemon killed at random',
          columns: ['what', 'figure'],
          rows: Object.entries(figures).map(([name, value]) => [name, value]),
          figures,
        }
      },
    )
  },
}

/** How many memories hold each mark, once no more are coming. */
async function captured(home: string, marks: readonly string[]): Promise<number[]> {
  const mneme = await openMneme({ speaker: 'person', home, env: { MNEME_EMBED_PROVIDER: 'none' } })
  try {
    for (const deadline = Date.now() + PATIENCE_MS; ; await sleep(500)) {
      const memories = await mneme.engine.store.memories.list({}, { limit: 10 * marks.length })
      const texts = memories.map(({ content }) => content)
      const counts = marks.map((mark) => texts.filter((text) => text.includes(mark)).length)
      if (counts.every((count) => count > 0) || Date.now() > deadline) return counts
    }
  } finally {
    await mneme.close()
  }
}
