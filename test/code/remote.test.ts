import { expect, it } from 'vitest'
import { normaliseRemote } from '../../src/code/remote.ts'
import { fc } from '../support/property.ts'

it.each([
  'git@github.com:acme/widgets.git',
  'git@GitHub.com:acme/widgets',
  'github.com:acme/widgets.git',
  'ssh://git@github.com/acme/widgets.git',
  'ssh://git@ssh.github.com:443/acme/widgets.git',
  'git+ssh://git@github.com/acme/widgets',
  'https://github.com/acme/widgets.git/',
  'https://github.com:443/acme//widgets',
  'http://www.github.com/acme/widgets',
  'git://github.com:9418/acme/widgets.git',
  'https://ada:ghp_secret@github.com/acme/widgets.git',
  'https://ghp_secret@github.com/acme/widgets.git?token=ghp_secret#ghp_secret',
  'https://ada:p@ss@github.com/acme/widgets.git',
  '  https://github.com/acme/widgets.git\n',
])('K-04 %j is github.com/acme/widgets', (address) => {
  expect(normaliseRemote(address)).toBe('github.com/acme/widgets')
})

it.each([
  { address: 'https://git.example.com:8443/a/b.git', name: 'git.example.com:8443/a/b' },
  { address: 'ssh://git@git.example.com:2222/a/b.git', name: 'git.example.com/a/b' },
  { address: 'git@[::1]:a/b', name: '[::1]/a/b' },
  { address: 'https://[::1]:3000/a/b', name: '[::1]:3000/a/b' },
  { address: 'https://example.com/Group/Sub/Repo.git', name: 'example.com/Group/Sub/Repo' },
  { address: '/srv/git/widgets.git', name: 'file:///srv/git/widgets' },
  { address: '/home/ada/widgets/.git', name: 'file:///home/ada/widgets' },
  { address: 'file:///srv/git/widgets', name: 'file:///srv/git/widgets' },
  { address: 'ada:secret@example.com:a/b', name: 'example.com/a/b' },
  { address: 'C:\\code\\widgets', name: 'file:///C:/code/widgets' },
  { address: 'helper::https://t0ken@example.com/a', name: 'example.com/a' },
])('K-04 $address is $name', ({ address, name }) => {
  expect(normaliseRemote(address)).toBe(name)
})

it.each([
  '',
  '../sibling',
  'widgets',
  'ext::sh -c "ssh ada@host %S"',
  'ext::ssh',
  'https://host-only',
  'https://user:pass word@example.com/a',
  'https:///a',
])('K-04 %j has no name', (address) => {
  expect(normaliseRemote(address)).toBeNull()
})

it('K-04 an endless address has no name', () => {
  expect(normaliseRemote(`https://example.com/${'a'.repeat(5000)}`)).toBeNull()
})

it('K-04 no credential survives, however odd', () => {
  const secret = fc.stringMatching(/^[A-Za-z0-9_:@%.+-]{12,40}$/).map((text) => `TOKEN${text}`)
  const form = fc.constantFrom(
    (s: string) => `https://${s}@example.com/a/b.git`,
    (s: string) => `https://ada:${s}@example.com/a/b.git`,
    (s: string) => `https://ada:${s}@example.com:8443/a/b.git?x=${s}`,
    (s: string) => `ssh://${s}@example.com/a/b`,
    (s: string) => `${s}@example.com:a/b`,
    (s: string) => `x::https://${s}@example.com/a`,
    (s: string) => `https://example.com/a/b?private_token=${s}`,
    (s: string) => `https://example.com/a/b#${s}`,
  )
  fc.assert(
    fc.property(secret, form, (text, address) => {
      expect(normaliseRemote(address(text)) ?? '').not.toContain('TOKEN')
    }),
    { numRuns: 2000 },
  )
})

it('K-04 a name has one form', () => {
  fc.assert(
    fc.property(fc.webUrl(), fc.string(), (url, noise) => {
      for (const address of [url, noise]) {
        const name = normaliseRemote(address)
        if (name === null || name.startsWith('file:')) continue
        expect(normaliseRemote(`https://${name}`) ?? name).toBe(name)
      }
    }),
  )
})
