import { describe, expect, it } from 'vitest'
import { isCardNumber, isCpf, isIban } from '../../src/capture/checksums.ts'
import { classifySensitivity } from '../../src/capture/sensitivity.ts'
import { fc } from '../support/property.ts'

describe('private', () => {
  it.each([
    ['Ask jane.doe@acme-corp.com about it', 'e-mail address'],
    ['Call +49 30 901820 before noon', 'phone number'],
    ['Her number: (415) 555-2671', 'phone number'],
    ['phone: 030 9018 20123', 'phone number'],
    ['My address is 12 Long Acre, London', 'postal address'],
    ['Send it to 742 Evergreen Terrace, Springfield', 'postal address'],
    ['Sie wohnt in der Hauptstraße 5', 'postal address'],
    ['His SSN is 219-09-9999', 'national id'],
    ['passport number: C01X00T478', 'national id'],
    ['Charged to 4111 1111 1111 1111', 'card number'],
    ['Pay to DE89 3704 0044 0532 0130 00', 'bank account'],
    ['My name is Ada Lovelace', 'personal name'],
    ['Remind my wife Anna on Friday', 'personal name'],
    ['date of birth: 1990-02-03', 'date of birth'],
    ['The runner is at 10.12.0.7', 'internal address'],
    ['ssh 192.168.1.20', 'internal address'],
    ['172.20.3.4:8080', 'internal address'],
    ['Docs are on https://wiki.acme.internal/home', 'internal address'],
    ['the host is db.internal', 'internal address'],
    ['build-3.corp takes an hour', 'internal address'],
    ['ping printer.local', 'internal address'],
    ['see http://intranet/handbook', 'internal address'],
    ['fd12:3456:789a::1', 'internal address'],
  ])('H-06 %j: %s', (text, reason) => {
    const { sensitivity, reasons } = classifySensitivity(text)
    expect(sensitivity).toBe('private')
    expect(reasons).toContain(reason)
  })
})

describe('public', () => {
  it.each([
    'Use tabs, not spaces.',
    'Write to someone@example.com or noreply@github.com',
    'git clone git@github.com:acme/tool.git',
    'npm i @scope/name@1.2.3 and logo@2x.png',
    'Version 10.15.7.1 and 1.2.3-beta.4',
    'macOS 10.15.7, Windows build 10.0.19041.1',
    'error at src/index.ts:1234:56, line 4155',
    'on 2024-05-06 at 12:34:56.789, epoch 1700000000000',
    'listens on localhost:5432 and 127.0.0.1:8080',
    'id 4111111111111112 failed',
    'order 123-456-789',
    'the ranges 10.0.0.0/8 and 192.168.0.0/16 are private',
    'host.docker.internal reaches the host',
    'read settings.local.json and .env.local',
    'specifier.local ? a : b; this.internal = 1',
    'sha 3f786850e387550fdab836ed7e6dc881de23001b',
    'the address is 0x7ffe5c3a at port 8080',
    'my name is not important',
    'token budget: 4096 of 200000',
    '+12 -7 in 3 files',
    '',
  ])('H-06 %j', (text) => {
    expect(classifySensitivity(text)).toEqual({ sensitivity: 'public', reasons: [] })
  })
})

describe('unknown', () => {
  it('H-06 what cannot be read is never public', () => {
    expect(classifySensitivity('\0\x01\x02\ufffd')).toEqual({
      sensitivity: 'unknown',
      reasons: ['undecodable'],
    })
    expect(classifySensitivity(`${'\ud800'.repeat(5)}abc`).sensitivity).toBe('unknown')
  })

  it('H-06 what is too long to be classified is unknown', () => {
    const settings = { maxCharacters: 10, maxUnreadableShare: 0.01 }
    expect(classifySensitivity('x'.repeat(10), settings).sensitivity).toBe('public')
    expect(classifySensitivity('x'.repeat(11), settings)).toEqual({
      sensitivity: 'unknown',
      reasons: ['too large'],
    })
  })

  it('H-06 a stray sign in a long text does not hide the rest', () => {
    expect(classifySensitivity(`${'word '.repeat(100)}\ufffd`).sensitivity).toBe('public')
  })
})

describe('properties', () => {
  it('H-06 reasons never hold a digit or an address of the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        for (const reason of classifySensitivity(text).reasons) expect(reason).toMatch(/^[a-z -]+$/)
      }),
    )
  })

  it('H-06 an e-mail address is private wherever it stands', () => {
    fc.assert(
      fc.property(fc.lorem(), fc.lorem(), (before, after) => {
        const text = `${before} ada@lovelace.org ${after}`
        expect(classifySensitivity(text).sensitivity).toBe('private')
      }),
    )
  })

  it.each(['a', '@', 'a@', '1 ', '+1 ', 'a.', '10.', 'my address is ', 'AB12 ', 'A', 'fd00:'])(
    'H-06 a million characters of %j are no trouble',
    (unit) => {
      const text = unit.repeat(Math.floor(1_000_000 / unit.length))
      const started = process.cpuUsage()
      classifySensitivity(text)
      expect(process.cpuUsage(started).user / 1e6).toBeLessThan(10)
    },
  )
})

describe('numbers that prove themselves', () => {
  it('H-06 cards by issuer and Luhn', () => {
    expect(isCardNumber('4111 1111 1111 1111')).toBe(true)
    expect(isCardNumber('3782-822463-10005')).toBe(true)
    expect(isCardNumber('4111 1111 1111 1112')).toBe(false)
    expect(isCardNumber('1700000000000')).toBe(false)
  })

  it('H-06 accounts by the remainder of 97', () => {
    expect(isIban('GB29 NWBK 6016 1331 9268 19')).toBe(true)
    expect(isIban('GB29 NWBK 6016 1331 9268 18')).toBe(false)
  })

  it('H-06 a wrong digit is always noticed', () => {
    const card = '4111111111111111'
    fc.assert(
      fc.property(fc.nat({ max: 15 }), fc.integer({ min: 1, max: 9 }), (at, by) => {
        const digit = (Number(card[at]) + by) % 10
        expect(isCardNumber(card.slice(0, at) + digit + card.slice(at + 1))).toBe(false)
      }),
    )
  })

  it('H-06 CPF by its two check digits', () => {
    expect(isCpf('529.982.247-25')).toBe(true)
    expect(isCpf('529.982.247-24')).toBe(false)
    expect(isCpf('111.111.111-11')).toBe(false)
  })
})
