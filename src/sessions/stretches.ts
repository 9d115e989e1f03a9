/**
 * F-02. Stretches of one session for the context table: what a message means often is in its
 * neighbours, so they are searched together with it.
 */
import { MAX_PASSAGE_CHARACTERS, passagesOf } from '../text/passages.ts'

/** Short turns in one stretch, and turns from the start of one stretch to the start of the next. */
export const STRETCH_TURNS = 8
export const STRETCH_STEP = 4

export interface Turn {
  readonly id: string
  readonly speaker: string
  readonly text: string
}

interface Stretch {
  readonly fromMessage: string
  readonly toMessage: string
  readonly text: string
}

interface Unit {
  readonly id: string
  readonly text: string
  readonly isPassage: boolean
}

/**
 * Runs of short turns become windows; every passage of a long message becomes a stretch with one
 * neighbour on each side.
 */
export function stretchesOf(turns: readonly Turn[]): readonly Stretch[] {
  const units = turns.filter((turn) => turn.text.trim() !== '').flatMap(unitsOf)
  const stretches: Stretch[] = []
  let run: Unit[] = []
  const endRun = () => {
    stretches.push(...windows(run))
    run = []
  }
  for (const [index, unit] of units.entries()) {
    if (!unit.isPassage) {
      run.push(unit)
      continue
    }
    endRun()
    const around = [units[index - 1], unit, units[index + 1]].filter((one) => one !== undefined)
    stretches.push(stretch(around))
  }
  endRun()
  return stretches

  function unitsOf({ id, speaker, text }: Turn): readonly Unit[] {
    const isPassage = text.length > MAX_PASSAGE_CHARACTERS
    const pieces = isPassage ? passagesOf(text).map((one) => one.text) : [text]
    return pieces.map((piece) => ({ id, text: `${speaker}: ${piece.trim()}`, isPassage }))
  }
}

function windows(run: readonly Unit[]): readonly Stretch[] {
  const found: Stretch[] = []
  for (let begin = 0; begin < run.length; begin += STRETCH_STEP) {
    found.push(stretch(run.slice(begin, begin + STRETCH_TURNS)))
    // The last window already reaches the end: the next one would only repeat part of it.
    if (begin + STRETCH_TURNS >= run.length) break
  }
  return found
}

function stretch(units: readonly Unit[]): Stretch {
  return {
    fromMessage: units[0]?.id ?? '',
    toMessage: units.at(-1)?.id ?? '',
    text: units.map((unit) => unit.text).join('\n'),
  }
}
