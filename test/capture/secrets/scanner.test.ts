import { expect, it } from 'vitest'
import { findSecrets, redactSecrets } from '../../../src/capture/secrets/scan.ts'
import { openSecretScanner } from '../../../src/capture/secrets/scanner.ts'
import { findWithSecretlint } from '../../../src/capture/secrets/secretlint.ts'
import { samplesFor } from './samples.ts'

const scanner = openSecretScanner()
const token = `gh${'p_'}k7Q${'wertzuiopasdfghjklyxcvbnm12345678'}`
const everywhere = (text: string) => [{ kind: 'anywhere', start: 0, end: text.length }]

it('G-10 finds at least everything that our own rules find', async () => {
  for (const { text } of samplesFor(11)) {
    const found = await scanner.scan(text)
    for (const own of findSecrets(text)) {
      expect(found.some(({ start, end }) => start <= own.start && end >= own.end)).toBe(true)
    }
  }
})

it('G-10 the rules of secretlint are asked, and their places are places in the whole text', async () => {
  const text = `${'An ordinary sentence. '.repeat(2_000)}${token} and more`
  const start = text.indexOf(token)
  const places = [{ kind: 'here', start, end: start + 4 }]
  expect(await findWithSecretlint(text, places)).toEqual([
    { kind: 'github', start, end: start + token.length },
  ])
})

it('G-10 findings of both are one where they overlap, under our name', async () => {
  const text = `token: ${token}`
  expect(await scanner.scan(text)).toEqual([
    { kind: 'github-token', start: 7, end: 7 + token.length },
  ])
})

it('G-10 a comment in the text cannot switch rules off', async () => {
  const text = `secretlint-disable\n${token}\n`
  expect(await findWithSecretlint(text, everywhere(text))).toHaveLength(1)
})

it('G-10 a text without anything worth asking about is not shown to them', async () => {
  expect(await findWithSecretlint(token, [])).toEqual([])
})

it('G-10 keeps no record of calls, so that a daemon does not grow', async () => {
  const before = performance.getEntriesByType('mark').length
  for (let i = 0; i < 20; i++) await findWithSecretlint(token, everywhere(token))
  expect(performance.getEntriesByType('mark').length).toBe(before)
})

it('G-10 no text makes it fail, and nothing is left after redaction', async () => {
  for (const text of [
    '',
    '\ud800',
    '\0'.repeat(99),
    `${token}\ud800`,
    `${'x'.repeat(600_000)} ${token}`,
  ]) {
    const clean = redactSecrets(text, await scanner.scan(text))
    expect(clean).not.toContain(token)
    expect(await scanner.scan(clean)).toEqual([])
  }
})

it('G-10 a long stretch full of secrets is shown piece by piece, with none lost at a seam', async () => {
  const text = `${token}\n`.repeat(1_500)
  const found = await findWithSecretlint(text, everywhere(text))
  const starts = new Set(found.map(({ start }) => start))
  for (let i = 0; i < 1_500; i++) expect(starts.has(i * (token.length + 1))).toBe(true)
})
