import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))

it('J-02 the tour prints what the README shows', () => {
  const { status, stderr } = spawnSync(
    process.execPath,
    [join(root, 'scripts/tour-transcript.mjs'), '--check'],
    { encoding: 'utf8', timeout: 100_000 },
  )
  expect(stderr).toBe('')
  expect(status).toBe(0)
}, 120_000)
