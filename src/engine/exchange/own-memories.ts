/** K-15. Parses the memory files that agents keep by themselves. */
import { splitFile } from '../../vault/frontmatter.ts'

export interface OwnMemory {
  readonly heading: string
  readonly text: string
  /** The agent's type, if one of ours has that name. */
  readonly type: string | null
}

const MIN_CHARACTERS = 12

/**
 * One memory per file with front matter, as Claude Code and Qwen Code write it. Null for the older form without
 * it, which is parsed like any notes.
 */
export function readMemoryFile(text: string): OwnMemory | null {
  const parts = splitFile(text)
  if ('what' in parts || parts.front === null) return null
  const { values } = parts.front
  const { metadata, description, name } = values
  const body = parts.body.replace(/\s+/g, ' ').trim()
  if (body.length < MIN_CHARACTERS) return null
  const type = isFields(metadata) ? metadata.type : values.type
  return {
    heading: textIn(description) ?? textIn(name) ?? '',
    text: body,
    type: textIn(type),
  }
}

/** The text after the front matter, if there is any. */
export function withoutFrontMatter(text: string): string {
  const parts = splitFile(text)
  return 'what' in parts ? text : parts.body
}

const CODEX_SECTIONS: Readonly<Record<string, string>> = {
  'user preferences': 'preference',
  'reusable knowledge': 'discovery',
  'failures and how to do differently': 'pitfall',
}

/** List items of the knowledge sections, from task groups that apply to one of these folders or to all. */
export function readCodexMemory(text: string, folders: readonly string[]): OwnMemory[] {
  const memories: OwnMemory[] = []
  let group = ''
  let applies = true
  let type: string | null = null
  for (const line of text.split(/\r?\n/)) {
    const title = /^(#{1,3}) (.{1,200})$/.exec(line)
    if (title?.[1] === '#') {
      group = (title[2] ?? '').replace(/^Task Group:\s?/i, '').trim()
      applies = true
      type = null
    } else if (title) {
      type = CODEX_SECTIONS[(title[2] ?? '').trim().toLowerCase()] ?? null
    } else if (line.startsWith('applies_to:')) {
      const folder = /cwd=([^;\s]{1,400})/.exec(line)?.[1]
      applies = folder === undefined || folders.includes(folder)
    } else if (type !== null && applies && /^[-*] /.test(line)) {
      const point = line
        .slice(2)
        .replace(/\[Task \d{1,4}\]/g, '')
        .trim()
      if (point.length >= MIN_CHARACTERS) memories.push({ heading: group, text: point, type })
    }
  }
  return memories
}

function textIn(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null
}

function isFields(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}
