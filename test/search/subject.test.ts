import { describe, expect, it } from 'vitest'
import { SubjectSettings, subjectFit, subjectOf } from '../../src/search/subject.ts'
import { inForceFirst } from '../../src/search/subject-order.ts'

const settings = SubjectSettings.parse({})

function fitOf(query: string, text: string) {
  const subject = subjectOf(query)
  return subjectFit(
    subject,
    subject.map(() => 1),
    text,
  )
}

/** The texts in the order given, each a day younger than the one before. */
function inForce(query: string, texts: readonly string[]): string[] {
  const hits = texts.map((text, key) => ({ key, text, at: `2026-01-0${key + 1}T00:00:00.000Z` }))
  const of = { unit: (hit: (typeof hits)[number]) => hit, mayHoldAll: () => true }
  return inForceFirst(settings, query, hits, of).map(({ hit }) => hit.text)
}

describe('newer wins', () => {
  const query = 'What is the current rule for branch names?'
  const older = 'Branch names begin with the ticket.'
  const newer = 'Branch names begin with the initials.'

  it('M-30 a newer rule about the same subject takes the place of the older one', () => {
    expect(inForce(query, [older, newer])).toEqual([newer, older])
  })

  it.each([
    'Got it, I will follow this convention for branch names from now on.',
    'I wanted to update you on our branch naming convention.',
    'Nora: Is there a rule for branch names?',
  ])('M-30 a sentence that states nothing moves nothing: %s', (mention) => {
    expect(inForce(query, [older, mention])).toEqual([older, mention])
  })

  it('M-30 words side by side count whichever comes first', () => {
    const fit = fitOf(query, 'When naming branches, begin with the initials.')
    expect(fit).toMatchObject({ holdsAll: true, cov: 1, adj: 1 })
    expect(fitOf(query, 'The name of a customer begins a branch of the tree.').adj).toBe(0)
  })

  it.each([
    'For branches, begin the names with the initials.',
    'Begin the names of your branches with the initials.',
  ])('M-30 a rule that names its subject in two places is newer too: %s', (apart) => {
    expect(inForce(query, [older, apart])).toEqual([apart, older])
  })

  it('M-30 the names of something else beside the subject move nothing', () => {
    const other = 'Branches live a week, and customer names stay out of the log.'
    expect(inForce(query, [older, other])).toEqual([older, other])
    expect(fitOf(query, 'For report branches, begin the names with an r.').adj).toBe(0)
    expect(fitOf('function names', 'Begin the names of your function arguments with f.').adj).toBe(
      0,
    )
  })

  it('M-30 a text that announces a rule and states it moves by what it states', () => {
    const text = `About our branch naming convention. ${newer} I will follow that for branch names.`
    expect(inForce(query, [older, text])).toEqual([text, older])
  })
})
