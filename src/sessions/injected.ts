/**
 * K-09. Hosts add their own text, hook output and recalled memories to the user's turn. It is removed here, and
 * named so that it is counted.
 */

/** Blocks that a host or a hook wrote, as `<name>…</name>`. */
const INJECTED_TAGS = [
  'system-reminder',
  'system_reminder',
  'memory-context',
  'persisted-output',
  'task-notification',
  'teammate-message',
  'local-command-caveat',
  'local-command-stdout',
  'local-command-stderr',
  'command-name',
  'command-message',
  'command-args',
  'command-contents',
  'bash-input',
  'bash-stdout',
  'bash-stderr',
  'user-prompt-submit-hook',
  'session-start-hook',
  'ide_opened_file',
  'ide_selection',
  'ide_diagnostics',
  'new-diagnostics',
  'environment_context',
  'user_instructions',
  'INSTRUCTIONS',
  'permissions',
  'collaboration_mode',
  'skill',
  'user_shell_command',
  'turn_aborted',
  'subagent_notification',
  'hook_context',
  'session_context',
  'conversation-checkpoint',
] as const

/** Prefixes of messages that are never the user's. */
// biome-ignore format: a table reads best in columns
const INJECTED_BEGINNINGS: readonly (readonly [string, string])[] = [
  ['Caveat: The messages below were generated', 'caveat'],
  ['# AGENTS.md instructions for ', 'agents-md'],
  ['[Request interrupted by user', 'interruption'],
  ['This is the Gemini CLI. We are setting up the context', 'session_context'],
  ['Base directory for this skill:', 'skill'],
]

/** An editor plugin writes its state first and the request under this heading. */
const IDE_BEGINNING = '# Context from my IDE setup:'
const IDE_REQUEST = /^## My request for [^\n]{0,200}\n/m

const TAG = new RegExp(`<(/?)(${INJECTED_TAGS.join('|')})\\b[^<>]{0,500}>`, 'g')
const OPENING = new RegExp(`^<(${INJECTED_TAGS.join('|')})\\b[^<>]{0,500}>`)

interface OwnWords {
  readonly text: string
  /** The names of what was taken out. */
  readonly removed: readonly string[]
}

/** The user's own words in what a host calls a user message. */
export function ownWords(given: string): OwnWords {
  const text = unwrapQuotes(given)
  const trimmed = text.trimStart()
  const beginning = INJECTED_BEGINNINGS.find(([start]) => trimmed.startsWith(start))
  if (beginning) return { text: '', removed: [beginning[1]] }
  const removed: string[] = []
  let rest = text
  if (trimmed.startsWith(IDE_BEGINNING)) {
    const request = IDE_REQUEST.exec(text)
    rest = request ? text.slice(request.index + request[0].length) : ''
    removed.push('ide-context')
  }
  if (rest.includes('<')) {
    rest = withoutBlocks(rest, removed)
    // A block the host cut off has no end; one in the middle may be the user writing about it.
    const open = OPENING.exec(rest.trimStart())
    if (open) {
      removed.push(open[1] ?? '')
      rest = ''
    }
  }
  return removed.length === 0 ? { text, removed } : { text: rest.trim(), removed }
}

/** `opencode run "…"` hands the prompt on with its quotes: they are the shell's, not the person's. */
function unwrapQuotes(text: string): string {
  const trimmed = text.trim()
  const inner = trimmed.slice(1, -1)
  const isWrapped = trimmed.startsWith('"') && trimmed.endsWith('"') && trimmed.length > 2
  return isWrapped && !inner.includes('"') ? inner : text
}

/**
 * Each opening tag up to the next closing one of its name. In one walk: a text full of openings
 * without an end must not be looked through once for each.
 */
function withoutBlocks(text: string, removed: string[]): string {
  const tags = [...text.matchAll(TAG)]
  const closings = new Map<string, number[]>()
  const nextOf = new Map<string, number>()
  for (const [place, [, slash, name = '']] of tags.entries()) {
    if (slash !== '/') continue
    const known = closings.get(name)
    if (known) known.push(place)
    else closings.set(name, [place])
  }
  let kept = ''
  let from = 0
  for (const [place, tag] of tags.entries()) {
    const [, slash, name = ''] = tag
    if (slash === '/' || tag.index < from) continue
    const ahead = closings.get(name) ?? []
    let next = nextOf.get(name) ?? 0
    while (next < ahead.length && (ahead[next] as number) < place) next++
    nextOf.set(name, next)
    const end = tags[ahead[next] ?? -1]
    if (end === undefined) continue
    removed.push(name)
    kept += text.slice(from, tag.index)
    from = end.index + end[0].length
  }
  return kept + text.slice(from)
}

/** The text between a tag and its end, if both exist. */
function inside(text: string, name: string): string {
  const start = text.indexOf(`<${name}>`)
  const end = start === -1 ? -1 : text.indexOf(`</${name}>`, start)
  return end === -1 ? '' : text.slice(start + name.length + 2, end).trim()
}

/** A slash command or a shell line the user typed to the host and not to the agent. */
export function typedCommand(text: string): string | null {
  const bash = inside(text, 'bash-input')
  if (bash) return `! ${bash}`
  const name = inside(text, 'command-name')
  if (!name) return null
  const words = inside(text, 'command-args')
  return `${name.startsWith('/') ? name : `/${name}`} ${words}`.trim()
}
