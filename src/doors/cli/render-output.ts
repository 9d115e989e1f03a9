/**
 * J-02. A result as people read it. Every text in it is made harmless before a renderer sees it, so
 * that no renderer can forget to.
 */
import { safe } from '../terminal/text.ts'
import type { Command, PrintOptions } from './command.ts'

export function renderOutput(command: Command, output: unknown, shown: PrintOptions): string {
  const input = harmless(shown.input) as PrintOptions['input']
  return command.print(harmless(output), { ...shown, input })
}

/** The same value with every text in it, names of fields too, as it may be shown. */
function harmless(value: unknown): unknown {
  if (typeof value === 'string') return safe(value)
  if (Array.isArray(value)) return value.map(harmless)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [safe(name), harmless(each)]),
  )
}
