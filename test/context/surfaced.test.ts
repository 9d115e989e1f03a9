import { describe, expect, it } from 'vitest'
import { PendingState, pendingAfter, pendingDue } from '../../src/context/pending.ts'
import {
  afterInjection,
  afterPrompt,
  afterReset,
  NOTHING_SURFACED,
  RESETS,
  SurfacedState,
} from '../../src/context/surfaced.ts'
import { settings } from './fixtures.ts'

const s = settings.context
const talk = (prompts: readonly string[], similarity: number | null = null) => {
  let state = NOTHING_SURFACED
  const changes: boolean[] = []
  for (const prompt of prompts) {
    const next = afterPrompt(s, state, { prompt, similarity })
    changes.push(next.topicChanged)
    state = afterInjection(next.state, [`shown-${changes.length}`])
  }
  return { state, changes }
}

describe('H-08 surfaced', () => {
  it.each([
    {
      why: 'a follow-up stays on the topic',
      prompts: ['deploy the billing service to production', 'which day is the billing deploy?'],
      changes: [false, false],
    },
    {
      why: 'a short answer never changes it',
      prompts: ['deploy the billing service to production', 'yes, go on', 'ok'],
      changes: [false, false, false],
    },
    {
      why: 'something else does',
      prompts: ['deploy the billing service to production', 'write a haiku about winter lakes'],
      changes: [false, true],
    },
    {
      why: 'so does something else in Japanese',
      prompts: ['請求サービスのデプロイ手順', '冬の湖についての俳句を書いて'],
      changes: [false, true],
    },
  ])('$why', ({ prompts, changes }) => {
    expect(talk(prompts).changes).toEqual(changes)
  })

  it('a measured similarity goes before keywords', () => {
    const alike = ['deploy the billing service', 'deploy the billing service']
    expect(talk(alike, 0.29).changes).toEqual([false, true])
    expect(talk(['deploy the billing service', 'haiku about winter lakes'], 0.3).changes).toEqual([
      false,
      false,
    ])
  })

  it('a new topic forgets what was shown, the same one adds to it', () => {
    expect(
      talk(['deploy the billing service', 'how to deploy the billing service']).state.ids,
    ).toEqual(['shown-1', 'shown-2'])
    expect(talk(['deploy the billing service', 'haiku about winter lakes']).state.ids).toEqual([
      'shown-2',
    ])
  })

  it.each(RESETS)('%s resets it', (reset) => {
    const { state } = talk(['deploy the billing service'])
    expect(afterReset(state, reset).ids).toEqual([])
    expect(afterReset(state, reset).topics).toBe(1)
  })

  it('survives being written down', () => {
    const { state } = talk(['deploy the billing service', 'which day?'])
    expect(SurfacedState.parse(JSON.parse(JSON.stringify(state)))).toEqual(state)
  })
})

describe('H-07 pending', () => {
  const hit = (id: string, relevant: boolean | null = null) => ({
    id,
    match: 0.8,
    similarity: null,
    passage: null,
    relevant,
  })
  const state = pendingAfter(4, [hit('a'), hit('b', false), hit('c', true), hit('a')], ['c'])

  it('keeps what is new and not judged away, once', () => {
    expect(state.found.map(({ id }) => id)).toEqual(['a'])
    expect(PendingState.parse(JSON.parse(JSON.stringify(state)))).toEqual(state)
  })

  it.each([
    { turn: 5, topicChanged: false, ids: ['a'] },
    { turn: 5, topicChanged: true, ids: [] },
    { turn: 6, topicChanged: false, ids: [] },
  ])(
    'at turn $turn (topic changed: $topicChanged) $ids come due',
    ({ turn, topicChanged, ids }) => {
      expect(pendingDue(state, { turn, topicChanged }).map(({ id }) => id)).toEqual(ids)
      expect(pendingDue(null, { turn, topicChanged })).toEqual([])
    },
  )
})
