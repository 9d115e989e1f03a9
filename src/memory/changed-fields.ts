/** A change of the journal in the words of people: for the terminal and the page. */

export const CHANGE_WORDS = { insert: 'created', update: 'changed', delete: 'removed' } as const

/** Fields that every change writes say nothing about this one. */
const BOOKKEEPING = new Set(['updatedAt', 'contentHash', 'lastReinforcedAt', 'stateSince'])

/** `supersededBy` reads "superseded by". */
export function changedFields(after: object | null | undefined): string[] {
  return Object.keys(after ?? {})
    .filter((field) => !BOOKKEEPING.has(field))
    .map((field) => field.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`))
}
