/** Every regular expression of the source: literals by the parser, the others as they are made. */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import ts from 'typescript'

export interface Pattern {
  readonly source: string
  readonly flags: string
  /** `file:line`, or the file for one that was put together while it was loaded. */
  readonly at: string
}

/** The file of the source it stands in. */
export function fileOf({ at }: Pick<Pattern, 'at'>): string {
  return at.replace(/:\d+$| \(built\)$/, '')
}

export const SOURCE = fileURLToPath(new URL('../../src', import.meta.url))

/** What a verdict is known by: where a pattern stands says nothing about it. */
export function patternKey({ source, flags }: Pick<Pattern, 'source' | 'flags'>): string {
  const text = `/${source}/${[...flags].sort().join('')}`
  return createHash('sha256').update(text).digest('hex').slice(0, 16)
}

export function literalPatterns(): Pattern[] {
  return sourceFiles().flatMap((file) => {
    const text = readFileSync(join(SOURCE, file), 'utf8')
    const tree = ts.createSourceFile(file, text, ts.ScriptTarget.ESNext, true)
    const found: Pattern[] = []
    const visit = (node: ts.Node): void => {
      if (ts.isRegularExpressionLiteral(node)) {
        const whole = node.getText(tree)
        const end = whole.lastIndexOf('/')
        const line = tree.getLineAndCharacterOfPosition(node.getStart(tree)).line + 1
        found.push({
          source: whole.slice(1, end),
          flags: whole.slice(end + 1),
          at: `${file}:${line}`,
        })
      }
      ts.forEachChild(node, visit)
    }
    visit(tree)
    return found
  })
}

/** Rooms that take values and give values can be loaded by themselves, and have nearly all of them. */
const LOADED = [
  'capture',
  'context',
  'graph',
  'hosts',
  'memory',
  'ranking',
  'search',
  'sessions',
  'text',
]

export async function builtPatterns(): Promise<Pattern[]> {
  const found: Pattern[] = []
  const Real = globalThis.RegExp
  let isLoading = false
  globalThis.RegExp = new Proxy(Real, {
    construct(target, given: [string | RegExp, string?]) {
      const made = new target(...given)
      if (isLoading) found.push({ source: made.source, flags: made.flags, at: builtAt() })
      return made
    },
  })
  try {
    for (const file of sourceFiles()) {
      if (!LOADED.includes(file.split('/')[0] ?? '')) continue
      isLoading = true
      await import(pathToFileURL(join(SOURCE, file)).href)
    }
  } finally {
    isLoading = false
    globalThis.RegExp = Real
  }
  return found
}

/** The file that put it together; libraries build some as well while they are loaded. */
function builtAt(): string {
  const frames = (new Error().stack ?? '').split('\n')
  const [own] = frames.flatMap((frame) => /\/src\/([\w./-]+\.tsx?):\d+/.exec(frame)?.[1] ?? [])
  return `${own ?? 'a library'} (built)`
}

/** Each once, with all the places in which the same one stands. */
export async function allPatterns(): Promise<(Pattern & { readonly files: readonly string[] })[]> {
  const known = new Map<string, Pattern & { files: string[] }>()
  for (const pattern of [...literalPatterns(), ...(await builtPatterns())]) {
    const key = patternKey(pattern)
    const first = known.get(key) ?? { ...pattern, files: [] }
    first.files.push(fileOf(pattern))
    known.set(key, first)
  }
  return [...known.values()]
}

export function sourceFiles(): string[] {
  return readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path))
    .map((path) => path.split(sep).join('/'))
    .sort()
}
