/** Whether a path leads into the home, with links resolved. No file is read. */
import { realpathSync } from 'node:fs'
import { basename, dirname, join, relative, resolve, sep } from 'node:path'

/** No system opens a longer one. */
const MAX_PATH_CHARACTERS = 4096

/** The path within the home that a path leads to; null outside of it. */
export function placeInHome(home: string, folder: string | null, path: string): string | null {
  const whole = resolve(folder ?? sep, path)
  if (isWithin(home, whole)) return whole
  const [realHome, real] = [realPath(home), realPlace(folder, path)]
  return isWithin(realHome, real) ? join(home, relative(realHome, real)) : null
}

/** For a missing file: where it would be created. */
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
