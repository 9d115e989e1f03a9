import { expect, it } from 'vitest'
import { findSecrets } from '../../../src/capture/secrets/scan.ts'
import { ordinaryLines } from './corpus.ts'

const LINES = 5_000
/** None today; another version of a package may bring one. */
const MAX_ALARMS = LINES / 1000

it('G-10 at most one in a thousand ordinary lines is taken for a secret', () => {
  const lines = ordinaryLines(LINES)
  expect(lines).toHaveLength(LINES)
  const alarms: string[] = []
  for (const line of lines) {
    const found = findSecrets(line)
    if (found.length > 0) alarms.push(`${found.map(({ kind }) => kind)}: ${line.trim()}`)
  }
  console.info(`${alarms.length} of ${LINES} ordinary lines flagged`)
  for (const alarm of alarms) console.info(`  ${alarm.slice(0, 160)}`)
  expect(alarms.length).toBeLessThanOrEqual(MAX_ALARMS)
})
