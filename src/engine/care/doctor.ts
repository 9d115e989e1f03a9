/** B-15. The checks of `doctor`; repair rebuilds whatever is derived. */
import { existsSync, statSync } from 'node:fs'
import type { Caller, Engine } from '../engine.ts'
import type { Progress } from '../progress.ts'
import { damagedTranscripts } from '../sessions/damaged.ts'
import { modelSpend } from './model-spend.ts'

interface Diagnosis {
  readonly what: string
  readonly fix: string
  readonly repaired: boolean
}

interface Examination {
  readonly healthy: boolean
  readonly findings: Diagnosis[]
  readonly checked: string[]
}

/** One check. A new one is added to `CHECKS`. */
interface Check {
  readonly name: string
  readonly look: (engine: Engine, caller: Caller) => Promise<readonly Omit<Diagnosis, 'repaired'>[]>
  readonly repair?: (engine: Engine, caller: Caller, progress?: Progress) => Promise<void>
}

const store: Check = {
  name: 'store',
  async look(engine) {
    const findings = await engine.store.care.check()
    return findings.map(({ what, repairable }) => ({
      what,
      fix: repairable
        ? 'mneme doctor --repair'
        : 'mneme restore --list shows the backups there are',
    }))
  },
  async repair(engine, _caller, progress) {
    await engine.store.care.rebuildIndexes((done, total) =>
      progress?.({ done, total, what: 'memories indexed' }),
    )
  },
}

const home: Check = {
  name: 'home',
  async look(engine) {
    const { home: folder } = engine.home
    if (process.platform === 'win32' || !existsSync(folder)) return []
    const open = (statSync(folder).mode & 0o077) !== 0
    return open ? [{ what: `${folder} can be read by others`, fix: `chmod 700 ${folder}` }] : []
  },
}

const configuration: Check = {
  name: 'configuration',
  look: async (engine) =>
    engine.configured.warnings.map((what) => ({ what, fix: 'mneme config list --changed' })),
}

/** G-09. A failing model costs only what it would have found. */
const model: Check = {
  name: 'model',
  async look(engine) {
    if (engine.model === null) return []
    const { pausedUntil, lastFailure } = await modelSpend(engine)
    if (pausedUntil === null) return []
    return [
      {
        what: `the model fails and is not used until ${pausedUntil}: ${lastFailure}`,
        fix: 'mneme config get model shows the model and its address',
      },
    ]
  },
}

/** F-01. Lines and files that could not be read; the rest of them was. */
const transcripts: Check = { name: 'transcripts', look: damagedTranscripts }

/** C-02. Files that need a person, and whether files and rows agree. */
const vault: Check = {
  name: 'vault',
  async look(engine) {
    const { vaultFindings } = await import('../vault/findings.ts')
    return vaultFindings(engine)
  },
  async repair(engine) {
    const { syncVault } = await import('../vault/sync.ts')
    await syncVault(engine, { whole: true, rewriteFolders: true })
  },
}

/** J-07. */
const hosts: Check = {
  name: 'hosts',
  look: async (engine) => (await import('../hosts/check-hosts.ts')).hostFindings(engine),
}

const CHECKS: readonly Check[] = [store, home, configuration, model, transcripts, vault, hosts]

export async function examine(
  engine: Engine,
  caller: Caller,
  repair: boolean,
  progress?: Progress,
): Promise<Examination> {
  const findings: Diagnosis[] = []
  for (const check of CHECKS) {
    const found = await check.look(engine, caller)
    if (found.length > 0 && repair && check.repair) {
      await check.repair(engine, caller, progress)
      const left = new Set((await check.look(engine, caller)).map(({ what }) => what))
      findings.push(...found.map((each) => ({ ...each, repaired: !left.has(each.what) })))
    } else {
      findings.push(...found.map((each) => ({ ...each, repaired: false })))
    }
  }
  return {
    healthy: findings.every((finding) => finding.repaired),
    findings,
    checked: CHECKS.map(({ name }) => name),
  }
}
