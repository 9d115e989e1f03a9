/**
 * How a call learns its project and its session: the one rule for every door that serves others.
 *
 *   1. what the call itself says (arguments `project` and `session`)
 *   2. what it carries (headers `x-mneme-project` and `x-mneme-session`)
 *   3. where it comes from (the client's MCP roots, then the folder it was started in)
 *
 * A folder is an absolute path; anything else is the id or slug of a known project.
 * Who says nothing sees global memories only.
 */
import { isAbsolute } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { CallSource } from '../compose.ts'
import { MnemeError } from '../errors.ts'

export interface StatedPlace {
  readonly project?: string | null | undefined
  readonly session?: string | null | undefined
}

export const PROJECT_HEADER = 'x-mneme-project'
export const SESSION_HEADER = 'x-mneme-session'

/** No host issues ids this long; reject them. */
const MAX_CHARACTERS = 4096

/** For project and session separately, the first source with a value wins. */
export function placeOf(
  ...saying: readonly StatedPlace[]
): Pick<CallSource, 'folder' | 'project' | 'session'> {
  const project = firstOf(saying.map((said) => said.project))
  const session = firstOf(saying.map((said) => said.session))
  return {
    folder: project !== null && isAbsolute(project) ? project : null,
    ...(project !== null && !isAbsolute(project) ? { project } : {}),
    session,
  }
}

function firstOf(values: readonly (string | null | undefined)[]): string | null {
  const found = values.find((value) => value !== undefined && value !== null && value !== '')
  if (!found) return null
  if (found.length > MAX_CHARACTERS || found.includes('\0')) {
    throw new MnemeError('invalid_input', 'the name of the project or session is not usable', {
      hint: 'Name a project by its folder, id or slug, and a session by its id.',
    })
  }
  return found
}

/** Percent-encoded where a header cannot hold it as it is. */
export function readPlaceHeaders(header: (name: string) => string | null | undefined): StatedPlace {
  return {
    project: decodeHeader(header(PROJECT_HEADER)),
    session: decodeHeader(header(SESSION_HEADER)),
  }
}

function decodeHeader(value: string | null | undefined): string | null {
  if (!value) return null
  try {
    return decodeURIComponent(value)
  } catch {
    return value // A lone percent sign is literal.
  }
}

/** The first root that is a folder on this machine. */
export function readPlaceOfRoots(roots: readonly { readonly uri: string }[]): StatedPlace {
  for (const { uri } of roots) {
    try {
      if (uri.startsWith('file:')) return { project: fileURLToPath(uri) }
    } catch {
      // A root on another machine: the next one may be local.
    }
  }
  return {}
}
