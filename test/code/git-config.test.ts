import { expect, it } from 'vitest'
import { isBare, parseGitConfig, remoteAddresses } from '../../src/code/git-config.ts'
import { fc } from '../support/property.ts'
import { sandbox } from './sandbox.ts'

const box = sandbox()

it('K-04 reads remotes, origin first', () => {
  const text = `[core]
	bare = false
[remote "upstream"]
	url = https://example.com/acme/widgets.git
	fetch = +refs/heads/*:refs/remotes/upstream/*
[remote "origin"]
	url = git@example.com:ada/widgets.git ; mine
	url = second@ignored:x
[branch "main"]
	remote = origin
`
  const entries = parseGitConfig(text)
  expect(remoteAddresses(entries)).toEqual([
    'git@example.com:ada/widgets.git',
    'https://example.com/acme/widgets.git',
  ])
  expect(isBare(entries)).toBe(false)
})

it.each([
  { raw: 'plain', value: 'plain' },
  { raw: '  spaced out  ', value: 'spaced out' },
  { raw: '"quoted # not a comment"', value: 'quoted # not a comment' },
  { raw: 'before # comment', value: 'before' },
  { raw: '"a\\"b\\\\c"', value: 'a"b\\c' },
  { raw: 'one \\\n two', value: 'one  two' },
  { raw: '" kept "', value: ' kept ' },
])('K-04 $raw means $value, as git reads it', ({ raw, value }) => {
  const file = box.write('some.config', `[remote "a.b"]\n\turl = ${raw}\n`)
  expect(remoteAddresses(parseGitConfig(`[remote "a.b"]\n\turl = ${raw}\n`))).toEqual([value])
  // git prints the value and a newline; the sandbox trims it, so compare trimmed.
  expect(box.git(box.root, 'config', '-f', file, 'remote.a.b.url')).toBe(value.trim())
})

it('K-04 a key without a value is a yes, and a header may share its line', () => {
  expect(isBare(parseGitConfig('[core]\n bare\n'))).toBe(true)
  expect(isBare(parseGitConfig('[CORE] Bare = yes'))).toBe(true)
  expect(isBare(parseGitConfig('[core]'))).toBeNull()
})

it('K-04 whatever stands before it, the remote is found', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (section, rest) => {
      expect(
        parseGitConfig(`[${section}]\n${rest}\n\n[remote "x"]\nurl = y`).length,
      ).toBeGreaterThan(0)
    }),
  )
})
