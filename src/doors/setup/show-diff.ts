/** K-16. The exact diff of a file, formatted for people. */
import { createTwoFilesPatch } from 'diff'
import type { Edit } from '../../hosts/setup/plan.ts'
import { paint } from '../cli/terminal.ts'

export function renderDiff({ path, before, after, why }: Edit): string {
  const patch = createTwoFilesPatch(
    before === null ? '(not there)' : path,
    after === null ? '(removed)' : path,
    before ?? '',
    after ?? '',
    '',
    '',
    { context: 2 },
  )
  const lines = patch.split('\n').filter((line) => !/^(?:=+|\\ No newline)/.test(line))
  return [paint('bold', `${path}: ${why}`), ...lines.map(colourLine)].join('\n').trimEnd()
}

function colourLine(line: string): string {
  if (line.startsWith('+')) return paint('green', line)
  if (line.startsWith('-')) return paint('red', line)
  return paint('dim', line)
}
