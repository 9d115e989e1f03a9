import { describe, expect, it } from 'vitest'
import { isOneMemory, judgePair } from '../../src/memory/judge-pair.ts'
import type { Memory, Source } from '../../src/memory/memory.ts'
import { type DuplicateFinding, duplicateFindings } from '../../src/ranking/duplicates.ts'
import { DuplicateCleanupSettings } from '../../src/ranking/settings.ts'
import { NearDuplicateSettings } from '../../src/text/jaccard.ts'
import { fc } from '../support/property.ts'
import { memoryOf } from './memories.ts'

const settings = {
  near: NearDuplicateSettings.parse({}),
  cleanup: DuplicateCleanupSettings.parse({}),
}

function noted(
  day: number,
  title: string,
  content: string,
  change: Partial<Memory> & { source?: Source } = {},
) {
  const number = String(day).padStart(2, '0')
  return memoryOf({
    id: `m${number}`,
    title,
    content,
    createdAt: `2026-01-${number}T00:00:00.000Z`,
    ...change,
  })
}

function told(finding: DuplicateFinding): string {
  return finding.kind === 'duplicate'
    ? `${finding.keep} keeps, ${finding.remove} goes`
    : `${finding.newer} supersedes ${finding.older}`
}

const check = (memories: readonly Memory[], expected: readonly string[]) =>
  expect(duplicateFindings(settings, memories).map(told)).toEqual(expected)

const title = 'Integration tests need redis'
const content = 'The integration tests need a running redis on the default port'

describe('I-08 duplicates', () => {
  it('the older stays, the newer goes', () => {
    check([noted(2, title, `Note: ${content}`), noted(1, title, content)], ['m01 keeps, m02 goes'])
  })
  it('a row of them leaves the oldest', () => {
    const row = [1, 2, 3, 4].map((day) => noted(day, title, content))
    check(row, ['m01 keeps, m02 goes', 'm01 keeps, m03 goes', 'm01 keeps, m04 goes'])
  })
  it('a newer value is a correction: it supersedes', () => {
    const limit = (day: number, figure: number) =>
      noted(
        day,
        'Request limit of the public api',
        `The request limit of the public api is ${figure} per minute`,
      )
    check([limit(1, 100), limit(2, 200)], ['m02 supersedes m01'])
    check(
      [limit(1, 100), limit(2, 200), limit(3, 200)],
      ['m02 supersedes m01', 'm02 keeps, m03 goes'],
    )
  })
  it('what is in another project or session is not compared', () => {
    check([noted(1, title, content), noted(2, title, content, { project: 'two' })], [])
    check(
      [noted(1, title, content), noted(2, title, content, { scope: 'global', project: null })],
      [],
    )
  })
  it('what a person validated or said stays before what is merely older', () => {
    check(
      [noted(1, title, content), noted(2, title, content, { validated: true })],
      ['m02 keeps, m01 goes'],
    )
    check(
      [noted(1, title, content), noted(2, title, content, { source: 'user-stated' })],
      ['m02 keeps, m01 goes'],
    )
  })
  it('different things stay', () => {
    check(
      [noted(1, title, content), noted(2, 'Deploys', 'Deploy on mondays from the release branch')],
      [],
    )
  })
})

const word = fc.constantFrom('cache', 'login', 'index', 'queue', 'docs', 'retry', 'proxy', 'table')
const phrase = fc.uniqueArray(word, { minLength: 1, maxLength: 5 }).map((words) => words.join(' '))
const memories = fc
  .array(fc.tuple(phrase, phrase), { maxLength: 14 })
  .map((texts) => texts.map(([of, says], i) => noted(i + 1, of, says)))

it('I-08 agrees with comparing everybody with everybody', () => {
  fc.assert(
    fc.property(memories, (all) => {
      check(all, slowFindings(all))
    }),
  )
})

/** The oldest first, each against all that are still in force. */
function slowFindings(all: readonly Memory[]): string[] {
  const found: string[] = []
  let inForce: Memory[] = []
  for (const newer of all) {
    let stays = true
    for (const older of inForce) {
      const is = judgePair(newer, older, { ...settings.near, threshold: 0.75 })
      if (is.score < 0.75 || !stays) continue
      if (is.relation === 'corrected') {
        found.push(`${newer.id} supersedes ${older.id}`)
        inForce = inForce.filter(({ id }) => id !== older.id)
      } else if (isOneMemory(is)) {
        found.push(`${older.id} keeps, ${newer.id} goes`)
        stays = false
      }
    }
    if (stays) inForce.push(newer)
  }
  return found
}

it('I-08 running it again finds nothing, and the order of the input plays no part', () => {
  fc.assert(
    fc.property(memories, (all) => {
      const findings = duplicateFindings(settings, all)
      expect(duplicateFindings(settings, all.toReversed())).toEqual(findings)
      const gone = new Set(
        findings.map((each) => (each.kind === 'duplicate' ? each.remove : each.older)),
      )
      expect(
        duplicateFindings(
          settings,
          all.filter(({ id }) => !gone.has(id)),
        ),
      ).toEqual([])
    }),
  )
})
