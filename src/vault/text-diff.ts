/** C-08. What changes between two texts, line by line, with nothing hidden in them. */
import { revealHidden } from '../text/reveal-hidden.ts'

/** Loaded on demand: no other command needs it. */
export async function textDiff(before: string, after: string): Promise<string> {
  const { createTwoFilesPatch } = await import('diff')
  const patch = createTwoFilesPatch(
    'before',
    'after',
    revealHidden(before),
    revealHidden(after),
    '',
    '',
  )
  return patch.split('\n').slice(1).join('\n').trimEnd()
}
