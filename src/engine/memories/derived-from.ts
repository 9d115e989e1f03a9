/** K-12, M-07. Everything that was derived from one session, file, web page or import. */
import { MnemeError } from '../../errors.ts'
import type { Memory } from '../../memory/memory.ts'
import { isForeign } from '../../memory/origins.ts'
import { visibleText } from '../../memory/revise.ts'
import type { MemoryFilter } from '../../store/filter.ts'
import type { Caller, Engine } from '../engine.ts'
import { readsEverywhere } from '../person.ts'
import { findSession } from '../sessions/find-session.ts'
import { OWN_SCOPES } from '../team/copy-guard.ts'
import { isVisible, visibleFilter } from './find-memory.ts'

interface Derived {
  readonly kind: 'session' | 'file' | 'url' | 'import'
  readonly memories: readonly Memory[]
}

const URL_START = /^https?:\/\//i
const ULID = /^[0-9A-HJKMNP-TV-Z]{26}$/i
const PAGE = 2000

export async function derivedFrom(
  engine: Engine,
  caller: Caller,
  source: string,
): Promise<Derived> {
  if (URL_START.test(source)) {
    const isFrom = (memory: Memory) =>
      isForeign(memory.provenance.origin) && mentions(memory, source)
    return { kind: 'url', memories: await living(engine, caller, {}, isFrom) }
  }
  const imported = ULID.test(source) ? await importedIn(engine, source.toUpperCase()) : null
  if (imported) {
    return { kind: 'import', memories: await living(engine, caller, { ids: imported }) }
  }
  const session = await sessionOf(engine, caller, source)
  if (session !== null) {
    return { kind: 'session', memories: await living(engine, caller, { session }) }
  }
  // What an agent learned while it had a file open is not the file's word; what was read from it is.
  const isFrom = ({ provenance }: Memory) =>
    provenance.origin === 'file' || provenance.source === 'imported'
  return { kind: 'file', memories: await living(engine, caller, { file: source }, isFrom) }
}

function mentions(memory: Memory, url: string): boolean {
  const text = [visibleText(memory), memory.provenance.snippet ?? '', ...memory.filesRead].join(
    '\n',
  )
  return text.includes(url)
}

/** The memories that an import brought in: by any of its batches, all of them. */
async function importedIn(engine: Engine, id: string): Promise<string[] | null> {
  const { journal } = engine.store
  const batch = (await journal.batch(id)) ?? (await journal.ofRun(id))[0]
  if (batch?.cause !== 'import') return null
  const batches = batch.run === null ? [batch] : await journal.ofRun(batch.run)
  const entries = await Promise.all(batches.map((each) => journal.entries(each.id)))
  return entries
    .flat()
    .filter(({ kind, op }) => kind === 'memory' && op === 'insert')
    .map(({ key }) => key)
}

async function sessionOf(
  engine: Engine,
  caller: Caller,
  reference: string,
): Promise<string | null> {
  try {
    return (await findSession(engine, caller, reference)).id
  } catch (thrown) {
    if (thrown instanceof MnemeError && thrown.code === 'not_found') return null
    throw thrown
  }
}

async function living(
  engine: Engine,
  caller: Caller,
  filter: MemoryFilter,
  isMeant: (memory: Memory) => boolean = () => true,
): Promise<Memory[]> {
  const everyone = readsEverywhere(caller) ? {} : visibleFilter(caller)
  const states = ['new', 'high', 'low'] as const
  const wanted = { ...everyone, states, scopes: OWN_SCOPES, ...filter }
  const found: Memory[] = []
  for (let offset = 0; ; offset += PAGE) {
    const page = await engine.store.memories.list(wanted, { limit: PAGE, offset, order: 'id' })
    found.push(...page.filter((memory) => isVisible(memory, caller) && isMeant(memory)))
    if (page.length < PAGE) return found
  }
}
