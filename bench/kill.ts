/**
 * B-13. Processes that write are killed (SIGKILL) at random moments. After each kill every memory that
 * was promised is looked for, doctor looks for anything wrong, and an undo is done and taken back.
 *
 * Arguments: --kills N (50), --seed N (1). Needs a build: npm run build.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { killWriters } from '../test/support/kill-writers.ts'
import { randomFrom } from './support/texts.ts'

export const bench = {
  name: 'kill',
  summary: 'Writers killed at random moments: what was promised and lost, and what doctor finds',
  async run(args: readonly string[]) {
    const { values } = parseArgs({
      args: [...args],
      options: {
        kills: { type: 'string', default: '50' },
        seed: { type: 'string', default: '1' },
      },
    })
    const folder = mkdtempSync(join(tmpdir(), 'mneme-bench-'))
    try {
      const home = join(folder, 'mneme')
      const after = await killWriters(home, Number(values.kills), randomFrom(Number(values.seed)))
      const { kills, promised, undone } = after
      const figures = {
        kills,
        promised,
        lost: after.lost.length,
        findings: after.findings.length,
        undone,
      }
      return {
        title: 'Killed at random moments',
        columns: Object.keys(figures),
        rows: [Object.values(figures)],
        figures,
      }
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
}
