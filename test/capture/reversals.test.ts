/** B-05. Which older choice a change of mind takes back. */
import { describe, expect, it } from 'vitest'
import { areOtherTexts, reversalIn, reversalRetires } from '../../src/capture/reversals.ts'

function retires(newer: string, older: string): boolean {
  const reversal = reversalIn(newer)
  return reversal !== null && reversalRetires(reversal, newer, older) !== null
}

const SESSIONS = 'From now on we use Redis for sessions'

describe('a change of mind that names a thing', () => {
  it.each([
    ["Let's use Mocha rather than Ava", 'Actually, forget about Mocha, we go back to Ava'],
    ['From now on use tabs', 'no, spaces are better, go back to spaces'],
    [
      'Wir nutzen ab jetzt Redis für Sessions',
      'Doch nicht Redis, wir nehmen Memcached für Sessions',
    ],
    ['We use Mongoose for the models', 'forget about mongoose, plain queries are enough'],
    [SESSIONS, 'Not Redis after all, we use Memcached'],
    [SESSIONS, "On second thought, let's drop Redis"],
    [SESSIONS, 'Changed my mind, back to Memcached for sessions'],
    [SESSIONS, 'Finalement pas Redis, on prend Memcached pour les sessions'],
    [SESSIONS, 'Al final no Redis, usamos Memcached para las sesiones'],
    [SESSIONS, 'Afinal não Redis, usamos Memcached'],
    [SESSIONS, 'Alla fine niente Redis, usiamo Memcached'],
    [SESSIONS, 'Всё-таки не Redis, используем Memcached'],
    [SESSIONS, '还是不用Redis了，以后用Memcached'],
    [SESSIONS, 'やっぱりRedisはやめて、Memcachedを使う'],
    [SESSIONS, '생각이 바뀌었어, Redis 말고 Memcached를 쓰자'],
    [
      'Los mensajes de error deben estar en español',
      'I changed my mind: error messages should be in English, not in Spanish',
    ],
  ])('B-05 %j is taken back by %j', (older, newer) => {
    expect(retires(newer, older)).toBe(true)
  })

  it.each([
    [SESSIONS, 'Actually, forget about lunch'],
    [SESSIONS, "Don't forget about Redis, the password rotates"],
    [SESSIONS, 'We never drop Redis'],
    [SESSIONS, 'drop Redis keys older than a day'],
    [SESSIONS, 'go back to the list'],
    [SESSIONS, 'Go back to step 2'],
    [SESSIONS, 'Actually, the Redis port is 6380'],
    ['From now on we use Redis for the cache', 'Forget about Redis for sessions'],
    ['Never use Redis for sessions.', 'Actually, forget about Redis, we use Memcached'],
    ['Always take the tests seriously', 'forget about the tests'],
    [
      'From now on run vitest with coverage and threads disabled in the nightly pipeline of billing',
      'Actually, forget about Vitest, we go back to Jest',
    ],
    [
      'Always answer in Spanish',
      'I changed my mind: error messages should be in English, not in Spanish',
    ],
  ])('B-05 %j stays when %j is said', (older, newer) => {
    expect(retires(newer, older)).toBe(false)
  })

  it('M-10 the language of error messages and that of answers are two things', () => {
    expect(areOtherTexts('error messages in English, not in Spanish', 'Answer in Spanish')).toBe(
      true,
    )
    expect(areOtherTexts('error messages in English', 'mensajes de error en español')).toBe(false)
  })
})
