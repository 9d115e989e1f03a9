/** J-09. A memory as a person edits it, and what an edit changed. */

interface Editable {
  readonly title: string
  readonly type: string
  readonly tags: readonly string[]
  readonly content: string
}

type Edit =
  | { readonly kind: 'changes'; readonly fields: Partial<Editable> }
  | { readonly kind: 'problem'; readonly why: string }

const FENCE = '---'
const FIELDS = ['title', 'type', 'tags'] as const
type Field = (typeof FIELDS)[number]

export function editableText(memory: Editable): string {
  const head = [
    `title: ${lineOf(memory.title)}`,
    `type: ${lineOf(memory.type)}`,
    `tags: ${memory.tags.map(lineOf).join(', ')}`,
  ]
  return `${[FENCE, ...head, FENCE].join('\n')}\n${memory.content}\n`
}

/** Without its head the text is taken for the content alone. A head that cannot be read changes nothing. */
export function editOf(memory: Editable, text: string): Edit {
  const lines = text.replaceAll('\r\n', '\n').split('\n')
  const fields: { -readonly [Name in keyof Editable]?: Editable[Name] } = {}
  let from = 0
  if (lines[0] === FENCE) {
    const end = lines.indexOf(FENCE, 1)
    if (end === -1) return problem(`the head has no second line of ${FENCE}`)
    for (const [at, line] of lines.slice(1, end).entries()) {
      if (line.trim() === '') continue
      const read = /^([a-z]+):(.*)$/.exec(line)
      const name = FIELDS.find((each) => each === read?.[1])
      if (!read || !name) {
        return problem(`line ${at + 2} is none of ${FIELDS.join(', ')}`)
      }
      take(name, (read[2] ?? '').trim())
    }
    from = end + 1
  }
  const content = withoutLastEnd(lines.slice(from).join('\n'))
  if (content.trim() === '') return problem('no text is left; to forget it press ^D')
  if (content !== withoutLastEnd(memory.content)) fields.content = content
  return { kind: 'changes', fields }

  /** What was not touched is not changed, whatever it looks like in one line. */
  function take(name: Field, value: string): void {
    if (name === 'tags') {
      const tags = value.split(',').flatMap((tag) => tag.trim() || [])
      if (tags.join(',') !== memory.tags.map(lineOf).join(',')) fields.tags = tags
    } else if (value !== lineOf(memory[name])) fields[name] = value
  }
}

function problem(why: string): Edit {
  return { kind: 'problem', why }
}

function lineOf(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

function withoutLastEnd(text: string): string {
  return text.replace(/(?<!\n)\n+$/, '')
}
