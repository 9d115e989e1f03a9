/** Short form of `npm run bench fuzz`: no crash, only typed errors. */
import { expect, it } from 'vitest'
import { openHome } from '../support/opened-home.ts'
import { fuzz, WAYS_IN } from './fuzz.ts'

const INPUTS = 1250

it.each(WAYS_IN)(
  'J-01 whatever comes to %s, the answer is an answer or a typed error',
  async (way) => {
    const { inputs, answered, refused, failures } = await fuzz([way], INPUTS, 20_260_101)
    expect(failures).toEqual([])
    expect(inputs).toBe(INPUTS)
    expect(answered).toBeGreaterThan(0)
    expect(Object.keys(refused).length).toBeGreaterThan(0)
  },
  300_000,
)

it('J-01 ten megabytes are too many, and said so at once', async () => {
  const home = await openHome()
  const content = 'All work and no play makes Jack a dull boy. '.repeat(240_000)
  await expect(home.do('remember', { content })).rejects.toMatchObject({ code: 'invalid_input' })
  await expect(home.do('search', { query: content })).rejects.toMatchObject({
    code: 'invalid_input',
  })
  await expect(home.do('import', { text: content })).rejects.toMatchObject({
    code: 'invalid_input',
  })
})

it('B-13 a text of the largest size is kept and found', async () => {
  const home = await openHome()
  const sentence = 'Every sentence of this long text is like the others. '
  const content = `${sentence.repeat(1800)}The needle is at the end.`
  expect((await home.do('remember', { title: 'Long', content })).outcome).toBe('created')
  const { hits } = await home.do('search', { query: 'needle' })
  expect(hits[0]?.snippet).toContain('needle')
}, 120_000)
