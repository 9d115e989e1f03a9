/** C-02. Problems in the vault that need a person: reported once, listed until resolved. */
import type { VaultProblem } from '../../vault/states.ts'
import type { Vault } from '../../vault/vault.ts'
import type { Engine } from '../engine.ts'

export function reportProblem(engine: Engine, vault: Vault, problem: VaultProblem): void {
  const known = vault.states.problems().find(({ path }) => path === problem.path)
  vault.states.putProblem(problem)
  if (known?.what === problem.what && known.line === problem.line) return
  engine.events.emit({
    name: 'vault_problem',
    at: engine.clock.now(),
    data: { path: vault.full(problem.path), line: problem.line, what: problem.what },
  })
}

/** One sentence each, with the path and the line. */
export function vaultProblems(engine: Engine): string[] {
  const { vault } = engine
  if (!vault) return []
  const problems = vault.states.problems().map((problem) => sentence(vault, problem))
  const missing = vault.states.all().filter((state) => state.missing).length
  return missing === 0 ? problems : [...problems, `${missing} files are missing from the vault`]
}

export function sentence(vault: Vault, { path, line, what }: Omit<VaultProblem, 'stamp'>): string {
  return `${vault.full(path)}${line === null ? '' : `:${line}`}: ${what}`
}
