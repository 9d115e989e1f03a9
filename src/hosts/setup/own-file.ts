/** A file of our own: written whole, and removed unless the user changed it. */
import type { FilePlan } from './plan.ts'

/** A command that a person can type, in a file of its own. */
export function commandFile(path: string, command: string, content: string): FilePlan {
  return { ...ownFile(path, `the command ${command}`, content), isCommand: true }
}

export function ownFile(path: string, why: string, content: string): FilePlan {
  return {
    path,
    why,
    put: () => content,
    take: (text) => (text === content ? null : text),
  }
}
