/** A program for tests: opens the embedder inside a thread and reports the length of a vector. */
import { parentPort, workerData } from 'node:worker_threads'
import { openEmbedder } from '../../src/embed/open.ts'
import { EmbedSettings } from '../../src/embed/settings.ts'

const { modelsFolder, workerUrl } = workerData
const opened = await openEmbedder(EmbedSettings.parse({}), {
  modelsFolder,
  workerUrl: new URL(workerUrl),
})
if ('unavailable' in opened) throw new Error(opened.unavailable)
const [vector] = await opened.embedder.embed(['text'])
await opened.embedder.close()
parentPort?.postMessage(vector?.length)
