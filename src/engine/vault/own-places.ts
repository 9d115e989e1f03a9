/** Where a path leads, links followed: into the home or elsewhere. No file is read. */
import { realpathSync } from 'node:fs'
import { basename, dirname, join, relative, resolve, sep } from 'node:path'

/** No system opens a longer one. */
const MAX_PATH_CHARACTERS = 4096

/** A path that leads into the home, as the home's own path; null when it does not. */
export function placeInHome(home: string, folder: string | null, path: string): string | null {
  const whole = resolve(folder ?? sep, path)
  if (isWithin(home, whole)) return whole
  const [realHome, real] = [realPath(home), realPlace(folder, path)]
  return isWithin(realHome, real) ? join(home, relative(realHome, real)) : null
}

/** Of a file that is not there yet: where it would be. */
export function realPlace(folder: string | null, path: string): string {
  return realPath(resolve(folder ?? sep, path))
}

function realPath(path: string): string {
  if (path.length > MAX_PATH_CHARACTERS) return path
  try {
    return realpathSync.native(path)
  } catch {
    const folder = dirname(path)
    return folder === path ? path : join(realPath(folder), basename(path))
  }
}

export function isWithin(folder: string, path: string): boolean {
  return path === folder || path.startsWith(folder + sep)
}
