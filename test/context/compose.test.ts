import { describe, expect, it } from 'vitest'
import { addDays } from '../../src/clock.ts'
import { ageOf } from '../../src/context/age.ts'
import { TRIM_ORDER } from '../../src/context/sections.ts'
import { candidate, composed, indexOf, memory, NOW, withContext } from './fixtures.ts'

const input = {
  anchors: [
    { file: 'USER.md', path: 'USER.md', state: 'trusted', text: 'I am me. '.repeat(40) } as const,
  ],
  globalIndex: indexOf([1, 2, 3].map((n) => memory(n, { title: `Indexed ${n}` }))),
  standing: [memory(4, { type: 'policy' })],
  negatives: [memory(5, { type: 'negative', triggers: ['deploy'] })],
  pending: [candidate(memory(6))],
  recalled: [candidate(memory(7)), candidate(memory(8), { match: 0.9 })],
  procedures: [candidate(memory(9, { type: 'workflow' }))],
  tasks: [candidate(memory(10, { type: 'task', done: false }))],
  lifeboat: { text: 'Task: ship', savedAt: NOW },
}

describe('H-12 host caps', () => {
  it('gives up the same things in the same order, and points to them', () => {
    const whole = composed(input).text.length
    const gone: string[] = []
    for (let characters = whole; characters > 0; characters -= 10) {
      const layers = withContext({ hostCaps: { host: { characters } } })
      const { text } = composed(input, { host: 'host' }, layers)
      for (const tag of [
        'tasks',
        'procedures',
        'global-index',
        'pending',
        'lifeboat',
        'standing',
        'warnings',
        'anchor',
        'recalled',
      ]) {
        if (!gone.includes(tag) && !text.includes(`<${tag}`)) gone.push(tag)
      }
      if (gone.length === 1)
        expect(text).toContain('<more>Omitted to fit: tasks. All of it: mneme context</more>')
    }
    expect(gone).toEqual([
      'tasks',
      'procedures',
      'global-index',
      'pending',
      'lifeboat',
      'standing',
      'warnings',
      'anchor',
      'recalled',
    ])
    expect(TRIM_ORDER.at(-1)).toBe('anchors')
  })

  it('an index falls back to counts before it goes', () => {
    const layers = withContext({ hostCaps: { host: { characters: 380 } } })
    const { text } = composed(
      { globalIndex: indexOf(Array.from({ length: 40 }, (_, i) => memory(i + 1))) },
      { host: 'host' },
      layers,
    )
    expect(text).toContain('There are: 40 fact.')
    expect(text).not.toContain('Title 1')
  })

  it('an anchor too long for the host is cut, with the pointer to nothing lost', () => {
    const anchors = [
      { file: 'USER.md', path: 'USER.md', state: 'trusted', text: 'word '.repeat(5000) } as const,
    ]
    const { text } = composed({ anchors }, { host: 'claude-code', part: 'stable' })
    expect(text.length).toBeLessThanOrEqual(9500)
    expect(text.length).toBeGreaterThan(9400)
    expect(text).toContain('…\n</anchor>')
  })

  it('a host we do not know is not capped', () => {
    expect(composed(input, { host: 'constructor' }).text).toBe(composed(input).text)
  })
})

it('H-08 what the topic has seen is not said again, with its reason', () => {
  const { text, decisions } = composed({
    recalled: [candidate(memory(1))],
    surfaced: [memory(1).id],
  })
  expect(text).toBe('')
  expect(decisions).toMatchObject([{ outcome: 'out', rule: 'already-surfaced' }])
})

it('K-08 says what each memory cost', () => {
  const { injected, text } = composed(input)
  const ids = injected.map(({ id }) => Number(id.slice(4)))
  expect(ids.toSorted((a, b) => a - b)).toEqual([4, 5, 6, 7, 8, 9, 10])
  for (const { tokens } of injected) expect(tokens).toBeGreaterThan(5)
  expect(text).toContain('<standing>')
})

it('D-16 says of each memory why it is in or out', () => {
  const { decisions } = composed({
    ...input,
    recalled: [
      ...input.recalled,
      candidate(memory(11, { held: true })),
      candidate(memory(12), { relevant: false }),
    ],
  })
  const of = (name: string) => decisions.find((each) => each.name === name)
  expect(of('memory-7')).toMatchObject({
    outcome: 'in',
    section: 'recalled',
    layer: 'B',
    verdict: 'reference',
    form: 'whole',
    reason: "the user's own words",
  })
  expect(of('memory-7')?.score).toBeCloseTo(0.49, 1)
  expect(of('memory-11')).toMatchObject({
    outcome: 'out',
    rule: 'held',
    reason: 'it waits for review',
  })
  expect(of('memory-12')).toMatchObject({
    outcome: 'out',
    rule: 'judged-irrelevant',
    reason: 'judged beside the point',
  })
})

it.each([
  [0, '0m'],
  [0.0035, '5m'],
  [0.5, '12h'],
  [2, '2d'],
  [45, '1mo'],
  [800, '2y'],
  [-3, '0m'],
])('H-04 %s days ago is %s', (days, age) => {
  expect(ageOf(addDays(NOW, -days), NOW)).toBe(age)
})
