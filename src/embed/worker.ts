/**
 * The process that runs a local model for another one: bulk work then blocks no event loop of ours,
 * and its memory is given back when it ends. An entry of its own (dist/embed-worker.js), spoken to
 * over the channel to its parent, and gone as soon as that channel closes (K-02).
 */
import { asMnemeError, MnemeError } from '../errors.ts'
import { openBuiltin } from './builtin.ts'
import type { Embedder } from './embedder.ts'
import type { FromWorker, ToWorker } from './worker-messages.ts'

const running = new Map<number, AbortController>()
let embedder: Promise<Embedder> | undefined

process.on('message', (message) => receive(message as ToWorker)) // only our parent has the channel
process.on('disconnect', () => {
  for (const cancel of running.values()) cancel.abort() // with nothing left to do we end
})
// A terminal sends its interrupt to the whole group; when to end is the parent's to say.
process.on('SIGINT', () => {})

function receive(message: ToWorker): void {
  if (message.say === 'open') {
    embedder = open(message)
    embedder.catch(() => {}) // reported to the first caller that asks for vectors
  } else if (message.say === 'cancel') {
    running.get(message.request)?.abort()
  } else {
    void answer(message)
  }
}

async function open({
  settings,
  modelsFolder,
}: Extract<ToWorker, { say: 'open' }>): Promise<Embedder> {
  if (settings.provider !== 'folder') return openBuiltin(settings)
  return (await import('./folder.ts')).openFolder(settings, modelsFolder)
}

async function answer(message: Extract<ToWorker, { say: 'embed' }>): Promise<void> {
  const { request, texts, deadlineMs, kind, isAwaited } = message
  const cancel = new AbortController()
  running.set(request, cancel)
  try {
    const opened = await embedder
    if (!opened)
      throw new MnemeError('internal', 'The embedding process was started without a model')
    const options = { kind, isAwaited, deadlineMs, signal: cancel.signal }
    const encoded = opened.encode
      ? await opened.encode(texts, options)
      : (await opened.embed(texts, options)).map((vector) => ({ vector }))
    send({ say: 'encoded', request, encoded })
  } catch (thrown) {
    const { code, message, hint } = asMnemeError(thrown)
    send({ say: 'failed', request, code, message, hint })
  } finally {
    running.delete(request)
  }
}

function send(message: FromWorker): void {
  if (process.connected) process.send?.(message)
}
