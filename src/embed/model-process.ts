/**
 * The process that runs a local model. Loading the model takes as long as starting the daemon, which therefore
 * starts the process first, with what was opened last (K-02); the embedder takes it over at its first text.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { EmbedSettings } from './settings.ts'
import type { ToWorker } from './worker-messages.ts'

interface ModelToOpen {
  readonly settings: EmbedSettings
  readonly modelsFolder: string
}

/** Tells glibc to return what a batch needed to the system; elsewhere nothing reads these. */
const GIVE_BACK = { MALLOC_TRIM_THRESHOLD_: '1000000', MALLOC_MMAP_THRESHOLD_: '262144' }

/** Shared code of the bundle lies in a folder beside its programs. */
function defaultWorkerUrl(): URL {
  const beside = new URL('./embed-worker.js', import.meta.url)
  return existsSync(beside) ? beside : new URL('../embed-worker.js', import.meta.url)
}

export function startModelProcess(model: ModelToOpen, workerUrl = defaultWorkerUrl()) {
  const child = fork(fileURLToPath(workerUrl), [], {
    serialization: 'advanced', // vectors travel as they are, not as text
    execArgv: ['--max-semi-space-size=1'], // short-lived buffers need no more
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    env: { ...process.env, ...GIVE_BACK },
  })
  tell(child, { say: 'open', ...model })
  return child
}

export function tell(child: ChildProcess, message: ToWorker): void {
  // A send that fails is followed by `error` or `exit`, where those who wait are told.
  child.send(message, () => {})
}

/** Whether it keeps its user's process from ending. */
export function holdOpen(child: ChildProcess, hold: boolean): void {
  if (hold) {
    child.ref()
    child.channel?.ref()
  } else {
    child.unref()
    child.channel?.unref()
  }
}

/** Of the text that makes a model load, which nobody waits for. */
const FIRST_REQUEST = -1
const LOADING_MS = 60_000
/** One that nobody takes over by then is ended: the settings have changed. */
const UNTAKEN_MS = 60_000

let early: { readonly child: ChildProcess; readonly model: string } | null = null

/** Starts what was opened last with this folder, if anything was, and loads its model. */
export function startEarly(modelsFolder: string): void {
  const model = lastOpened(modelsFolder)
  if (model === null || early !== null) return
  const child = startModelProcess(model)
  child.on('error', () => {}) // The first text starts another.
  const [kind, texts] = ['query', ['-']] as const
  const bounds = { isAwaited: true, deadlineMs: LOADING_MS }
  tell(child, { say: 'embed', request: FIRST_REQUEST, texts, kind, ...bounds })
  holdOpen(child, false)
  early = { child, model: JSON.stringify(model) }
  setTimeout(() => takeEarly(null)?.kill('SIGKILL'), UNTAKEN_MS).unref()
}

/** The process started early, once, if it still runs and opened this model; null: whatever it opened. */
export function takeEarly(model: ModelToOpen | null): ChildProcess | null {
  const started = early
  early = null
  if (!started?.child.connected) return null
  if (model === null || JSON.stringify(model) === started.model) return started.child
  started.child.kill('SIGKILL') // it holds nothing that could be lost
  return null
}

function noteIn(modelsFolder: string): string {
  return join(modelsFolder, 'last-opened.json')
}

export function noteOpened(model: ModelToOpen): void {
  const { modelsFolder, settings } = model
  const file = noteIn(modelsFolder)
  const text = JSON.stringify(settings)
  try {
    if (existsSync(file) && readFileSync(file, 'utf8') === text) return
    mkdirSync(modelsFolder, { recursive: true, mode: 0o700 })
    writeFileSync(`${file}.new`, text, { mode: 0o600 })
    renameSync(`${file}.new`, file)
  } catch {
    // The next daemon starts its model when it is needed.
  }
}

function lastOpened(modelsFolder: string): ModelToOpen | null {
  try {
    const settings: unknown = JSON.parse(readFileSync(noteIn(modelsFolder), 'utf8'))
    // Compared with the real settings before it is used.
    return { settings: settings as EmbedSettings, modelsFolder }
  } catch {
    return null
  }
}
