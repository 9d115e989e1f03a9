import { describe, expect, it } from 'vitest'
import { fingerprintsOf, isEcho, withoutInjected } from '../../src/capture/echo.ts'
import { EchoSettings } from '../../src/capture/settings.ts'
import { fc } from '../support/property.ts'

const settings = EchoSettings.parse({})
const injected = `<memory-context>
  <memory type="decision" importance="0.8" age="2d">
    Title: Sessions live in Redis because they must survive a restart of the web server
    Content: We chose Redis over the database since sessions are short and many.
  </memory>
  <memory type="policy">
    Title: Never deploy on Friday
  </memory>
</memory-context>`
const known = fingerprintsOf(settings, injected)

describe('no echo', () => {
  it.each([
    'Sessions live in Redis because they must survive a restart of the web server',
    '- **Sessions** live in `Redis`, because they must\n  survive a restart of the web server!',
    'We chose Redis over the database since sessions are short and many.',
    'never deploy on friday',
  ])('K-09 knows %j again', (text) => {
    expect(isEcho(settings, known, text)).toBe(true)
  })

  it.each([
    'Sessions live in Postgres now, since Redis lost them twice this month',
    'Deploy on Friday if the tests are green and nobody objects',
    'We chose Redis',
    '',
  ])('K-09 takes %j for new', (text) => {
    expect(isEcho(settings, known, text)).toBe(false)
  })

  it('K-09 six runs in ten are an echo, five are not', () => {
    const words = (text: string) => text.split(' ')
    const from = words('one two three four five six seven eight nine ten eleven twelve')
    const other = words('alpha beta gamma delta epsilon zeta eta theta')
    // Fourteen words have ten runs of five.
    const withKnown = (count: number) =>
      [...from.slice(0, count), ...other.slice(0, 14 - count)].join(' ')
    const prints = fingerprintsOf(settings, from.join(' '))
    expect(isEcho(settings, prints, withKnown(10))).toBe(true)
    expect(isEcho(settings, prints, withKnown(9))).toBe(false)
  })

  it('K-09 without fingerprints nothing is an echo', () => {
    expect(isEcho(settings, [], 'Sessions live in Redis')).toBe(false)
  })

  it('K-09 knows text without spaces between its words', () => {
    const text = '我们使用数据库来保存所有的会话信息'
    expect(isEcho(settings, fingerprintsOf(settings, text), `**${text}**`)).toBe(true)
    expect(isEcho(settings, fingerprintsOf(settings, text), '今天的天气非常好我们去公园散步')).toBe(
      false,
    )
  })

  it('K-09 takes its own block out, also one that was cut off', () => {
    expect(withoutInjected(`Hello ${injected} there`)).toBe('Hello  there')
    expect(withoutInjected('Hello <memory-context>\nTitle: x')).toBe('Hello ')
  })

  it('K-09 other whitespace, case and marks make no difference', () => {
    const word = fc.stringMatching(/^[a-z]{2,8}$/)
    fc.assert(
      fc.property(fc.array(word, { minLength: 3, maxLength: 30 }), (words) => {
        const prints = fingerprintsOf(settings, words.join(' '))
        expect(isEcho(settings, prints, `> **${words.join('*\n  _').toUpperCase()}**.`)).toBe(true)
      }),
    )
  })
})
