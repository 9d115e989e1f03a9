import { describe, expect, it } from 'vitest'
import { timeoutFor, withPrefix } from '../../src/embed/applied-settings.ts'
import { EmbedSettings } from '../../src/embed/settings.ts'

describe('embed settings', () => {
  it('D-13 a question waits two seconds, a batch thirty, the probe 0.8', () => {
    const settings = EmbedSettings.parse({})
    expect(timeoutFor(settings, 'query')).toBe(2_000)
    expect(timeoutFor(settings, 'passage')).toBe(30_000)
    expect(settings.probeTimeoutMs).toBe(800)
  })

  it('D-14 works with nothing set, built in', () => {
    expect(EmbedSettings.parse({}).provider).toBe('builtin')
  })

  it.each([
    { provider: 'other' },
    { baseUrl: 'file:///etc/passwd' },
    { apiKeyEnv: 'sk-this is a key' },
    { threads: 0 },
    { batchSize: 0 },
  ])('J-11 refuses %j', (wrong) => {
    expect(EmbedSettings.safeParse(wrong).success).toBe(false)
  })

  it('D-14 each kind has its prefix', () => {
    const settings = EmbedSettings.parse({ queryPrefix: 'query: ', passagePrefix: 'passage: ' })
    expect(withPrefix(settings, 'query', 'x')).toBe('query: x')
    expect(withPrefix(settings, 'passage', 'x')).toBe('passage: x')
  })
})
