/** The part of git's configuration format that says where a repository lives and whence it came. */

interface GitConfigEntry {
  /** Lowercased, as git compares it. */
  readonly section: string
  /** As written: `origin` in `[remote "origin"]`. */
  readonly subsection: string | null
  /** Lowercased. */
  readonly key: string
  readonly value: string
}

const HEADER = /^\[\s*([A-Za-z0-9.-]+)(?:\s+"((?:[^"\\]|\\.)*)")?\s*\]/
const ASSIGNMENT = /^([A-Za-z][A-Za-z0-9-]*)\s*(?:=(.*))?$/

/** Every assignment in order. Lines we cannot read are passed over; includes are not followed. */
export function parseGitConfig(text: string): GitConfigEntry[] {
  const entries: GitConfigEntry[] = []
  let section = ''
  let subsection: string | null = null
  for (const line of joinedLines(text)) {
    let rest = line.trim()
    const header = HEADER.exec(rest)
    if (header) {
      section = (header[1] ?? '').toLowerCase()
      subsection = header[2] === undefined ? null : header[2].replace(/\\(.)/g, '$1')
      rest = rest.slice(header[0].length).trim() // git allows `[core] bare = true` on one line
    }
    const assignment = ASSIGNMENT.exec(rest)
    if (!assignment || section === '') continue
    const value = assignment[2] === undefined ? 'true' : plainValue(assignment[2].trimStart())
    entries.push({ section, subsection, key: (assignment[1] ?? '').toLowerCase(), value })
  }
  return entries
}

/** Addresses as written, `origin` first: that one names the repository, the others its neighbours. */
export function remoteAddresses(entries: readonly GitConfigEntry[]): string[] {
  const addresses = new Map<string, string>()
  for (const { section, subsection, key, value } of entries) {
    if (section !== 'remote' || subsection === null || key !== 'url' || value === '') continue
    if (!addresses.has(subsection)) addresses.set(subsection, value)
  }
  const names = [...addresses.keys()]
  const ordered = [...names.filter((n) => n === 'origin'), ...names.filter((n) => n !== 'origin')]
  return ordered.map((name) => addresses.get(name) ?? '')
}

export function isBare(entries: readonly GitConfigEntry[]): boolean | null {
  const last = entries.findLast((entry) => entry.section === 'core' && entry.key === 'bare')
  if (!last) return null
  return ['true', 'yes', 'on', '1'].includes(last.value.toLowerCase())
}

/** A backslash at the end of a line goes on in the next. */
function joinedLines(text: string): string[] {
  return text.replace(/\\\r?\n/g, '').split(/\r?\n/)
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', b: '\b' }

/** Quotes taken off, escapes resolved, the comment behind it and unquoted outer space dropped. */
function plainValue(raw: string): string {
  let value = ''
  let kept = 0 // space after this point was not quoted and goes, if nothing follows it
  let quoted = false
  for (let i = 0; i < raw.length; i++) {
    const char = raw[i] ?? ''
    if (char === '"') {
      quoted = !quoted
      kept = value.length
    } else if (char === '\\' && i + 1 < raw.length) {
      i += 1
      const escaped = raw[i] ?? ''
      value += ESCAPES[escaped] ?? escaped
      kept = value.length
    } else if (!quoted && (char === '#' || char === ';')) {
      break
    } else {
      value += char
      if (quoted || !/\s/.test(char)) kept = value.length
    }
  }
  return value.slice(0, kept)
}
