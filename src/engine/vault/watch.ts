/** C-02. For processes that stay: what people change in the files is read when they change it. */
import type { Engine } from '../engine.ts'
import { syncVault } from './sync.ts'

/** Ends with `close`; without a vault there is nothing to watch. */
export async function watchVault(engine: Engine): Promise<{ close(): Promise<void> }> {
  const { vault, background } = engine
  if (!vault) return { close: async () => undefined }
  return vault.watch(() =>
    background.start('vault watch', async () => {
      await syncVault(engine)
    }),
  )
}
