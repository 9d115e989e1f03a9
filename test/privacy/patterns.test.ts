import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { judgePattern, type Verdict } from '../support/judge-pattern.ts'
import { allPatterns, patternKey } from '../support/patterns.ts'

const VERDICTS = new URL('./pattern-verdicts.json', import.meta.url)

it('G-10 every pattern of the source stays linear on hostile text', {
  timeout: 300_000,
}, async () => {
  const verdicts = new Map<string, Verdict>(
    Object.entries(JSON.parse(readFileSync(VERDICTS, 'utf8')) as Record<string, Verdict>),
  )
  const slow: string[] = []
  for (const pattern of await allPatterns()) {
    // One that was written since the last `npm run patterns` is judged here.
    const verdict = verdicts.get(patternKey(pattern)) ?? judgePattern(pattern)
    if (verdict === 'slow') slow.push(`${pattern.at}: /${pattern.source}/${pattern.flags}`)
  }
  expect(slow, 'bound every repetition, or look for it without a regular expression').toEqual([])
})

it.each([
  ['a repetition that begins anywhere', /[\w-]+\/[\w-]+/],
  ['two that can share what they match', /(?:\s*\w*\s*)*;/],
  ['an end that never comes', /<open>([\s\S]*?)<\/open>/g],
])('G-10 %s is found', { timeout: 120_000, retry: 3 }, (_, { source, flags }) => {
  expect(judgePattern({ source, flags, at: 'here' })).toBe('slow')
})
