/**
 * L. What a repository's `.mneme/config.toml` may say. The person who cloned it did not write it,
 * so it is only a suggestion: refused keys are named in a warning, and the rest counts.
 */
import { lstatSync, realpathSync } from 'node:fs'
import { dirname, sep } from 'node:path'
import type { LayerValue } from './layer.ts'

type RepositoryVerdict =
  | { readonly outcome: 'taken'; readonly value: unknown }
  | { readonly outcome: 'refused'; readonly warning: string }

/** `lower` is what holds without the repository. */
export function repositoryVerdict(
  repository: string,
  found: LayerValue,
  lower: unknown,
): RepositoryVerdict {
  const { key, value, from } = found
  const refuse = (why: string): RepositoryVerdict => ({
    outcome: 'refused',
    warning: `${from}: ${why} ${key.key}, so it was ignored; set it in your own config.toml`,
  })
  if (key.repository === 'never') return refuse('a repository may not set')
  if (key.repository === 'off-only' && value !== false)
    return refuse('a repository may not switch on')
  if (leadsOutside(value)) return refuse('a repository may not name addresses or outside paths in')
  const isAdded = key.repository === 'adds' || key.repository === 'adds-paths'
  if (!isAdded || !Array.isArray(value)) return { outcome: 'taken', value }
  const added = key.repository === 'adds' ? value : value.map((glob) => below(repository, glob))
  return { outcome: 'taken', value: [...list(lower), ...added] }
}

/** A link in a clone could point at any file of this machine. */
export function isInside(repository: string, file: string): boolean {
  try {
    const target = realpathSync.native(file)
    const root = realpathSync.native(repository)
    return target.startsWith(root.endsWith(sep) ? root : root + sep)
  } catch {
    return false // What cannot be followed is not inside.
  }
}

export function isLink(file: string): boolean {
  try {
    return [dirname(file), file].some((path) => lstatSync(path).isSymbolicLink())
  } catch {
    return false // Not there at all.
  }
}

function leadsOutside(value: unknown): boolean {
  if (typeof value === 'string') {
    return /^(?:[\\/~]|[a-z]:[\\/])|^[a-z][a-z0-9+.-]*:\/\/|(?:^|[\\/])\.\.(?:[\\/]|$)/i.test(value)
  }
  if (typeof value !== 'object' || value === null) return false
  return Object.values(value).some(leadsOutside)
}

/** A glob of the repository means files of the repository, whatever signs its own path has. */
function below(repository: string, glob: unknown): unknown {
  if (typeof glob !== 'string') return glob
  const folder = repository.split(sep).join('/').replace(/\/$/, '')
  return `${folder.replace(/[\\*?[\]{}()!@+|]/g, '\\$&')}/${glob}`
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}
