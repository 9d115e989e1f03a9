/** D-14. An embedder that another thread lends keeps every promise of the port. */
import { MessageChannel } from 'node:worker_threads'
import { afterAll, expect, it } from 'vitest'
import { openBuiltin } from '../../src/embed/builtin.ts'
import type { Embedder } from '../../src/embed/embedder.ts'
import { borrowEmbedder, lendEmbedder } from '../../src/embed/lent.ts'
import type { OpenedEmbedder } from '../../src/embed/open.ts'
import { EmbedSettings } from '../../src/embed/settings.ts'
import { itIsAnEmbedder } from './contract.ts'

const settings = EmbedSettings.parse({})
const owned = openBuiltin(settings)
afterAll(async () => (await owned).close())

function borrow(open: () => Promise<OpenedEmbedder>): Promise<OpenedEmbedder> {
  const { port1, port2 } = new MessageChannel()
  lendEmbedder(open, port1)
  return borrowEmbedder(port2, settings)
}

async function borrowed(): Promise<Embedder> {
  const opened = await borrow(async () => ({ embedder: await owned }))
  if (!('embedder' in opened)) throw new Error(opened.unavailable)
  return opened.embedder
}

itIsAnEmbedder('lent', borrowed)

it('D-14 closing what was lent leaves the owner its model', async () => {
  const lent = await borrowed()
  await lent.close()
  await expect(lent.embed(['a'])).rejects.toMatchObject({ code: 'unavailable' })
  expect(await (await owned).embed(['a'])).toHaveLength(1)
})

it('G-02 where there is none to lend, the reason is passed on', async () => {
  const none = { unavailable: 'Vectors are switched off', hint: 'Switch them on.' }
  expect(await borrow(async () => none)).toMatchObject(none)
})
