import { expect, it } from 'vitest'
import { versionOf } from '../../src/memory/version.ts'
import { openHome } from '../support/opened-home.ts'

it('M-08 an edit made from an older version is refused with both texts, and nothing is lost', async () => {
  const home = await openHome()
  const made = await home.do('remember', { name: 'deploy', content: 'We deploy on Fridays.' })
  const { version } = await home.do('get', { id: 'deploy' })
  const first = await home.do('update', {
    id: 'deploy',
    content: 'We deploy on Mondays.',
    ifVersion: version,
  })
  expect(first.version).not.toBe(version)
  const second = home.do('update', {
    id: 'deploy',
    content: 'We deploy on Sundays.',
    ifVersion: version,
  })
  await expect(second).rejects.toMatchObject({
    code: 'conflict',
    details: {
      version: first.version,
      current: { content: 'We deploy on Mondays.' },
      wanted: { content: 'We deploy on Sundays.' },
    },
  })
  expect((await home.stored(made.id)).content).toBe('We deploy on Mondays.')
  const again = { id: 'deploy', content: 'We deploy on Sundays.', ifVersion: first.version }
  expect((await home.do('update', again)).memory.content).toBe('We deploy on Sundays.')
})

it('M-08 use, feedback and scores make no other version', async () => {
  const home = await openHome()
  const made = await home.do('remember', { content: 'We deploy on Fridays.' })
  const before = versionOf(await home.stored(made.id))
  await home.do('feedback', { id: made.id ?? '', verdict: 'helpful' })
  await home.do('search', { query: 'deploy' })
  expect(versionOf(await home.stored(made.id))).toBe(before)
})

it('H-06 personal data in a title, a description or a tag makes a memory private', async () => {
  const home = await openHome()
  const address = 'ann.smith@northwind-traders.com'
  for (const change of [
    { title: `Ask ${address}` },
    { description: `Ask ${address}` },
    { subtitle: `Ask ${address}` },
    { tags: [address] },
  ]) {
    const made = await home.do('remember', {
      content: `Access is given by the ops team ${address.length}.${JSON.stringify(Object.keys(change))}`,
    })
    expect((await home.stored(made.id)).sensitivity).toBe('public')
    const { memory } = await home.do('update', { id: made.id ?? '', ...change })
    expect(memory.sensitivity).toBe('private')
  }
})
