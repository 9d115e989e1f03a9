/** B-15, C-02. The findings of `doctor` about the files. */
import type { Engine } from '../engine.ts'
import { sentence } from './problems.ts'

interface VaultFinding {
  readonly what: string
  readonly fix: string
}

export async function vaultFindings({ vault }: Engine): Promise<VaultFinding[]> {
  if (!vault) return []
  const look = vault.look()
  const missing = look.stillMissing.length
  return [
    ...vault.states.problems().map((problem) => ({
      what: sentence(vault, problem),
      fix: 'Put it right in an editor; the next command reads it again',
    })),
    ...(missing === 0
      ? []
      : [
          {
            what: `${missing} files are missing from the vault`,
            fix: 'mneme vault confirm forgets them, mneme vault confirm --restore writes them again',
          },
        ]),
    ...look.goneFolders.map((folder) => ({
      what: `${vault.full(folder)} is gone; its memories are still in the store`,
      fix: 'mneme doctor --repair',
    })),
  ]
}
