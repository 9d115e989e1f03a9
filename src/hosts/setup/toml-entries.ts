/** Edits our block in another program's TOML file, between two markers; the rest is not touched. */
import { parse, TomlError } from 'smol-toml'
import { Unreadable } from './plan.ts'

const BEGIN = '# >>> mneme'
const END = '# <<< mneme'

/** At the end of the file, since a table in TOML runs until the next one. */
export function withBlock(text: string | null, block: string): string {
  const rest = text === null ? '' : withoutBlock(text)
  const gap = rest === '' ? '' : rest.endsWith('\n') ? '\n' : '\n\n'
  return `${rest}${gap}${BEGIN}\n${block.trim()}\n${END}\n`
}

/** Adding an entry to an invalid file would only hide the existing error. */
export function parsedToml(text: string): Readonly<Record<string, unknown>> {
  try {
    return parse(text)
  } catch (thrown) {
    if (!(thrown instanceof TomlError)) throw thrown
    const fault = (thrown.message.split('\n')[0] ?? '').replace('Invalid TOML document: ', '')
    throw new Unreadable(`line ${thrown.line} is not valid TOML: ${fault}`)
  }
}

export function withoutBlock(text: string): string {
  const from = text.indexOf(BEGIN)
  const to = text.indexOf(END, from)
  if (from === -1 || to === -1) return text
  const before = text.slice(0, from).replace(/\n\n$/, '\n')
  const after = text.slice(to + END.length).replace(/^\r?\n/, '')
  return before + after
}

/** A JSON string is a TOML string. */
export function tomlString(value: string): string {
  return JSON.stringify(value)
}
