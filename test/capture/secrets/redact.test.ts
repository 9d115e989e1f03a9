import { describe, expect, it } from 'vitest'
import { hasSecrets, redactText } from '../../../src/capture/secrets/redact.ts'
import { samplesFor } from './samples.ts'

const samples = samplesFor(3).map(({ kind, text, value }) => ({ kind, text, value }))

describe('credentials in strings in strings', () => {
  it.each(samples)('G-10 $kind is found however deep it is quoted', ({ text, value }) => {
    let quoted = `deployed with\n${text}\nall well`
    for (let depth = 0; depth <= 3; depth++) {
      expect(hasSecrets(quoted)).toBe(true)
      const { text: clean } = redactText(quoted)
      const lines = value
        .split(/\n|\\+n/)
        .filter((line) => line.length > 12 && !/^-----/.test(line))
      expect(lines.filter((line) => clean.includes(line))).toEqual([])
      quoted = JSON.stringify({ command: quoted })
    }
  })

  it('G-10 text without credentials is left as it is', () => {
    const text = 'const a = "x\\n"; JSON.parse("{\\"a\\": \\"b\\"}") // \\\\server\\share \\u0041'
    expect(redactText(text).text).toBe(text)
    expect(hasSecrets(text)).toBe(false)
  })
})
