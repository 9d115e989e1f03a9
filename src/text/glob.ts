/**
 * D-09, A-12. The one matcher of paths against patterns with `*`, `**`, `?` and `{a,b}`. Patterns come out of memories, so
 * the cost is bounded by path × pattern whatever they look like: no regular expression is built.
 */

/** A pattern with more alternatives than this is read as far as that. */
const MAX_ALTERNATIVES = 16

/**
 * Whether one of the patterns matches. A path may be absolute where its project is not known: then a
 * relative pattern may begin in any folder.
 */
export function matchAnyGlob(patterns: readonly string[], path: string): boolean {
  const isAbsolutePath = /^(?:\/|[A-Za-z]:[\\/])/.test(path)
  return patterns.some(
    (pattern) => matchGlob(pattern, path) || (isAbsolutePath && matchGlob(`**/${pattern}`, path)),
  )
}

export function isGlob(pattern: string): boolean {
  return /[*?]|\{[^{},]*,[^{}]*\}/.test(pattern)
}

/** A pattern without a slash is about the file's name in any folder; one that ends in it, a folder. */
export function matchGlob(pattern: string, path: string): boolean {
  const target = segmentsOf(path)
  const slashed = pattern.replaceAll('\\', '/').replace(/(?<=[^/])\/$/, '/**')
  return alternativesOf(slashed).some((alternative) => {
    const segments = segmentsOf(alternative)
    return segments.length === 1 && segments[0] !== '**'
      ? matchesSegment(segments[0] ?? '', target.at(-1) ?? '')
      : matchesSegments(segments, target)
  })
}

function segmentsOf(path: string): string[] {
  return path
    .replaceAll('\\', '/')
    .split('/')
    .filter((segment) => segment !== '' && segment !== '.')
}

/** The first brace is opened until none is left. */
function alternativesOf(pattern: string): string[] {
  let open = [pattern]
  for (;;) {
    const next = open.flatMap((one) => {
      const brace = /\{([^{},]*,[^{}]*)\}/.exec(one)
      if (brace?.[1] === undefined) return [one]
      const before = one.slice(0, brace.index)
      const after = one.slice(brace.index + brace[0].length)
      return brace[1].split(',').map((choice) => `${before}${choice}${after}`)
    })
    if (next.length > MAX_ALTERNATIVES) return open
    if (next.every((one, i) => one === open[i])) return next
    open = next
  }
}

/** Both walks below remember only the last star: to go back further never helps. */
function matchesSegments(pattern: readonly string[], path: readonly string[]): boolean {
  return walk(pattern.length, path.length, {
    isStar: (at) => pattern[at] === '**',
    meets: (at, index) => matchesSegment(pattern[at] ?? '', path[index] ?? ''),
  })
}

function matchesSegment(pattern: string, segment: string): boolean {
  return walk(pattern.length, segment.length, {
    isStar: (at) => pattern[at] === '*',
    meets: (at, index) => pattern[at] === '?' || pattern[at] === segment[index],
  })
}

interface Steps {
  readonly isStar: (at: number) => boolean
  readonly meets: (at: number, index: number) => boolean
}

function walk(patternLength: number, length: number, steps: Steps): boolean {
  let at = 0
  let index = 0
  let star = -1
  let mark = 0
  while (index < length) {
    if (at < patternLength && steps.isStar(at)) {
      star = at++
      mark = index
    } else if (at < patternLength && steps.meets(at, index)) {
      at += 1
      index += 1
    } else if (star >= 0) {
      at = star + 1
      mark += 1
      index = mark
    } else return false
  }
  while (at < patternLength && steps.isStar(at)) at += 1
  return at === patternLength
}
