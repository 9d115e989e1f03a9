/** Puts what the tour prints into the README; with --check only compares. The build must be there. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from './bundle.mjs'

const BLOCK = /(<!-- tour -->\n```text\n)[\s\S]*?(```\n<!-- end -->)/

const env = { ...process.env, NO_COLOR: '1', LC_ALL: 'C.UTF-8' }
// By a link, as npm puts it on the path.
const bin = mkdtempSync(join(tmpdir(), 'mneme-bin-'))
const program = join(bin, 'mneme')
symlinkSync(join(root, 'dist', 'cli.js'), program)
const { stdout, status, stderr } = spawnSync(process.execPath, [program, 'tour'], {
  env,
  encoding: 'utf8',
})
rmSync(bin, { recursive: true })
if (status !== 0) throw new Error(`the tour failed: ${stderr}`)
const path = join(root, 'README.md')
const before = readFileSync(path, 'utf8')
const steps = stdout.slice(stdout.indexOf('1. '), stdout.indexOf('\nNext')).trimEnd()
const after = before.replace(BLOCK, (_all, begin, end) => `${begin}${steps}\n${end}`)
if (after === before) process.exit(0)
if (process.argv.includes('--check')) {
  console.error(`the tour prints something else than the README says:\n${steps}`)
  process.exit(1)
}
writeFileSync(path, after)
