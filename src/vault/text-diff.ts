/** C-08. What changes between two texts, line by line, with nothing hidden in them. */
import { revealed } from '../text/revealed.ts'

/** Loaded on demand: no other command needs it. */
export async function textDiff(before: string, after: string): Promise<string> {
  const { createTwoFilesPatch } = await import('diff')
  const patch = createTwoFilesPatch('before', 'after', revealed(before), revealed(after), '', '')
  return patch.split('\n').slice(1).join('\n').trimEnd()
}
