/**
 * B-13, C-02. A process that writes memories is killed, again and again on one home, at moments that
 * fall between row and file; after each next start, files, rows and index must agree, and whatever
 * was acknowledged must be there.
 *
 * Arguments: --kills N (100), --seed N (1).
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openSqliteStore } from '../src/store/sqlite/sqlite-store.ts'
import { bundle } from '../test/support/bundle.ts'
import { afterTheCrash, type Expected, killWriter } from '../test/vault/crash.ts'
import { randomFrom } from './support/texts.ts'

const MAX_DELAY_MS = 15
const MAX_WRITES = 6

export const bench = {
  name: 'vault-kill',
  summary: 'kill -9 between row and file, many times: what is lost, and where the two disagree',
  async run(args: readonly string[]) {
    const { values } = parseArgs({
      args: [...args],
      options: {
        kills: { type: 'string', default: '100' },
        seed: { type: 'string', default: '1' },
      },
    })
    const home = mkdtempSync(join(tmpdir(), 'mneme-bench-kill-'))
    const program = await bundle('test/vault/writer.ts')
    try {
      return await measure(
        program.path,
        home,
        Number(values.kills),
        randomFrom(Number(values.seed)),
      )
    } finally {
      rmSync(home, { recursive: true, force: true })
      await program.remove()
    }
  },
}

async function measure(program: string, home: string, kills: number, random: () => number) {
  const expected: Expected = new Map()
  const problems: string[] = []
  let acknowledged = 0
  let between = 0
  for (let kill = 1; kill <= kills; kill++) {
    const after = 1 + Math.floor(random() * MAX_WRITES)
    const delayMs = random() * MAX_DELAY_MS
    acknowledged += await killWriter(program, home, { seed: kill, after, delayMs }, expected)
    if ((await waiting(home)) > 0) between += 1
    problems.push(...(await afterTheCrash(home, expected)))
  }
  return {
    title: `${kills} kills`,
    columns: ['what', 'how many'],
    rows: [
      ['kills', kills],
      ['of them between row and file', between],
      ['acknowledged writes', acknowledged],
      ['lost or in disagreement', problems.length],
      ...problems.slice(0, 10).map((problem) => [problem, '']),
    ],
    figures: { kills, between, acknowledged, problems: problems.length },
  }
}

/** Rows whose files were still to be written when the process died. */
async function waiting(home: string): Promise<number> {
  const store = openSqliteStore({ file: join(home, 'mneme.db') })
  try {
    return await store.outbox.backlog('vault')
  } finally {
    await store.close()
  }
}
