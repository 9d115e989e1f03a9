/** H-06. What is private or secret reaches a prompt only when it is asked for by name. */
import { expect, it } from 'vitest'
import { openHome } from '../support/opened-home.ts'

it.each(['private', 'secret'] as const)(
  'H-06 %s is served when asked for, and only then',
  async (kind) => {
    const home = await openHome({})
    for (let i = 0; i < 40; i += 1) {
      const content = `The backup of service number ${i} runs at ${i} past the hour on host h${i}.`
      await home.do('remember', { content, type: 'fact', scope: 'global' })
    }
    const content = 'The signing ceremony of the Falkenstein contract is in room nine.'
    await home.do('remember', { content, type: 'fact', scope: 'global', sensitivity: kind })
    const prompt = 'Where is the signing ceremony of the Falkenstein contract?'
    const asked = await home.do('context', { prompt, sensitivity: [kind], preview: true })
    const plain = await home.do('context', { prompt, preview: true })
    expect(asked.text).toContain('room nine')
    expect(plain.text).not.toContain('room nine')
  },
  60_000,
)
