/** An operation's answer as a view shows it: asked again when the question or the store changes. */
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { place } from '../state/place.ts'
import { type Input, type Output, Refusal } from './call.ts'
import { answerTo } from './early.ts'
import { changes, slowChanges } from './live.ts'
import type { RouteName } from './routes.ts'

export interface Asked<Answer> {
  /** The last answer; stays while the next one is on its way. */
  readonly answer: Answer | null
  readonly refusal: Refusal | null
  readonly isWaiting: boolean
  readonly again: () => void
}

export interface AskOptions {
  /** Left out: asked again whenever something changes. `slowly` for what takes long to find out. */
  readonly live?: 'at once' | 'slowly' | 'never'
  /** Milliseconds to wait for the question to settle, as while it is typed. */
  readonly settleMs?: number
}

/** A null question is not asked. */
export function useAsked<Name extends RouteName>(
  name: Name,
  input: Input<Name> | null,
  { live = 'at once', settleMs = 0 }: AskOptions = {},
): Asked<Output<Name>> {
  const [state, setState] = useState<{ answer: Output<Name> | null; refusal: Refusal | null }>({
    answer: null,
    refusal: null,
  })
  const [isWaiting, setWaiting] = useState(input !== null)
  const [asks, setAsks] = useState(0)
  const question = JSON.stringify([name, input, place.value])
  const lastQuestion = useRef('')
  const tick = live === 'at once' ? changes.value : live === 'slowly' ? slowChanges.value : 0

  // The key covers name and input; tick and asks fetch it again.
  useLayoutEffect(() => {
    if (input === null) {
      lastQuestion.current = ''
      setState({ answer: null, refusal: null })
      setWaiting(false)
      return
    }
    const isNew = lastQuestion.current !== question
    lastQuestion.current = question
    if (isNew) setWaiting(true)
    const asking = new AbortController()
    const ask = () =>
      answerTo(name, input, asking.signal).then(
        (answer) => {
          if (asking.signal.aborted) return
          setState({ answer, refusal: null })
          setWaiting(false)
        },
        (thrown: unknown) => {
          if (asking.signal.aborted) return
          const refusal = thrown instanceof Refusal ? thrown : new Refusal('internal', `${thrown}`)
          setState((before) => ({ answer: isNew ? null : before.answer, refusal }))
          setWaiting(false)
        },
      )
    const waits = isNew && settleMs > 0
    const timer = waits ? window.setTimeout(ask, settleMs) : null
    if (!waits) void ask()
    return () => {
      if (timer !== null) window.clearTimeout(timer)
      asking.abort()
    }
  }, [question, tick, asks])

  return { ...state, isWaiting, again: () => setAsks((count) => count + 1) }
}
