/**
 * J-09. `mneme ui --terminal`: anchors, browsing by scope, searching as you type, opening in $EDITOR,
 * forgetting with undo, reindexing. What happens is decided in state.ts; here it is done.
 */
import { resolve } from 'node:path'
import type { HomePaths } from '../../config/home.ts'
import { asMnemeError, MnemeError } from '../../errors.ts'
import { wantsColour } from '../cli/colour.ts'
import { type DaemonSession, openDaemonSession } from './daemon-session.ts'
import { performer } from './perform.ts'
import { openScreen, type Screen } from './screen.ts'
import { type Event, next, opening, type PickerEffect, type PickerState } from './state.ts'
import { oneLine } from './text.ts'
import { type Look, view } from './view.ts'

interface PickerOptions {
  readonly home: HomePaths
  /** The folder whose project is looked at; default: the current one. */
  readonly project?: string
}

/** What changes something: the next such key waits for it. */
const ACTS: ReadonlySet<PickerEffect['kind']> = new Set(['edit', 'forget', 'undo', 'approve'])
const SIGNALS = { SIGTERM: 15, SIGHUP: 1, SIGINT: 2 } as const
const SIGNAL_EXIT = 128

export async function runPicker({ home, project }: PickerOptions): Promise<void> {
  const { stdin: input, stdout: output } = process
  if (!input.isTTY || !output.isTTY) {
    throw new MnemeError('invalid_input', 'the picker needs a terminal', {
      hint: 'For scripts there are: mneme list, mneme search',
    })
  }
  let finish: (thrown?: unknown) => void = () => {}
  const finished = new Promise<void>((done, failed) => {
    finish = (thrown) => (thrown === undefined ? done() : failed(thrown))
  })
  let answer: (yes: boolean) => void = () => {}
  const session = openDaemonSession({
    home,
    folder: resolve(project ?? process.cwd()),
    confirm: (question) =>
      new Promise((done) => {
        answer = done
        dispatch({ kind: 'asked', question })
      }),
    progress: (progress) => dispatch({ kind: 'progress', progress }),
  })
  const screen = openScreen(
    { input, output },
    {
      key: (key) => dispatch({ kind: 'key', key }),
      resized: (size) => dispatch({ kind: 'size', size }),
    },
  )
  const restored = onEveryEnd(screen, session)
  const paint = painter(wantsColour({ env: process.env, isTerminal: true, isRefused: false }))
  const perform = performer(session, screen, dispatch)
  const first = opening(screen.size())
  let state: PickerState = first.state
  screen.draw(view(state, paint))
  for (const effect of first.effects) act(effect)
  try {
    await finished
  } finally {
    answer(false)
    restored()
    screen.close()
    await session.close()
  }

  function dispatch(event: Event): void {
    try {
      const { state: after, effects } = next(state, event)
      state = after
      screen.draw(view(state, paint))
      for (const effect of effects) act(effect)
    } catch (thrown) {
      finish(thrown) // a bug of ours: the terminal comes first
    }
  }

  function act(effect: PickerEffect): void {
    if (effect.kind === 'quit') finish()
    else if (effect.kind === 'answer') answer(effect.yes)
    else if (effect.kind === 'redraw') screen.redraw()
    else {
      perform(effect)
        .catch((thrown: unknown) => {
          const { message, hint } = asMnemeError(thrown)
          const text = hint ? `${message}. ${hint}` : message
          dispatch({ kind: 'said', notice: { tone: 'bad', text } })
        })
        .finally(() => {
          if (ACTS.has(effect.kind)) dispatch({ kind: 'settled' })
        })
    }
  }
}

/** The terminal is also restored after a signal or an uncaught failure. */
function onEveryEnd(screen: Screen, session: DaemonSession): () => void {
  const handlers = Object.entries(SIGNALS).map(([signal, number]) => {
    const handler = () => {
      screen.close()
      const end = () => process.exit(SIGNAL_EXIT + number)
      session.close().then(end, end)
    }
    process.once(signal, handler)
    return () => process.off(signal, handler)
  })
  const onCrash = (thrown: unknown) => {
    screen.close()
    process.stderr.write(`mneme: ${oneLine(asMnemeError(thrown).message)}\n`)
    process.exit(70)
  }
  const onExit = () => screen.close()
  process.once('uncaughtException', onCrash)
  process.once('unhandledRejection', onCrash)
  process.once('exit', onExit)
  return () => {
    for (const remove of handlers) remove()
    process.off('uncaughtException', onCrash)
    process.off('unhandledRejection', onCrash)
    process.off('exit', onExit)
  }
}

// biome-ignore format: a table reads best in columns
const CODES: Readonly<Record<Look, number>> = {
  bold: 1, dim: 2, inverse: 7, red: 31, green: 32, yellow: 33, cyan: 36,
}
const COLOURS: ReadonlySet<Look> = new Set(['red', 'green', 'yellow', 'cyan'])

/** Without colours what is bold, dim or turned around stays so. */
function painter(hasColours: boolean) {
  return (look: Look, text: string) =>
    text === '' || (!hasColours && COLOURS.has(look))
      ? text
      : `\u001b[${CODES[look]}m${text}\u001b[0m`
}
