/**
 * J-11. Where each key of a TOML file is, for messages with a line number and for edits that
 * keep comments and order. Values are not read here: smol-toml has accepted the text before.
 */

export interface TomlEntry {
  readonly path: readonly string[]
  readonly start: number
  readonly valueStart: number
  readonly valueEnd: number
  /** The header it is under; empty before the first. */
  readonly table: readonly string[]
  /** Inside `{ … }`. */
  readonly inline: boolean
}

interface TomlHeader {
  readonly path: readonly string[]
  readonly start: number
  readonly end: number
  /** `[[…]]` */
  readonly list: boolean
}

export interface TomlPlaces {
  readonly entries: readonly TomlEntry[]
  readonly headers: readonly TomlHeader[]
}

export function tomlPlaces(text: string): TomlPlaces {
  const entries: TomlEntry[] = []
  const headers: TomlHeader[] = []
  let at = 0
  let table: readonly string[] = []

  try {
    for (blank(); at < text.length; blank()) {
      if (text[at] === '[') header()
      else entry([], false, true)
    }
  } catch (thrown) {
    if (!(thrown instanceof Lost)) throw thrown
    // Places are an aid: what was found until here still helps.
  }
  return { entries, headers }

  function header(): void {
    const start = at
    const list = text.startsWith('[[', at)
    at += list ? 2 : 1
    table = keyPath()
    expect(list ? ']]' : ']')
    headers.push({ path: table, start, end: at, list })
  }

  function entry(within: readonly string[], inline: boolean, listed: boolean): void {
    const start = at
    const path = [...(inline ? within : table), ...keyPath()]
    expect('=')
    spaces()
    const valueStart = at
    const slot = entries.length
    value(path, listed)
    const valueEnd = at
    if (listed) entries.splice(slot, 0, { path, start, valueStart, valueEnd, table, inline })
  }

  function value(path: readonly string[], listed: boolean): void {
    if (text.startsWith('"""', at) || text.startsWith("'''", at)) longString()
    else if (text[at] === '"' || text[at] === "'") shortString()
    else if (text[at] === '[') list(path)
    else if (text[at] === '{') inlineTable(path, listed)
    else {
      const end = /[,\]}#\r\n]/.exec(text.slice(at))
      const stop = end ? at + end.index : text.length
      at += text.slice(at, stop).trimEnd().length
    }
  }

  function list(path: readonly string[]): void {
    at += 1
    for (blank(); text[at] !== ']'; blank()) {
      const before = at
      value(path, false) // a key inside a list of tables has no place of its own
      blank()
      if (text[at] === ',') at += 1
      if (at === before) throw new Lost()
    }
    at += 1
  }

  function inlineTable(path: readonly string[], listed: boolean): void {
    at += 1
    for (blank(); text[at] !== '}'; blank()) {
      entry(path, true, listed)
      blank()
      if (text[at] === ',') at += 1
    }
    at += 1
  }

  function longString(): void {
    const quotes = text.slice(at, at + 3)
    at += 3
    while (!text.startsWith(quotes, at)) {
      if (at >= text.length) throw new Lost()
      at += quotes === '"""' && text[at] === '\\' ? 2 : 1
    }
    at += 3
    for (let more = 0; more < 2 && text[at] === quotes[0]; more++) at += 1
  }

  function shortString(): string {
    const quote = text[at]
    const start = at
    at += 1
    while (text[at] !== quote) {
      if (at >= text.length) throw new Lost()
      at += quote === '"' && text[at] === '\\' ? 2 : 1
    }
    at += 1
    return text.slice(start, at)
  }

  function keyPath(): string[] {
    const path: string[] = []
    do {
      if (path.length > 0) at += 1 // the dot
      spaces()
      path.push(text[at] === '"' || text[at] === "'" ? unquoteToml(shortString()) : bareKey())
      spaces()
    } while (text[at] === '.')
    return path
  }

  function bareKey(): string {
    const key = /^[A-Za-z0-9_-]+/.exec(text.slice(at, at + MAX_BARE_KEY))?.[0]
    if (key === undefined) throw new Lost()
    at += key.length
    return key
  }

  function expect(sign: string): void {
    spaces()
    if (!text.startsWith(sign, at)) throw new Lost()
    at += sign.length
  }

  function spaces(): void {
    while (text[at] === ' ' || text[at] === '\t') at += 1
  }

  /** Space, line ends and comments. */
  function blank(): void {
    for (;;) {
      while (/\s/.test(text[at] ?? '')) at += 1
      if (text[at] !== '#') return
      while (at < text.length && text[at] !== '\n') at += 1
    }
  }
}

/** The line of a key or, inside a value, of the nearest thing around it; null if nowhere. */
export function lineOf(text: string, places: TomlPlaces, path: readonly string[]): number | null {
  for (let length = path.length; length > 0; length--) {
    const wanted = path.slice(0, length)
    const isWanted = (place: { path: readonly string[] }) => isSamePath(place.path, wanted)
    const deeper = (place: { path: readonly string[] }) =>
      isSamePath(place.path.slice(0, length), wanted)
    const place =
      places.entries.find(isWanted) ??
      places.headers.find(isWanted) ??
      [...places.entries, ...places.headers].filter(deeper).sort((a, b) => a.start - b.start)[0]
    if (place) return text.slice(0, place.start).split('\n').length
  }
  return null
}

export function isSamePath(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((piece, index) => piece === b[index])
}

const MAX_BARE_KEY = 4096

/** The text is not as we took it to be. */
class Lost extends Error {}

function unquoteToml(quoted: string): string {
  if (quoted.startsWith("'")) return quoted.slice(1, -1)
  try {
    return String(JSON.parse(quoted))
  } catch {
    return quoted.slice(1, -1) // An escape JSON does not know; no key of ours has one.
  }
}
