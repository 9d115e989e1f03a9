/** M-32. Which prompts merely let the agent go on, so that nothing is looked up for them. */
import { describe, expect, it } from 'vitest'
import { isGoingOn } from '../../src/context/evidence/going-on.ts'

/** As a history of a web shop would. */
const KNOWN = new Set(['redis', 'cache', 'invoice', 'checkout', 'tax', 'refund', 'queue'])
const goesOn = (prompt: string) => isGoingOn(prompt, (word) => KNOWN.has(word))

describe('going on', () => {
  it.each([
    'go on',
    'yep, do that',
    'looks good, commit',
    'ok next',
    'nah, the first one',
    '1 and 3',
    'option b please',
    'b',
    '2',
    'both',
    'try that again',
    'yes to all',
    'continue with step 2',
    'and the other ones',
    'same again',
    'same for the other file',
    'ta, merge it',
    'great, now commit and push',
    'weiter so',
    'ja, mach das',
    'oui, continue',
    'sí, adelante',
    'はい、続けて',
    '继续',
    'да, продолжай',
    '네, 계속해줘',
    'oui, vas-y',
    'va bene, procedi',
    'prima, ga verder',
  ])('M-32 %s', (prompt) => {
    expect(goesOn(prompt)).toBe(true)
  })

  it.each([
    'redis?',
    'why does the refund fail',
    'step 2 of the checkout is slow',
    'fix `b`',
    'look at a.ts',
    'try the queue again with 12 workers',
  ])('M-32 has a subject: %s', (prompt) => {
    expect(goesOn(prompt)).toBe(false)
  })
})
