/** What changed between two texts, word by word. */
import { diffWordsWithSpace } from 'diff'
import { piecesOf } from '../text/visible.ts'
import { drawn, StoredBlock } from './stored.tsx'

/** Beyond this, comparing would hold the page: both are shown whole. */
const MAX_CHARACTERS = 40_000
const MAX_MS = 80

export function Difference({ before, after }: { readonly before: string; readonly after: string }) {
  const isShort = before.length + after.length <= MAX_CHARACTERS
  const parts = isShort ? diffWordsWithSpace(before, after, { timeout: MAX_MS }) : undefined
  if (!parts) {
    return (
      <div class="difference-two">
        <StoredBlock text={before} />
        <StoredBlock text={after} />
      </div>
    )
  }
  return (
    <div class="difference" dir="auto">
      {parts.map(({ value, added, removed }, at) => {
        const text = piecesOf(value).map(drawn)
        if (added) return <ins key={at}>{text}</ins>
        if (removed) return <del key={at}>{text}</del>
        return <span key={at}>{text}</span>
      })}
    </div>
  )
}
