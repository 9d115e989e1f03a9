/** F-09, G-10. Paths that are never read into memory, by the user's globs and by ignore files. */
import { readFile } from 'node:fs/promises'
import { isAbsolute, join, relative, resolve } from 'node:path'
import { ignoreRules } from '../../capture/secrets/paths.ts'
import { matchGlob } from '../../text/glob.ts'

export interface PathExclusion {
  /** A folder's glob covers everything below it. */
  isExcluded(path: string): boolean
  /** Excluded by the ignore files of the session's folder. */
  isIgnored(path: string, cwd: string | null): Promise<boolean>
}

const IGNORE_FILES = ['.gitignore', '.secretsignore'] as const

export function exclusionOf(globs: readonly string[], userHome: string): PathExclusion {
  const patterns = globs.map((glob) => glob.replace(/^~(?=$|[\\/])/, userHome))
  const known = new Map<string, boolean>()
  const rules = new Map<string, Promise<(path: string) => boolean>>()

  function isExcluded(path: string): boolean {
    if (patterns.length === 0) return false
    let answer = known.get(path)
    if (answer === undefined) {
      answer = withParents(path).some((part) => patterns.some((glob) => isMatch(glob, part)))
      known.set(path, answer)
    }
    return answer
  }

  return {
    isExcluded,
    async isIgnored(path, cwd) {
      if (cwd === null) return false
      let ignored = rules.get(cwd)
      if (ignored === undefined) {
        ignored = ignoredIn(cwd)
        rules.set(cwd, ignored)
      }
      return (await ignored)(relative(cwd, resolve(cwd, path)))
    },
  }
}

function isMatch(glob: string, path: string): boolean {
  return matchGlob(glob, path) || (!isAbsolute(glob) && matchGlob(`**/${glob}`, path))
}

function withParents(path: string): string[] {
  const parts = path.replaceAll('\\', '/').split('/')
  return parts.map((_, index) => parts.slice(0, parts.length - index).join('/')).filter(Boolean)
}

async function ignoredIn(folder: string): Promise<(path: string) => boolean> {
  const files = await Promise.all(
    IGNORE_FILES.map((name) => readFile(join(folder, name), 'utf8').catch(() => '')),
  )
  const lines = files.join('\n')
  return lines.trim() === '' ? () => false : ignoreRules(lines)
}
