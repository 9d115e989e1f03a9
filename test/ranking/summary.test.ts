import { describe, expect, it } from 'vitest'
import { compressedSummary } from '../../src/ranking/summary.ts'
import { fc } from '../support/property.ts'
import { memoryOf } from './memories.ts'

function summaryOf(...contents: string[]) {
  return compressedSummary(contents.map((content) => memoryOf({ content })))
}

describe('I-07 a summary', () => {
  it('holds each claim once, oldest first', () => {
    const { content } = summaryOf(
      'The gateway times out after 30 seconds. Retries are off.',
      'The worker times out after 60 seconds. Retries are off.',
      'the gateway times out after 30 seconds',
    )
    expect(content.split('\n')).toEqual([
      '- The gateway times out after 30 seconds.',
      '- Retries are off.',
      '- The worker times out after 60 seconds.',
    ])
  })

  it('keeps apart what only looks contained', () => {
    const { content } = summaryOf('Use tabs.', 'Do not use tabs.', 'Use tabs in makefiles.')
    expect(content.split('\n')).toEqual([
      '- Use tabs.',
      '- Do not use tabs.',
      '- Use tabs in makefiles.',
    ])
  })

  it('leaves blocks of code whole', () => {
    const block = '```sh\nnpm ci\nnpm test\n```'
    expect(summaryOf(`Run:\n${block}`, 'Then wait.').content).toContain(block)
  })

  it('takes a title for a claim unless a sentence begins with it', () => {
    const said = { title: 'Tests need redis', content: 'Tests need redis on port 6379.' }
    const other = { title: 'Port 7', content: 'Port 70 is open.' }
    const unsaid = { title: 'Port 7000 is taken', content: 'The proxy listens there.' }
    const { content } = compressedSummary([memoryOf(said), memoryOf(other), memoryOf(unsaid)])
    expect(content.split('\n')).toEqual([
      '- Tests need redis on port 6379.',
      '- Port 7',
      '- Port 70 is open.',
      '- Port 7000 is taken',
      '- The proxy listens there.',
    ])
  })

  it('is named by what its members share', () => {
    const { title } = summaryOf(
      'Upload timeout of the gateway raised',
      'Upload timeout of the worker raised',
      'Upload timeout of the mailer raised',
    )
    expect(title).toBe('raised timeout upload gateway (3 memories)')
  })

  it('unites tags, concepts and files, and is as sure as its least sure member', () => {
    const summary = compressedSummary([
      memoryOf({ tags: ['b', 'a'], filesRead: ['x.ts'], importance: 0.3, confidence: 0.9 }),
      memoryOf({ tags: ['b'], filesModified: ['y.ts'], importance: 0.7, confidence: 0.6 }),
    ])
    expect(summary).toMatchObject({
      tags: ['b', 'a'],
      filesRead: ['x.ts'],
      filesModified: ['y.ts'],
      importance: 0.7,
      confidence: 0.6,
    })
  })

  it('of summaries holds what they held', () => {
    const first = summaryOf('Port 1 is open.', 'Port 2 is open.')
    const again = compressedSummary([memoryOf(first), memoryOf({ content: 'Port 3 is open.' })])
    for (const port of ['Port 1', 'Port 2', 'Port 3']) expect(again.content).toContain(port)
  })
})

const piece = fc.constantFrom(
  'the gateway',
  'src/api/limits.ts',
  'docs/setup.md',
  'maxRetries',
  'rate_limit',
  'config.timeout',
  'v1.2.3',
  '30',
  '0.65',
  '100/min',
  'never',
  'does not',
  "don't",
  'no',
  'uses',
  'depends on',
  'e.g.',
  '`npm run build`',
  'GET /users/:id',
  '超时',
)
const sentence = fc
  .tuple(fc.array(piece, { minLength: 1, maxLength: 6 }), fc.constantFrom('.', '!', '', ';', '。'))
  .map(([pieces, end]) => `${pieces.join(' ')}${end}`)
const text = fc
  .array(fc.tuple(sentence, fc.constantFrom(' ', '\n', '\n\n', '\n- ', '\n1. ')), { maxLength: 5 })
  .map((parts) => parts.map(([said, gap]) => said + gap).join(''))

const PARTICULARS = [
  /\d+(?:[.,]\d+)*/g, // numbers
  /[\w.-]+(?:\/[\w.:-]*\w)+/g, // paths
  /\b[a-z]+[A-Z]\w*|\b\w+_\w+|\b\w+\.\w+/g, // identifiers
  /\b(?:not|never|no|don't)\b/g, // negations
]

it('I-07 every number, path, identifier and negation of every member is in the summary', () => {
  const members = fc.array(fc.record({ title: sentence, content: text }), {
    minLength: 1,
    maxLength: 6,
  })
  fc.assert(
    fc.property(members, (all) => {
      const { content } = compressedSummary(all.map((member) => memoryOf(member)))
      for (const member of all)
        for (const pattern of PARTICULARS)
          for (const [particular] of `${member.title}\n${member.content}`.matchAll(pattern))
            expect(content).toContain(particular)
    }),
    { numRuns: 300 },
  )
})

it('I-07 every sentence of every member is in the summary, and only those', () => {
  const claim = fc
    .array(piece, { minLength: 2, maxLength: 5 })
    .map((pieces) => `${pieces.join(' ')}.`)
  fc.assert(
    fc.property(
      fc.array(fc.array(claim, { maxLength: 4 }), { minLength: 1, maxLength: 5 }),
      (all) => {
        const contents = all.map((claims) => claims.join('\n\n'))
        const plain = (line: string) =>
          line
            .replace(/^- /, '')
            .replace(/\bthe /g, '')
            .replace(/\.$/, '')
        const lines = summaryOf(...contents)
          .content.split('\n')
          .map(plain)
        const said = new Set(all.flat().map(plain))
        for (const each of lines.filter((line) => line !== '')) {
          expect([...said].some((one) => one.includes(each))).toBe(true)
        }
        const whole = lines.join(' ')
        for (const one of said) expect(whole).toContain(one)
      },
    ),
  )
})
