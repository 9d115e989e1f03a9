/**
 * Tests that can fail: each rule of `support/mutants.ts` is broken once, and its tests must notice. All of
 * it happens in a copy of the working tree, so that whatever becomes of this process, src stays as it is.
 * Arguments choose: `npm run bench -- mutants revise K-18` tries those whose rule or file says so.
 */
import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { setPriority, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { MUTANTS, type Mutant } from './support/mutants.ts'

/** Bundled, this file lies in a folder of its own inside node_modules. */
const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..')
const LOW_PRIORITY = 10
/** A mutant that hangs is noticed by the timeouts of the tests; this is for those that hang these. */
const MAX_RUN_MS = 20 * 60_000
/** On a busy machine a slow test is no failing one. */
const TEST_TIMEOUT_MS = 120_000

interface Run {
  readonly outcome: 'caught' | 'survived' | 'does not load'
  /** The first test that failed. */
  readonly by: string
}

export const bench = {
  name: 'mutants',
  summary: 'Breaks one important rule after the other; the nearest tests must notice each',
  async run(args: readonly string[]) {
    setPriority(LOW_PRIORITY)
    const chosen = MUTANTS.filter(
      ({ rule, file }) =>
        args.length === 0 || args.some((word) => rule.includes(word) || file.includes(word)),
    )
    const copy = copyOfTree()
    try {
      const tests = [...new Set(chosen.flatMap((mutant) => mutant.tests))]
      const unbroken = runTests(copy, tests)
      if (unbroken.outcome !== 'survived') {
        throw new Error(`a test fails without any mutant: ${unbroken.by}`)
      }
      const results = chosen.map((mutant, at) => {
        const { outcome, by } = runMutant(copy, mutant)
        process.stderr.write(
          `${at + 1}/${chosen.length} ${outcome.padEnd(13)} ${mutant.rule} [${by}]\n`,
        )
        return { mutant, outcome }
      })
      const missed = results.filter(({ outcome }) => outcome !== 'caught')
      return {
        title: `${results.length - missed.length} of ${results.length} mutants caught`,
        columns: ['not caught', 'file', 'outcome'],
        rows: missed.map(({ mutant, outcome }) => [mutant.rule, mutant.file, outcome]),
        figures: { mutants: results.length, caught: results.length - missed.length },
      }
    } finally {
      rmSync(copy, { recursive: true, force: true })
    }
  },
}

/** What git knows or would add, beside the packages and the built model of this tree. */
function copyOfTree(): string {
  const copy = mkdtempSync(join(tmpdir(), 'mneme-mutants-'))
  const list = ['ls-files', '-z', '--cached', '--others', '--exclude-standard']
  const { stdout } = spawnSync('git', list, { cwd: root, encoding: 'utf8', maxBuffer: 1e8 })
  for (const path of stdout.split('\0').filter(Boolean)) {
    try {
      cpSync(join(root, path), join(copy, path))
    } catch (thrown) {
      // Deleted in the working tree and not committed yet.
      if ((thrown as NodeJS.ErrnoException).code !== 'ENOENT') throw thrown
    }
  }
  for (const folder of ['node_modules', 'dist']) symlinkSync(join(root, folder), join(copy, folder))
  return copy
}

function runMutant(copy: string, { file, from, to, tests }: Mutant): Run {
  const path = join(copy, file)
  const text = readFileSync(path, 'utf8')
  const parts = text.split(from)
  if (parts.length !== 2) throw new Error(`${file} holds ${parts.length - 1} times: ${from}`)
  try {
    writeFileSync(path, parts.join(to))
    return runTests(copy, tests)
  } finally {
    writeFileSync(path, text)
  }
}

interface Report {
  readonly testResults: readonly {
    readonly name: string
    readonly message: string
    readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[]
  }[]
}

/** `survived` when all pass. A file that cannot even be loaded proves nothing about a rule. */
function runTests(copy: string, tests: readonly string[]): Run {
  const vitest = join(copy, 'node_modules', 'vitest', 'vitest.mjs')
  const flags = ['--bail=1', '--reporter=json', `--testTimeout=${TEST_TIMEOUT_MS}`]
  const args = [vitest, 'run', ...flags, ...tests]
  const { stdout, stderr, status } = spawnSync(process.execPath, args, {
    cwd: copy,
    encoding: 'utf8',
    timeout: MAX_RUN_MS,
    maxBuffer: 1e8,
  })
  if (status === 0) return { outcome: 'survived', by: '' }
  if (status === null) return { outcome: 'caught', by: 'the time limit of the run' }
  const report = reportIn(stdout)
  if (report === null) throw new Error(`vitest ended with ${status}: ${stderr.slice(-2000)}`)
  const failed = report.testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .find((each) => each.status === 'failed')
  if (failed) return { outcome: 'caught', by: failed.fullName }
  const unloaded = report.testResults.find(({ message }) => message !== '')
  return { outcome: 'does not load', by: unloaded ? `${unloaded.name}: ${unloaded.message}` : '' }
}

function reportIn(stdout: string): Report | null {
  try {
    return JSON.parse(stdout.slice(stdout.indexOf('{"numTotal'))) as Report
  } catch {
    return null
  }
}
