/** A file that is ours alone: written whole, and taken away whole unless somebody changed it. */
import type { FilePlan } from './plan.ts'

export function ownFile(path: string, why: string, content: string): FilePlan {
  return {
    path,
    why,
    put: () => content,
    take: (text) => (text === content ? null : text),
  }
}
