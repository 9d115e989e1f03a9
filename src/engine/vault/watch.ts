/** C-02. For long-lived processes: reads people's edits as they happen. */
import type { Engine } from '../engine.ts'
import { syncVault } from './sync.ts'

/** Runs until `close`; does nothing without a vault. */
export async function watchVault(engine: Engine): Promise<{ close(): Promise<void> }> {
  const { vault, background } = engine
  if (!vault) return { close: async () => undefined }
  return vault.watch(() =>
    background.start('vault watch', async () => {
      await syncVault(engine)
    }),
  )
}
