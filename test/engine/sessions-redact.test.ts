import { describe, expect, it } from 'vitest'
import { openSecretScanner } from '../../src/capture/secrets/scanner.ts'
import { hasSecrets, redactedText } from '../../src/engine/sessions/redact-text.ts'
import { samplesFor } from '../capture/secrets/samples.ts'

const scanner = openSecretScanner()
const samples = samplesFor(3).map(({ kind, text, value }) => ({ kind, text, value }))

describe('credentials in strings in strings', () => {
  it.each(samples)('G-10 $kind is found however deep it is quoted', async ({ text, value }) => {
    let quoted = `deployed with\n${text}\nall well`
    for (let depth = 0; depth <= 3; depth++) {
      expect(await hasSecrets(scanner, quoted)).toBe(true)
      const clean = await redactedText(scanner, quoted)
      const lines = value
        .split(/\n|\\+n/)
        .filter((line) => line.length > 12 && !/^-----/.test(line))
      expect(lines.filter((line) => clean.includes(line))).toEqual([])
      quoted = JSON.stringify({ command: quoted })
    }
  })

  it('G-10 text without credentials is left as it is', async () => {
    const text = 'const a = "x\\n"; JSON.parse("{\\"a\\": \\"b\\"}") // \\\\server\\share \\u0041'
    expect(await redactedText(scanner, text)).toBe(text)
    expect(await hasSecrets(scanner, text)).toBe(false)
  })
})
