import { describe, expect, it } from 'vitest'
import { UserRuleSettings } from '../../src/capture/settings.ts'
import { capturedRules } from '../../src/capture/user-rules.ts'
import { FOREIGN_WORDS, OWN_WORDS } from '../fixtures/foreign-words.ts'
import { INJECTIONS } from '../fixtures/injections.ts'
import { PASTE_SHAPES, pastePrompt } from '../fixtures/pasted-prompts.ts'

const settings = UserRuleSettings.parse({})

describe('words of others in a prompt', () => {
  it.each(Array.from({ length: PASTE_SHAPES }, (_, shape) => [shape, pastePrompt('…', shape)]))(
    'M-03 no injection becomes a rule in shape %i: %j',
    (shape) => {
      const kept = INJECTIONS.flatMap((text) =>
        capturedRules(settings, pastePrompt(text, shape))
          .filter(({ broughtIn }) => !broughtIn)
          .map(({ sentence }) => `${text} → ${sentence}`),
      )
      expect(kept).toEqual([])
    },
  )

  it.each(FOREIGN_WORDS)('M-03 is no rule: %s', (message) => {
    const kept = capturedRules(settings, message).filter(({ broughtIn }) => !broughtIn)
    expect(kept.map(({ sentence }) => sentence)).toEqual([])
  })

  it.each(OWN_WORDS)('M-03 is one, in the writer’s own name: %s', (message) => {
    expect(capturedRules(settings, message).map(({ broughtIn }) => broughtIn)).toContain(false)
  })
})
