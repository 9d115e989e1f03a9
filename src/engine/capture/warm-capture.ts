/**
 * H-07. The patterns of capture take a second to compile and a tenth of the daemon's memory, and they compile when
 * they are first used: the first prompt's successor would wait for that. Used here once a session begins, one after
 * another, between other work; a daemon that no host's hooks call does without them.
 */
import { setImmediate } from 'node:timers/promises'
import { CUE_TABLES } from '../../capture/cues/language.ts'
import { capturedRules, refusedWishes } from '../../capture/user-rules.ts'
import type { Engine } from '../engine.ts'
import { DEFAULT_LIMIT_MS, SUBSCRIBER_PRIORITY } from '../handlers.ts'

const SAID = [
  'Remember that we always deploy from main, because the tags of last year were wrong.',
  'We decided to use pnpm instead of npm.',
  'How long does the build take?',
  'The tests failed with an error.',
]
/** A pattern is interpreted when it is used first, and compiled when it is used again. */
const TIMES = 2
/** Who began the session or asked has been answered by then. */
const AFTER_EVENT_MS = 500

/** Closing does not wait for the rest. */
export function warmCapture(engine: Engine): { close(): Promise<void> } {
  const ended = new AbortController()
  const handler = {
    name: 'warm-up',
    priority: SUBSCRIBER_PRIORITY,
    limitMs: DEFAULT_LIMIT_MS,
    async run() {
      leave()
      compilePatterns(engine, ended.signal)
    },
  }
  const subscribed = [
    engine.handlers.subscribe('session:start', handler),
    engine.handlers.subscribe('prompt:submit', handler),
  ]
  const leave = () => {
    for (const unsubscribe of subscribed) unsubscribe()
  }
  return {
    async close() {
      leave()
      ended.abort()
    },
  }
}

function compilePatterns({ background, config }: Engine, ended: AbortSignal): void {
  background.later('warm up capture', AFTER_EVENT_MS, async () => {
    const patterns = CUE_TABLES.flatMap((table) =>
      Object.values(table).filter((value) => value instanceof RegExp),
    )
    const steps = [
      ...patterns.map((pattern) => () => void SAID.map((text) => pattern.test(text))),
      ...SAID.map((text) => () => void refusedWishes(config.capture.rules, text)),
      ...SAID.map((text) => () => void capturedRules(config.capture.rules, text)),
    ]
    for (const step of steps.flatMap((each) => Array.from({ length: TIMES }, () => each))) {
      if (ended.aborted) return
      step()
      await setImmediate()
    }
  })
}
