/** A program for tests: prints the vector of a text, with models in the folder given first. */
import { openBuiltin } from '../../src/embed/builtin.ts'
import { EmbedSettings } from '../../src/embed/settings.ts'

const [modelsFolder, text] = process.argv.slice(2) as [string, string]
const embedder = await openBuiltin(EmbedSettings.parse({}), modelsFolder)
const [vector] = await embedder.embed([text])
process.stdout.write(JSON.stringify([...(vector as Float32Array)]))
await embedder.close()
