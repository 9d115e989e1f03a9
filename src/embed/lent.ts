/**
 * One model for all threads of a process: the thread that owns an embedder lends it through a port,
 * and another uses it as its own. A model holds a hundred megabytes; two of them help no one.
 */
import type { MessagePort } from 'node:worker_threads'
import { asMnemeError, MnemeError } from '../errors.ts'
import { timeoutFor } from './applied-settings.ts'
import { runWithin } from './deadline.ts'
import type { Embedder, EmbedderIdentity, EmbedOptions, Encoded } from './embedder.ts'
import type { OpenedEmbedder } from './open.ts'
import type { EmbedSettings } from './settings.ts'
import type { FromWorker, ToWorker } from './worker-messages.ts'

type Asked = { readonly say: 'borrow' } | Exclude<ToWorker, { say: 'open' }>
type Answer =
  | { readonly say: 'lent'; readonly identity: EmbedderIdentity }
  | { readonly say: 'unavailable'; readonly unavailable: string; readonly hint: string | undefined }
  | FromWorker

/** Answers what is asked at the port until it is closed. The model stays its owner's to close. */
export function lendEmbedder(open: () => Promise<OpenedEmbedder>, port: MessagePort): void {
  const running = new Map<number, AbortController>()
  const say = (answer: Answer) => port.postMessage(answer)
  port.on('message', (asked: Asked) => {
    if (asked.say === 'borrow') void lend()
    else if (asked.say === 'cancel') running.get(asked.request)?.abort()
    else void encode(asked)
  })
  port.on('close', () => {
    for (const cancel of running.values()) cancel.abort()
  })
  port.unref() // What was lent does not keep its owner from ending.

  async function lend(): Promise<void> {
    const opened = await open()
    if (!('embedder' in opened)) return say({ say: 'unavailable', ...opened })
    const { id, dims, maxTokens } = opened.embedder
    say({ say: 'lent', identity: { id, dims, maxTokens } })
  }

  async function encode(asked: Extract<Asked, { say: 'embed' }>): Promise<void> {
    const { request, texts, deadlineMs, kind, isAwaited } = asked
    const cancel = new AbortController()
    running.set(request, cancel)
    try {
      const opened = await open()
      if (!('embedder' in opened)) throw new MnemeError('unavailable', opened.unavailable)
      const options = { kind, isAwaited, deadlineMs, signal: cancel.signal }
      say({ say: 'encoded', request, encoded: await encodedBy(opened.embedder, texts, options) })
    } catch (thrown) {
      const { code, message, hint } = asMnemeError(thrown)
      say({ say: 'failed', request, code, message, hint })
    } finally {
      running.delete(request)
    }
  }
}

async function encodedBy(
  embedder: Embedder,
  texts: readonly string[],
  options: EmbedOptions,
): Promise<Encoded[]> {
  if (embedder.encode) return embedder.encode(texts, options)
  return (await embedder.embed(texts, options)).map((vector) => ({ vector }))
}

interface Waiting {
  readonly resolve: (encoded: Encoded[]) => void
  readonly reject: (reason: unknown) => void
}

/** The embedder at the other end of the port, or why there is none. */
export function borrowEmbedder(
  port: MessagePort,
  settings: EmbedSettings,
): Promise<OpenedEmbedder> {
  return new Promise((resolve) => {
    const waiting = new Map<number, Waiting>()
    port.on('message', (answer: Answer) => {
      if (answer.say === 'lent') resolve({ embedder: remoteEmbedder(answer.identity) })
      else if (answer.say === 'unavailable') resolve(answer)
      else {
        const asked = waiting.get(answer.request)
        waiting.delete(answer.request)
        if (answer.say === 'encoded') asked?.resolve([...answer.encoded])
        else asked?.reject(new MnemeError(answer.code, answer.message, hintOf(answer.hint)))
      }
      // The port keeps this thread alive only while something is waited for.
      if (waiting.size === 0) port.unref()
    })
    port.on('close', () => {
      for (const { reject } of waiting.values()) reject(closedError())
      waiting.clear()
      resolve({ unavailable: closedError().message, hint: undefined })
    })
    port.postMessage({ say: 'borrow' } satisfies Asked)

    function ask(asked: Extract<Asked, { say: 'embed' }>): Promise<Encoded[]> {
      return new Promise((resolve, reject) => {
        waiting.set(asked.request, { resolve, reject })
        port.ref()
        port.postMessage(asked)
      })
    }

    function remoteEmbedder(identity: EmbedderIdentity): Embedder {
      let requests = 0
      let isClosed = false
      const encode = async (texts: readonly string[], options: EmbedOptions = {}) => {
        const { kind = 'passage', isAwaited = kind === 'query' } = options
        const deadlineMs = options.deadlineMs ?? timeoutFor(settings, kind)
        if (isClosed) throw closedError()
        const limits = { deadlineMs, signal: options.signal, what: 'Embedding' }
        return runWithin(limits, async (signal) => {
          if (texts.length === 0) return []
          const request = requests++
          signal.addEventListener('abort', () => port.postMessage({ say: 'cancel', request }), {
            once: true,
          })
          return ask({ say: 'embed', request, texts: [...texts], kind, isAwaited, deadlineMs })
        })
      }
      return {
        ...identity,
        encode,
        embed: async (texts, options) => (await encode(texts, options)).map((each) => each.vector),
        async close() {
          isClosed = true
          port.close()
        },
      }
    }
  })
}

function closedError(): MnemeError {
  return new MnemeError('unavailable', 'The embedder has been closed')
}

function hintOf(hint: string | undefined): { readonly hint?: string } {
  return hint === undefined ? {} : { hint }
}
