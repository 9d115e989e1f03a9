/**
 * H-07. The patterns of capture take a second to compile, and they compile when they are first used: the
 * first prompt's successor would wait for that. Used here once, one after another, between other work.
 */
import { setImmediate } from 'node:timers/promises'
import { CUE_TABLES } from '../../capture/cues/language.ts'
import { capturedRules, refusedWishes } from '../../capture/user-rules.ts'
import type { Engine } from '../engine.ts'

const SAID = [
  'Remember that we always deploy from main, because the tags of last year were wrong.',
  'We decided to use pnpm instead of npm.',
  'How long does the build take?',
  'The tests failed with an error.',
]
/** A pattern is interpreted when it is used first, and compiled when it is used again. */
const TIMES = 2
/** The process that started the daemon waits for its answer first. */
const AFTER_START_MS = 2000

/** Closing does not wait for the rest. */
export function warmCapture({ background, config }: Engine): { close(): Promise<void> } {
  const ended = new AbortController()
  background.later('warm up capture', AFTER_START_MS, async () => {
    const patterns = CUE_TABLES.flatMap((table) =>
      Object.values(table).filter((value) => value instanceof RegExp),
    )
    const steps = [
      ...patterns.map((pattern) => () => void SAID.map((text) => pattern.test(text))),
      ...SAID.map((text) => () => void refusedWishes(config.capture.rules, text)),
      ...SAID.map((text) => () => void capturedRules(config.capture.rules, text)),
    ]
    for (const step of steps.flatMap((each) => Array.from({ length: TIMES }, () => each))) {
      if (ended.signal.aborted) return
      step()
      await setImmediate()
    }
  })
  return {
    close: async () => ended.abort(),
  }
}
