import { describe, expect, it } from 'vitest'
import { SummarySettings } from '../../src/capture/settings.ts'
import { sessionSummary } from '../../src/capture/summary.ts'
import { agent, conversation, edited, planned, ran, user } from './conversation.ts'

const settings = SummarySettings.parse({})
const session = conversation(
  user('Please add CSV export to the invoice page.'),
  agent('Let me look around.'),
  edited('src/invoice/export.ts', 'a', 'b'),
  agent('I have added a streaming exporter in `export.ts` and a button on the invoice page.'),
  agent(
    'We decided to stream the rows instead of building one string because invoices can be huge.',
  ),
  ran('git commit -m "feat: csv export"'),
  planned(['translate the button', 'pending']),
)

describe('the summary of a session', () => {
  it('F-04 stands under a heading for prior context and is made of what was said', () => {
    const summary = sessionSummary(settings, session)
    expect(summary?.title).toBe('Please add CSV export to the invoice page.')
    expect(summary?.files).toEqual(['src/invoice/export.ts'])
    const lines = summary?.text.split('\n') ?? []
    expect(lines[0]).toBe('## Prior context')
    expect(lines).toEqual(
      expect.arrayContaining([
        '- Please add CSV export to the invoice page.',
        '- decision: We decided to stream the rows instead of building one string because invoices can be huge.',
        '- I have added a streaming exporter in `export.ts` and a button on the invoice page.',
        '- Committed: feat: csv export',
        '- translate the button',
        '- src/invoice/export.ts',
      ]),
    )
    expect(summary?.text).not.toContain('Let me look around')
  })

  it('F-05 a session without a request has no summary', () => {
    expect(sessionSummary(settings, [])).toBeNull()
    expect(sessionSummary(settings, conversation(user('hi'), agent('Hello!')))).toBeNull()
  })

  it('F-04 keeps the first and the last request, and whole lines within its limit', () => {
    const many = conversation(
      ...Array.from({ length: 50 }, (_, i) =>
        user(`Please build feature number ${i} of the shop.`),
      ),
    )
    const summary = sessionSummary({ ...settings, maxChars: 400 }, many)
    const full = sessionSummary(settings, many)
    expect(full?.text).toContain('number 0 ')
    expect(full?.text).toContain('number 49 ')
    expect(summary?.text.length).toBeLessThanOrEqual(400)
    expect(full?.text.split('\n')).toEqual(expect.arrayContaining(summary?.text.split('\n') ?? []))
  })
})
