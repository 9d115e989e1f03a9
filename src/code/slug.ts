/** C-07. The folder name of a project: readable, safe on every disk, and its own. */
import { createHash } from 'node:crypto'
import { basename, dirname } from 'node:path'
import type { ProjectEvidence } from './identity.ts'

const MAX_SLUG_LENGTH = 64

/** From the first remote's last word, else from the folder that holds the repository. */
export function projectSlug(evidence: ProjectEvidence): string {
  const [origin] = evidence.remotes
  const fromRemote = origin === undefined ? '' : slugOf(origin.split('/').at(-1) ?? '')
  return fromRemote || slugOf(repositoryName(evidence)) || 'project'
}

/**
 * The slug, or with a few letters of the identity's hash behind it when another project has it already.
 * The same identity gets the same letters on every machine.
 */
export function freeSlug(slug: string, taken: ReadonlySet<string>, id: string): string {
  if (!taken.has(slug)) return slug
  const hash = createHash('sha256').update(id).digest('hex')
  for (let length = 6; length <= hash.length; length += 2) {
    const suffix = `-${hash.slice(0, length)}`
    const candidate =
      slug.slice(0, MAX_SLUG_LENGTH - suffix.length).replace(/(?<!-)-+$/, '') + suffix
    if (!taken.has(candidate)) return candidate
  }
  // Only a caller that passes one id twice comes here; a count still gives it a name of its own.
  for (let count = 2; ; count++) {
    const candidate = `${hash.slice(0, 40)}-${count}`
    if (!taken.has(candidate)) return candidate
  }
}

/** Names that Windows keeps for devices, whatever the case. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)$/

function slugOf(name: string): string {
  const slug = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{Mark}+/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, MAX_SLUG_LENGTH)
    .replace(/^-|-$/g, '')
  return DEVICE.test(slug) ? `${slug}-project` : slug
}

/** A worktree's folder is named after its branch; the common dir knows the repository's name. */
function repositoryName({ commonDir, path }: ProjectEvidence): string {
  if (commonDir === null) return basename(path)
  const name = basename(commonDir)
  return name.startsWith('.') ? basename(dirname(commonDir)) : name.replace(/\.git$/i, '')
}
