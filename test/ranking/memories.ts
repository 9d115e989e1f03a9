/** A whole memory for tests of formulas; each test sets only the fields it is about. */
import type { Memory, Source } from '../../src/memory/memory.ts'
import { memoryWith } from '../support/memory.ts'

export const NOW = '2026-06-01T00:00:00.000Z'
const MADE = '2026-01-01T00:00:00.000Z'

export function memoryOf(change: Partial<Memory> & { readonly source?: Source } = {}): Memory {
  const { source = 'observed', ...fields } = change
  const plain = memoryWith({ id: '01', content: '', createdAt: MADE })
  return {
    ...plain,
    project: 'one',
    name: 'a-fact',
    confidence: 0.8,
    trust: 0.9,
    stateSince: NOW,
    contentHash: '',
    provenance: { ...plain.provenance, source, origin: 'agent' },
    ...fields,
  }
}
