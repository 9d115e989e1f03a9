/** B-05. One attribute of one thing, told in many ways. */
import { describe, expect, it } from 'vitest'
import { judgePair } from '../../src/memory/judge-pair.ts'
import { slotOf } from '../../src/memory/slots.ts'

const BEFORE = [
  'Metric-collector listens on port 8127.',
  'You reach metric-collector on port 8127.',
  'The port of metric-collector is 8127.',
  'We have a new port of metric-collector: 8127.',
]

const AFTER = [
  'We changed the port of metric-collector from 8127 to 6244.',
  'The port of metric-collector is 6244 now.',
  'Actually the port of metric-collector is 6244, not 8127.',
  'Forget 8127: the port of metric-collector is 6244.',
  'Heads up, ops moved the port of metric-collector to 6244.',
  'The port of metric-collector went from 8127 to 6244 this morning.',
  'Small fix to what I said before: the port of metric-collector should be 6244.',
  '8127 is no longer the port of metric-collector, use 6244.',
  'Please stop using 8127 as the port of metric-collector, it is 6244 these days.',
  'It turned out that the port of metric-collector is 6244 rather than 8127.',
  'After the incident they set the port of metric-collector to 6244.',
  'The old port of metric-collector (8127) is gone, the new one is 6244.',
  'I was wrong about the port of metric-collector: it is 6244.',
  'The port of metric-collector used to be 8127, but it is 6244 since yesterday.',
  '6244 replaces 8127 as the port of metric-collector.',
  'Not 8127 any more, the port of metric-collector is 6244.',
  'By the way, the port of metric-collector has become 6244.',
  'Metric-collector listens on port 6244.',
]

function kindOf(newer: string, older: string): string {
  const claim = (content: string) => ({ title: content, content, type: 'fact' })
  return judgePair(claim(newer), claim(older)).relation
}

describe('slots', () => {
  it.each(AFTER)('B-05 however the old value was told, it is replaced by: %s', (newer) => {
    for (const older of BEFORE) expect([older, kindOf(newer, older)]).toEqual([older, 'corrected'])
  })

  it.each([
    ['The owner of backup-runner is team Willow.', 'Backup-runner is owned by team Falcon.'],
    ['Login-gateway uses CockroachDB as its database.', 'The database of login-gateway is MySQL.'],
    ['The database of login-gateway is SQLite.', 'Login-gateway uses PostgreSQL as its database.'],
    ['Chat-bridge is deployed every Monday.', 'The deploy day of chat-bridge is Friday.'],
    [
      'Calls to event-router have a timeout of 25 seconds.',
      'The timeout of event-router is 1 minute.',
    ],
  ])('B-05 "%s" is replaced by "%s"', (older, newer) => {
    expect(kindOf(newer, older)).toBe('corrected')
  })

  it.each([
    ['The port of billing is 8080.', 'The port of search is 9090.', 'another thing'],
    ['The port of billing is 8080.', 'The timeout of billing is 30 seconds.', 'another attribute'],
    ['The staging port of billing is 8080.', 'The production port of billing is 9090.', 'a part'],
    [
      'Calls to event-router have a timeout of 60 seconds.',
      'The timeout of event-router is 1 minute.',
      'the same',
    ],
    ['The port of billing is 8080.', '9090 is no longer the port of billing.', 'only a denial'],
  ])('B-05 "%s" stays beside "%s": %s', (older, newer) => {
    expect(kindOf(newer, older)).not.toBe('corrected')
  })

  it('B-05 a figure that names what is spoken of is no value', () => {
    expect(slotOf('Version 1.2 supports dark mode.')).toBeNull()
  })

  it.each([
    'Session-store runs in region eu-central-1.',
    'The region of session-store is eu-central-1.',
  ])('B-05 a word of choice inside a name is part of the name: %s', (sentence) => {
    expect(slotOf(sentence)).toMatchObject({ subject: 'session store', value: 'eu-central-1' })
  })
})
