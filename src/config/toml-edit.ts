/** J-11. One key of a TOML text set or taken out; every other byte stays as it was. */
import type { TomlEntry, TomlPlaces } from './toml-places.ts'
import { isSamePath, tomlPlaces } from './toml-places.ts'

export function withKey(text: string, path: readonly string[], value: unknown): string {
  const places = tomlPlaces(text)
  const literal = tomlLiteral(value)
  const own = places.entries.find((entry) => isSamePath(entry.path, path))
  if (own) return text.slice(0, own.valueStart) + literal + text.slice(own.valueEnd)

  const parent = path.slice(0, -1)
  const name = path.at(-1) ?? ''
  const inline = places.entries.find(
    (entry) => isSamePath(entry.path, parent) && text[entry.valueStart] === '{',
  )
  if (inline) return intoInlineTable(text, inline, places, `${name} = ${literal}`)

  const header = places.headers.find((h) => !h.list && isSamePath(h.path, parent))
  if (header) {
    const inside = places.entries.filter((e) => !e.inline && isSamePath(e.table, parent))
    const last = inside.findLast((entry) => entry.start > header.start)
    return afterLine(text, last?.valueEnd ?? header.end, `${name} = ${literal}`)
  }

  // `retrieval.top_k = 5` before any header: other keys of that table are written below it, dotted too.
  const dotted = places.entries.findLast(
    (entry) => !entry.inline && isSamePath(entry.path.slice(0, -1), parent),
  )
  if (dotted) {
    const written = path.slice(dotted.table.length).join('.')
    return afterLine(text, dotted.valueEnd, `${written} = ${literal}`)
  }
  const eol = lineEnd(text)
  const gap =
    text === '' || /\n[ \t\r]{0,200}\n$/.test(text) ? '' : text.endsWith('\n') ? eol : eol + eol
  return `${text}${gap}[${parent.join('.')}]${eol}${name} = ${literal}${eol}`
}

export function withoutKey(text: string, path: readonly string[]): string {
  const places = tomlPlaces(text)
  const own = places.entries.find((entry) => isSamePath(entry.path, path))
  if (!own) return text
  if (own.inline) return outOfInlineTable(text, own)
  const lineStart = text.lastIndexOf('\n', own.start - 1) + 1
  const next = text.indexOf('\n', own.valueEnd)
  return text.slice(0, lineStart) + (next < 0 ? '' : text.slice(next + 1))
}

/** Strings, numbers, booleans, lists and tables as TOML writes them. */
export function tomlLiteral(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(tomlLiteral).join(', ')}]`
  if (typeof value === 'object' && value !== null) {
    const pairs = Object.entries(value).map(
      ([name, inner]) => `${quoteToml(name)} = ${tomlLiteral(inner)}`,
    )
    return pairs.length === 0 ? '{}' : `{ ${pairs.join(', ')} }`
  }
  if (typeof value === 'string') return quoteToml(value)
  return String(value)
}

/** JSON's escapes are TOML's, save that TOML wants DEL escaped too. */
function quoteToml(text: string): string {
  return JSON.stringify(text).replaceAll('\x7f', '\\u007F')
}

function afterLine(text: string, offset: number, line: string): string {
  const end = text.indexOf('\n', offset)
  const eol = lineEnd(text)
  if (end < 0) return `${text}${eol}${line}${eol}`
  return `${text.slice(0, end + 1)}${line}${eol}${text.slice(end + 1)}`
}

function intoInlineTable(text: string, table: TomlEntry, places: TomlPlaces, pair: string): string {
  const last = places.entries.findLast(
    (entry) => entry.inline && entry.start > table.valueStart && entry.valueEnd < table.valueEnd,
  )
  if (!last) return `${text.slice(0, table.valueStart)}{ ${pair} }${text.slice(table.valueEnd)}`
  return `${text.slice(0, last.valueEnd)}, ${pair}${text.slice(last.valueEnd)}`
}

function outOfInlineTable(text: string, own: TomlEntry): string {
  const after = /^\s*,\s*/.exec(text.slice(own.valueEnd))
  if (after) return text.slice(0, own.start) + text.slice(own.valueEnd + after[0].length)
  const before = text.slice(0, own.start).replace(/,\s*$/, '')
  return before + text.slice(own.valueEnd)
}

function lineEnd(text: string): string {
  return text.includes('\r\n') ? '\r\n' : '\n'
}
