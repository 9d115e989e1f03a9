import { describe, expect, it } from 'vitest'
import { runWithin } from '../../src/embed/deadline.ts'

const never = () => new Promise<never>(() => {})

describe('bounded waiting', () => {
  it('D-13 gives the answer that comes in time', async () => {
    const bounds = { deadlineMs: 1_000, signal: undefined, what: 'It' }
    expect(await runWithin(bounds, async () => 42)).toBe(42)
  })

  it('D-13 gives up on work that never ends and does not listen', async () => {
    const bounds = { deadlineMs: 10, signal: undefined, what: 'The server' }
    await expect(runWithin(bounds, never)).rejects.toMatchObject({
      code: 'unavailable',
      message: 'The server took longer than 10 ms',
    })
  })

  it('D-13 tells the work when the caller has given up', async () => {
    const stop = new AbortController()
    let told: unknown
    const waiting = runWithin({ deadlineMs: 1_000, signal: stop.signal, what: 'It' }, (signal) => {
      signal.addEventListener('abort', () => {
        told = signal.reason
      })
      return never()
    })
    stop.abort('changed my mind')
    await expect(waiting).rejects.toBe('changed my mind')
    expect(told).toBe('changed my mind')
  })

  it('D-13 does not begin what is no longer wanted', async () => {
    let begun = false
    const work = async () => {
      begun = true
    }
    const bounds = { deadlineMs: 1_000, signal: AbortSignal.abort('early'), what: 'It' }
    await expect(runWithin(bounds, work)).rejects.toBe('early')
    expect(begun).toBe(false)
  })
})
