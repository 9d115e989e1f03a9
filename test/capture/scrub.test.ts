import { expect, it } from 'vitest'
import { needsScrubbing, scrub, scrubText } from '../../src/capture/scrub.ts'

/** Shaped like the real thing, and found by its form alone. */
const CREDENTIAL = ['ghp_', '16C7e42F292c6912E7710c838347Ae178B4a'].join('')

it('M-04 every text of a value is cleaned: nested, in lists, and in names of fields', () => {
  const { fields, kinds } = scrub({
    content: `token ${CREDENTIAL}`,
    tags: ['plain', CREDENTIAL],
    env: { [CREDENTIAL]: { deep: CREDENTIAL }, port: 8080, none: null },
  })
  expect(JSON.stringify(fields)).not.toContain(CREDENTIAL)
  expect(fields).toMatchObject({ tags: ['plain', expect.stringContaining('[redacted:')] })
  expect(Object.values(fields.env)).toEqual(expect.arrayContaining([8080, null]))
  expect(kinds).toHaveLength(1)
})

it('F-09 private passages go before credentials are looked for', () => {
  expect(scrubText(`keep <private>${CREDENTIAL}</private>`)).toMatchObject({
    text: 'keep ',
    kinds: [],
  })
  expect(needsScrubbing('<private>x</private>')).toBe(true)
  expect(needsScrubbing('nothing of the kind')).toBe(false)
})
