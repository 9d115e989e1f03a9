/**
 * A process of its own that remembers texts through the built library and says which ones it was
 * promised: one line of JSON for each, written before the next is begun.
 *
 * Arguments: the library, the home, the writer's number, how many texts.
 */
import { writeSync } from 'node:fs'

const [library, home, writer, count] = process.argv.slice(2)
const { openMneme } = await import(library)
const mneme = await openMneme({ home, actor: `writer-${writer}` })
for (let number = 0; number < Number(count); number++) {
  const { outcome, id, batch } = await mneme.remember({ content: textOf(Number(writer), number) })
  writeSync(1, `${JSON.stringify({ outcome, id, batch, number })}\n`)
}
await mneme.close()

/** Words that no two texts share, so that none is taken for another. */
function textOf(writerNumber, number) {
  const word = (part) => {
    let rest = (writerNumber * 100_000 + number) * 7 + part * 1_000_003
    let letters = ''
    for (let at = 0; at < 7; at++) {
      letters += 'bcdfghjklmnpqrstvwxz'[rest % 20] + 'aeiou'[rest % 5]
      rest = Math.floor(rest / 20) + part
    }
    return letters
  }
  return `${word(1)} keeps ${word(2)} beside ${word(3)}, and ${word(4)} knows ${word(5)}.`
}
