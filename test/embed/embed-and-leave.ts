/**
 * A program for tests: embeds once in a process of its own, prints that process's id, and ends
 * without closing it; with `stay` it asks for much more first.
 */
import { builtinIdentity } from '../../src/embed/builtin.ts'
import { EmbedderInWorker } from '../../src/embed/in-worker.ts'
import { EmbedSettings } from '../../src/embed/settings.ts'

const [modelsFolder, workerUrl, stay] = process.argv.slice(2) as [string, string, string?]
const settings = EmbedSettings.parse({})
const identity = builtinIdentity(settings)
const embedder = new EmbedderInWorker({
  identity,
  settings,
  modelsFolder,
  workerUrl: new URL(workerUrl),
})
await embedder.embed(['text'])
process.stdout.write(String(embedder.workerPid))
if (stay) await embedder.embed(Array.from({ length: 20_000 }, (_, i) => `a long list, number ${i}`))
