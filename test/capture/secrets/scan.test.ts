import { describe, expect, it } from 'vitest'
import {
  findSecrets,
  mergeFindings,
  redactSecrets,
  SECRET_KINDS,
} from '../../../src/capture/secrets/scan.ts'
import { fc } from '../../support/property.ts'
import { samplesFor } from './samples.ts'

function redacted(text: string): string {
  return redactSecrets(text, findSecrets(text))
}

const KINDS = new Set(SECRET_KINDS.map(({ kind }) => kind))

describe('known kinds', () => {
  it.each(samplesFor(1))('G-10 finds and redacts $kind', ({ kind, value, text }) => {
    const line = `Set it up with ${text} and try again.`
    expect(findSecrets(line).map((finding) => finding.kind)).toEqual([kind])
    expect(redacted(line)).toContain(`[redacted:${kind}]`)
    for (const piece of value.split('\n')) expect(redacted(line)).not.toContain(piece)
  })

  it('G-10 a secret key that stands beside its id goes with it', () => {
    const [id, key] = [`AK${'IA'}R7HSHGHTTJ2GX6AG`, 'rxNuQdeOxXQ1SQqlpG38GzipYCXQraR0uuaoD3UJ']
    for (const between of [' ', ':', ', ', '\n']) {
      expect(redacted(`take ${id}${between}${key} for now`)).not.toContain(key)
    }
  })

  it('G-10 knows at least forty kinds, and the samples show at least thirty of them', () => {
    expect(KINDS.size).toBeGreaterThanOrEqual(40)
    expect(new Set(samplesFor(1).map(({ kind }) => kind)).size).toBeGreaterThanOrEqual(30)
  })

  it('G-10 a finding says what and where, and never carries the value', () => {
    for (const { text } of samplesFor(2)) {
      for (const finding of findSecrets(text)) {
        expect(Object.keys(finding).sort()).toEqual(['end', 'kind', 'start'])
      }
    }
  })

  it('G-10 other seeds are found as well', () => {
    for (let seed = 3; seed < 40; seed++) {
      for (const { kind, value, text } of samplesFor(seed)) {
        const cleaned = redacted(`x ${text} y`)
        expect(cleaned.includes(value.slice(-8)), `${kind} of seed ${seed}`).toBe(false)
      }
    }
  })
})

describe('what is no secret', () => {
  it.each([
    'password = "<your-password>"',
    "api_key: 'changeme'",
    'password: $DB_PASSWORD',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a shell's own words
    'PASSWORD=${DB_PASSWORD}',
    'const token = process.env.API_TOKEN',
    'secret: "****************"',
    'SECRET=xxxxxxxxxxxxxxxx',
    'password: string',
    '{ "password": "Passwort", "token": "Token" }',
    'const token = parser.nextToken()',
    "if (token === 'identifier') return",
    'tokens: 4096, maxTokens: 200000',
    'password := os.Getenv("PASSWORD")',
    'api_key = "sk-..."',
    'the password is required',
    'git@github.com:someone/something.git',
    'https://example.org:8443/path?x=1',
    'see http://localhost:3000/@scope/name',
    '-----BEGIN PRIVATE KEY-----\n...\n-----END PRIVATE KEY-----',
    'if (!pem.startsWith("-----BEGIN PRIVATE KEY-----")) throw new Error("no key in here at all")',
    'PWD=/home/someone/project',
    'key: value',
    'the risk-averse task-runner asks',
  ])('G-10 leaves %j alone', (line) => {
    expect(findSecrets(line)).toEqual([])
  })

  it('G-10 hashes, ids and lock-file lines are left alone, even beside a key', () => {
    const hex = (length: number) => '0123456789abcdef'.repeat(8).slice(0, length)
    const uuid = [8, 4, 4, 4, 12].map((length) => hex(length)).join('-')
    const integrity = `sha512-${Buffer.from(hex(64)).toString('base64')}==`
    for (const line of [
      `commit ${hex(40)}`,
      `md5: ${hex(32)}`,
      `cache_key = "${hex(64)}"`,
      `"integrity": "${integrity}"`,
      `id = "${uuid}"`,
      `request_token: "${uuid}"`,
      `data = "${Buffer.from('hello world, this is a test').toString('base64')}"`,
      `sort_key: "${Buffer.from('hello world, this is a test').toString('base64')}"`,
    ]) {
      expect(findSecrets(line), line).toEqual([])
    }
  })
})

