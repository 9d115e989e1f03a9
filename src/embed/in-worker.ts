/**
 * A local embedder in a process of its own, behind the same port. A process and not a thread, since
 * the native runtime keeps one state per process: a thread that loads it and ends may take all
 * others with it. A crash there is a failed request here, and the next request starts anew.
 *
 * The program is found beside the bundle as `embed-worker.js`; a caller that runs from elsewhere (tests
 * from the sources, say) passes its URL.
 */
import type { ChildProcess } from 'node:child_process'
import { MnemeError } from '../errors.ts'
import { timeoutFor } from './applied-settings.ts'
import { runWithin } from './deadline.ts'
import type { Embedder, EmbedderIdentity, EmbedOptions, Encoded } from './embedder.ts'
import { holdOpen, noteOpened, startModelProcess, takeEarly, tell } from './model-process.ts'
import type { EmbedSettings } from './settings.ts'
import type { FromWorker, ToWorker } from './worker-messages.ts'

interface InWorker {
  readonly identity: EmbedderIdentity
  readonly settings: EmbedSettings
  readonly modelsFolder: string
  readonly workerUrl?: URL | undefined
  /** How long the process may be idle before it is ended. */
  readonly idleMs?: number
}

/** A model holds a hundred megabytes; while it starts again, a prompt has to do without it. */
const IDLE_MS = 15 * 60_000

interface Waiting {
  readonly resolve: (encoded: Encoded[]) => void
  readonly reject: (reason: unknown) => void
}

export class EmbedderInWorker implements Embedder {
  readonly id: string
  readonly dims: number
  readonly maxTokens: number
  readonly #options: InWorker
  readonly #waiting = new Map<number, Waiting>()
  #child: ChildProcess | undefined
  #answered: ChildProcess | undefined
  #requests = 0
  #closed = false
  #idle: NodeJS.Timeout | undefined

  constructor(options: InWorker) {
    this.id = options.identity.id
    this.dims = options.identity.dims
    this.maxTokens = options.identity.maxTokens
    this.#options = options
  }

  /** The process that runs the model, for `status`; none before the first text. */
  get workerPid(): number | undefined {
    return this.#child?.pid
  }

  /** Once its process has answered, until that process ends. */
  get isLoaded(): boolean {
    return this.#child !== undefined && this.#child === this.#answered
  }

  async embed(texts: readonly string[], options: EmbedOptions = {}): Promise<Float32Array[]> {
    return (await this.encode(texts, options)).map(({ vector }) => vector)
  }

  async encode(texts: readonly string[], options: EmbedOptions = {}): Promise<Encoded[]> {
    const { kind = 'passage', isAwaited = kind === 'query' } = options
    const deadlineMs = options.deadlineMs ?? timeoutFor(this.#options.settings, kind)
    if (this.#closed) throw new MnemeError('unavailable', 'The embedder has been closed')
    return runWithin({ deadlineMs, signal: options.signal, what: 'Embedding' }, async (signal) => {
      if (texts.length === 0) return []
      const request = this.#requests++
      signal.addEventListener('abort', () => this.#cancel(request), { once: true })
      return this.#ask({ say: 'embed', request, texts: [...texts], kind, isAwaited, deadlineMs })
    })
  }

  async close(): Promise<void> {
    this.#closed = true
    clearTimeout(this.#idle)
    const child = this.#child
    if (!child) return
    this.#lose(child, new MnemeError('unavailable', 'The embedder has been closed'))
    if (child.exitCode !== null || child.signalCode !== null) return
    const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()))
    child.ref()
    child.kill('SIGKILL') // it holds nothing that could be lost, and may be in a long computation
    await gone
  }

  #ask(message: Extract<ToWorker, { say: 'embed' }>): Promise<Encoded[]> {
    return new Promise((resolve, reject) => {
      const child = this.#running()
      clearTimeout(this.#idle)
      this.#waiting.set(message.request, { resolve, reject })
      holdOpen(child, true)
      tell(child, message)
    })
  }

  #running(): ChildProcess {
    if (this.#child) return this.#child
    const { settings, modelsFolder, workerUrl } = this.#options
    const model = { settings, modelsFolder }
    const child = takeEarly(model) ?? startModelProcess(model, workerUrl)
    child.on('message', (message) => this.#receive(message as FromWorker)) // our own program
    child.on('error', (cause) => this.#lose(child, workerFailure('cannot be started', cause)))
    child.on('exit', (code, signal) =>
      this.#lose(child, workerFailure(`has ended (${signal ?? code})`)),
    )
    noteOpened(model)
    this.#child = child
    return child
  }

  #receive(message: FromWorker): void {
    const waiting = this.#take(message.request)
    if (message.say === 'encoded') {
      this.#answered = this.#child
      waiting?.resolve([...message.encoded])
    } else {
      const hint = message.hint === undefined ? {} : { hint: message.hint }
      waiting?.reject(new MnemeError(message.code, message.message, hint))
    }
  }

  /** The caller has its answer already; this frees the process for the next one. */
  #cancel(request: number): void {
    if (this.#take(request) && this.#child) tell(this.#child, { say: 'cancel', request })
  }

  #take(request: number): Waiting | undefined {
    const waiting = this.#waiting.get(request)
    this.#waiting.delete(request)
    if (this.#waiting.size === 0) this.#endWhenIdle()
    // An idle model must not keep its user's process from ending.
    if (this.#waiting.size === 0 && this.#child) holdOpen(this.#child, false)
    return waiting
  }

  #endWhenIdle(): void {
    clearTimeout(this.#idle)
    this.#idle = setTimeout(() => {
      const child = this.#child
      if (!child || this.#waiting.size > 0) return
      this.#child = undefined
      child.kill('SIGKILL') // it holds nothing that could be lost
    }, this.#options.idleMs ?? IDLE_MS)
    this.#idle.unref()
  }

  #lose(child: ChildProcess, reason: MnemeError): void {
    if (this.#child !== child) return
    this.#child = undefined
    const waiting = [...this.#waiting.values()]
    this.#waiting.clear()
    for (const { reject } of waiting) reject(reason)
  }
}

function workerFailure(what: string, cause?: unknown): MnemeError {
  return new MnemeError('unavailable', `The embedding process ${what}`, {
    hint: 'It is started again with the next request.',
    cause,
  })
}
