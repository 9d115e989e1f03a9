/** M-08. What was typed and not saved yet: it outlives a reload, and is asked about before it goes. */
const PREFIX = 'mneme:draft:'

export interface Draft {
  readonly title: string
  readonly description: string
  readonly content: string
  /** The version that the edit began from. */
  readonly version: string
}

/** Memories with unsaved text in this tab. */
const open = new Set<string>()

export function readDraft(id: string): Draft | null {
  try {
    const text = sessionStorage.getItem(PREFIX + id)
    return text === null ? null : (JSON.parse(text) as Draft)
  } catch {
    return null // No storage, or not ours: as if nothing had been typed.
  }
}

export function keepDraft(id: string, draft: Draft): void {
  open.add(id)
  try {
    sessionStorage.setItem(PREFIX + id, JSON.stringify(draft))
  } catch {
    // Full or forbidden: the text is still in the form, and leaving still asks.
  }
}

export function dropDraft(id: string): void {
  open.delete(id)
  try {
    sessionStorage.removeItem(PREFIX + id)
  } catch {
    // Nothing was kept there.
  }
}

addEventListener('beforeunload', (event) => {
  if (open.size > 0) event.preventDefault()
})
