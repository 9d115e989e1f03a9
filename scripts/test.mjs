/** `npm test`: builds, runs every test, and ends with one line that says how many passed and failed. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const run = (...args) => spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' }).status

const folder = mkdtempSync(join(tmpdir(), 'mneme-tests-'))
const report = join(folder, 'report.json')
try {
  process.exitCode = tested()
} finally {
  rmSync(folder, { recursive: true, force: true })
}

function tested() {
  if (run('scripts/build.mjs') !== 0) return ended(0, 1, ['the build'])
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const status = run(
    'node_modules/vitest/vitest.mjs',
    'run',
    '--maxWorkers=2',
    ...reporters,
    ...process.argv.slice(2),
  )
  const results = read(report)
  if (results === null) return ended(0, 1, ['the test runner'])
  // A file that cannot be loaded holds no test that could fail, and still is a failure.
  const broken = results.testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some(isFailed),
  )
  const failed = results.testResults.flatMap((file) => file.assertionResults.filter(isFailed))
  const names = [...broken.map((file) => file.name), ...failed.map((test) => test.fullName)]
  const others = status !== 0 && names.length === 0 ? 1 : 0 // such as an error outside of any test
  return ended(results.numPassedTests, names.length + others, names)
}

function ended(passed, failed, names) {
  if (failed > 0) console.log(`\nFailed:\n${names.map((name) => `  ${name}`).join('\n')}`)
  console.log(`\n${passed} passed, ${failed} failed`)
  return failed > 0 || passed === 0 ? 1 : 0
}

function isFailed(test) {
  return test.status === 'failed'
}

function read(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return null
  }
}
