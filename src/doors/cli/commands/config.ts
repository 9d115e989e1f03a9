import { configGet, configList, configSet } from '../../../operations/config.ts'
import { oneLine } from '../../terminal/text.ts'
import { command } from '../command.ts'
import { table } from '../terminal.ts'

type Setting = { key: string; value?: unknown; from: string | null; about: string }

export const configGetCommand = command(configGet, {
  positional: ['key'],
  examples: ['mneme config get retrieval.limit', 'mneme config get permissions'],
  print: ({ settings }, { width }) =>
    settings.length === 1 ? formatValue(settings[0]?.value) : settingTable(settings, width),
})

export const configListCommand = command(configList, {
  examples: ['mneme config list', 'mneme config list --changed'],
  print: ({ settings, warnings }, { width }) =>
    [
      settingTable(settings, width),
      ...warnings.map((warning) => `warning: ${oneLine(warning)}`),
    ].join('\n'),
})

export const configSetCommand = command(configSet, {
  positional: ['key', 'value'],
  examples: ['mneme config set retrieval.limit 20', 'mneme config set retrieval.limit'],
  print: ({ key, value, file }) => `${oneLine(key)} = ${formatValue(value)}  (${oneLine(file)})`,
})

/** In a narrower terminal nothing of what a setting is about could be read. */
const MIN_WIDTH_WITH_ABOUT = 100

function settingTable(settings: readonly Setting[], width: number): string {
  const isWide = width >= MIN_WIDTH_WITH_ABOUT
  return table(
    [
      { title: 'key' },
      { title: 'value', flexible: true },
      { title: 'set in', flexible: true },
      ...(isWide ? [{ title: 'about', flexible: true, wraps: true, style: 'dim' } as const] : []),
    ],
    settings.map(({ key, value, from, about }) => [
      key,
      formatValue(value),
      from ?? '',
      ...(isWide ? [about] : []),
    ]),
    width,
  )
}

function formatValue(value: unknown): string {
  return typeof value === 'string' ? oneLine(value) : oneLine(JSON.stringify(value) ?? '')
}
