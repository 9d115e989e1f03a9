/** How far judging by meaning (`judge-by-meaning.ts`) has come, for those who do not judge themselves. */
import type { Engine } from '../engine.ts'

/** The last memory judged; ids are in the order in which memories were written. */
export const BOOKMARK = 'judged-by-meaning'
/** How far back memories from before the first bookmark have been judged. */
export const EARLIER = 'judged-by-meaning.earlier'
export const ALL_JUDGED = 'done'

export async function hasEarlierToJudge({ store }: Engine): Promise<boolean> {
  return (await store.notes.get(EARLIER)) !== ALL_JUDGED
}

/**
 * Judging begins at the first unit without a vector while there is no bookmark; earlier ones are judged
 * gradually.
 */
export async function beginJudging({ store }: Engine, firstDue: number): Promise<void> {
  if ((await store.notes.get(BOOKMARK)) !== null) return
  const [first] = await store.recall.units([firstDue], {})
  if (first !== undefined) await store.notes.set(BOOKMARK, keyJustBefore(first.id))
}

/** A key that sorts before an id and after every smaller id. */
function keyJustBefore(id: string): string {
  const at = id.length - 1
  return `${id.slice(0, at)}${String.fromCharCode(id.charCodeAt(at) - 1)}~`
}
