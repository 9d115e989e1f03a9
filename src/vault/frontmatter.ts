/** C-01, C-02. The two parts of a file, YAML in front and text behind, and where either is broken. */
import { type Document, isMap, isScalar, LineCounter, parseDocument } from 'yaml'

interface Parts {
  /** Null when the file has no frontmatter at all. */
  readonly front: Front | null
  readonly body: string
  /** Windows line ends, found in the first line; a rewritten file keeps them. */
  readonly carriageReturns: boolean
}

export interface Front {
  readonly document: Document
  readonly values: Readonly<Record<string, unknown>>
  /** The line of the file on which a key is. */
  readonly lineOf: (key: string) => number
}

export interface Broken {
  readonly line: number
  readonly what: string
}

const FENCE = /^---[ \t]*$/
/** The document begins on the second line of the file. */
const LINES_BEFORE = 1

export function splitFile(text: string): Parts | Broken {
  const clean = text.replace(/^\ufeff/, '')
  const carriageReturns = /^[^\n]*\r\n/.test(clean)
  const lines = (carriageReturns ? clean.replaceAll('\r\n', '\n') : clean).split('\n')
  if (!FENCE.test(lines[0] ?? '')) return { front: null, body: lines.join('\n'), carriageReturns }
  const end = lines.findIndex((line, index) => index > 0 && FENCE.test(line))
  if (end === -1) {
    return { line: 1, what: 'the frontmatter is not closed: a line with --- is missing' }
  }
  const front = parseFront(lines.slice(1, end).join('\n'))
  if ('what' in front) return front
  return { front, body: lines.slice(end + 1).join('\n'), carriageReturns }
}

function parseFront(source: string): Front | Broken {
  const counter = new LineCounter()
  const document = parseDocument(source, { lineCounter: counter, prettyErrors: false })
  const [error] = document.errors
  if (error) {
    const line = (error.linePos?.[0].line ?? counter.linePos(error.pos[0]).line) + LINES_BEFORE
    return { line, what: `the frontmatter is not YAML: ${firstLine(error.message)}` }
  }
  if (document.contents !== null && !isMap(document.contents)) {
    return { line: 1 + LINES_BEFORE, what: 'the frontmatter is not a list of keys and values' }
  }
  const values = valuesOf(document)
  if (values === null) {
    return { line: 1 + LINES_BEFORE, what: 'the frontmatter refers to itself too often' }
  }
  return {
    document,
    values,
    lineOf(key) {
      const pair = isMap(document.contents)
        ? document.contents.items.find((item) => isScalar(item.key) && item.key.value === key)
        : undefined
      const start = isScalar(pair?.key) ? (pair.key.range?.[0] ?? 0) : 0
      return counter.linePos(start).line + LINES_BEFORE
    },
  }
}

/** Null where aliases would unfold without end. */
function valuesOf(document: Document): Record<string, unknown> | null {
  try {
    const values: unknown = document.toJS({ maxAliasCount: 100 })
    return (values ?? {}) as Record<string, unknown> // a map, as was asked above, or nothing
  } catch {
    return null
  }
}

function firstLine(message: string): string {
  return message.split('\n')[0]?.replace(/:$/, '') ?? message
}