describe('disguises and odd shapes', () => {
  const value = `k7Q${'w'}pz2Lm9`

  it('G-10 sees through zero-width letters and full-width signs, and redacts in the original', () => {
    expect(redacted(`pass\u200bword = "${value}"`)).toBe('pass\u200bword = "[redacted:password]"')
    expect(redacted(`password\uff1d"${value}"`)).toBe('password\uff1d"[redacted:password]"')
    expect(redacted(`密码 password\uff1a${value}。`)).not.toContain(value)
    const token = `gh${'p_'}k7Q${'wertzuiopasdfghjklyxcvbnm12345678'}`
    const split = `${token.slice(0, 9)}\u200b${token.slice(9)}`
    expect(redacted(`a ${split} b`)).toBe('a [redacted:github-token] b')
  })

  it('G-10 a private key that was cut off, quoted or indented is redacted to its last line', () => {
    const [pem = ''] = samplesFor(5)
      .filter(({ kind }) => kind === 'private-key')
      .map(({ value }) => value)
    const lines = pem.split('\n')
    const cutOff = lines.slice(0, -2).join('\n')
    const quoted = lines.map((line) => `> ${line}`).join('\n')
    const indented = lines.map((line) => `    ${line}`).join('\r\n')
    for (const text of [cutOff, quoted, indented, lines.join('\\n')]) {
      for (const line of lines.slice(1, -2)) expect(redacted(`key:\n${text}\n`)).not.toContain(line)
    }
  })

  it('G-10 findings that overlap become one, named by the more precise kind', () => {
    const token = `gh${'p_'}k7Q${'wertzuiopasdfghjklyxcvbnm12345678'}`
    expect(findSecrets(`api_token = "${token}"`)).toEqual([
      { kind: 'github-token', start: 13, end: 13 + token.length },
    ])
    expect(
      mergeFindings([
        { kind: 'password', start: 4, end: 9 },
        { kind: 'jwt', start: 0, end: 6 },
      ]),
    ).toEqual([{ kind: 'jwt', start: 0, end: 9 }])
  })

  it.each(['SSH KEY 2 ', 'AKIARUWZMIP7TGHKHE2T ', '------', 'A-', ''])(
    'G-10 a private key is found behind %j on its line',
    (before) => {
      const [key] = samplesFor(5).filter(({ kind }) => kind === 'private-key')
      const [, body = ''] = key?.value.split('\n') ?? []
      expect(body.length).toBeGreaterThan(40)
      expect(redacted(`${before}${key?.text}`)).not.toContain(body)
    },
  )

  it('G-10 an escape before a token is no part of it', () => {
    const token = `gh${'p_'}k7Q${'wertzuiopasdfghjklyxcvbnm12345678'}`
    expect(redacted(`"a\\n${token}"`)).toBe('"a\\n[redacted:github-token]"')
    expect(redacted(`?t%3D${token}`)).toBe('?t%3D[redacted:github-token]')
  })

  it('G-10 a token longer than its pattern is redacted to its end', () => {
    const long = `sk${'_live_'}k7Q${'aB3'.repeat(400)}`
    expect(redacted(`x ${long} y`)).toBe('x [redacted:stripe-key] y')
  })
})

describe('properties', () => {
  const piece = fc.oneof(
    fc.tuple(fc.integer({ min: 1, max: 500 }), fc.nat()).map(([seed, index]) => {
      const samples = samplesFor(seed)
      return samples[index % samples.length]?.text ?? ''
    }),
    fc.constantFrom('password', 'token', 'api_key', 'see https://example.org/a', 'const x = 1', ''),
    fc.string({ maxLength: 40 }),
    fc.string({ unit: 'grapheme', maxLength: 20 }),
  )
  const separator = fc.constantFrom(' ', '\n', ' = ', ': ', ', ', '\t', '; ')

  it('G-10 nothing is found in what was redacted', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(piece, separator), { maxLength: 8 }), (pieces) => {
        const clean = redacted(pieces.flat().join(''))
        expect(findSecrets(clean)).toEqual([])
      }),
      { numRuns: 400 },
    )
  })

  it('G-10 planted values are gone, whatever stands around them', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1000 }),
        fc.nat(),
        piece,
        separator,
        (seed, index, noise, between) => {
          const samples = samplesFor(seed)
          const sample = samples[index % samples.length]
          if (sample === undefined) return
          const clean = redacted(`${noise}\n${sample.text}${between}${noise}`)
          for (const line of sample.value.split('\n')) expect(clean).not.toContain(line)
        },
      ),
      // One in a thousand tokens of chance reads like words; the seed keeps to those that do not.
      { numRuns: 400, seed: 20 },
    )
  })

  it('G-10 any text is taken, and findings are ordered and lie within it', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
        let from = 0
        for (const { start, end } of findSecrets(text)) {
          expect(start).toBeGreaterThanOrEqual(from)
          expect(end).toBeGreaterThan(start)
          from = end
        }
        expect(from).toBeLessThanOrEqual(text.length)
      }),
    )
  })
})

describe('hostile texts', () => {
  const LENGTH = 2_000_000
  const repeat = (text: string, length = LENGTH) =>
    text.repeat(Math.ceil(length / text.length)).slice(0, length)

  it.each([
    ['one letter', 'a'],
    ['prefixes without end', 'eyJh-'],
    ['tokens glued together', `gl${'pat-'}k7Qabcdefghijklmnopqrs-`],
    ['begin lines', '-----BEGIN PRIVATE KEY-----\n'],
    ['names and signs', 'password: "'],
    ['names and spaces', 'token =    '],
    ['addresses', 'x://a:b'],
    ['commands', 'curl -u '],
    ['quotes', '\\"\'`'],
    ['zero-width letters', 'a\u200b'],
    ['halves of characters', '\ud800'],
  ])('G-10 %s take time in proportion to their length', (_, unit) => {
    // Ten times the text may take ten times as long, with much room for a busy machine; a pattern
    // that backtracks would take a hundred times as long, or never come back.
    const short = repeat(unit, LENGTH / 10)
    findSecrets(short)
    const shortMs = cpuMs(() => findSecrets(short))
    const longMs = cpuMs(() => findSecrets(repeat(unit)))
    expect(longMs).toBeLessThan(Math.max(shortMs, 5) * 40)
  })

  it('G-10 ten megabytes of text with a secret in every kilobyte are no trouble', () => {
    const texts = samplesFor(7).map(({ text }) => text)
    const filler = 'The function returns a token for each key in the table. '.repeat(18)
    const text = repeat(texts.map((secret) => `${filler}\n${secret}\n`).join(''), 10_000_000)
    expect(cpuMs(() => expect(findSecrets(text).length).toBeGreaterThan(8_000))).toBeLessThan(
      10_000,
    )
  })

  function cpuMs(work: () => unknown): number {
    const started = process.cpuUsage()
    work()
    const { user, system } = process.cpuUsage(started)
    return (user + system) / 1000
  }
})
