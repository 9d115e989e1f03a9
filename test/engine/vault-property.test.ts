/**
 * C-02. Whatever is done on both sides, in whatever order, and wherever a sync is cut off: files and
 * rows come to agree, and every text that was acknowledged or read can still be found.
 */
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openMneme } from '../../src/compose.ts'
import type { Caller, Engine } from '../../src/engine/engine.ts'
import { undo } from '../../src/engine/journal/undo.ts'
import { forgetMemories } from '../../src/engine/memories/forget.ts'
import { remember } from '../../src/engine/memories/remember.ts'
import { updateMemory } from '../../src/engine/memories/update.ts'
import { syncVault } from '../../src/engine/vault/sync.ts'
import { MnemeError } from '../../src/errors.ts'
import { openEventHub } from '../../src/events.ts'
import { parsePage } from '../../src/vault/page.ts'
import type { Vault } from '../../src/vault/vault.ts'
import { temporaryFolder } from '../support/folder.ts'
import { fc } from '../support/property.ts'
import { disagreements } from '../vault/agreement.ts'

const NAMES = ['ash', 'birch', 'cedar', 'dogwood'] as const
const name = fc.constantFrom(...NAMES)

const step = fc.oneof(
  fc.record({ do: fc.constant('keep' as const), name }),
  fc.record({ do: fc.constant('forget' as const), name }),
  fc.record({ do: fc.constant('undo' as const) }),
  fc.record({ do: fc.constant('edit' as const), name }),
  fc.record({ do: fc.constant('delete' as const), name }),
  fc.record({ do: fc.constant('rename' as const), name, to: name }),
  fc.record({ do: fc.constant('sync' as const), cutAt: fc.option(fc.nat(40)) }),
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

interface World {
  readonly engine: Engine
  readonly caller: Caller
  readonly folder: string
  /** Texts that must not be lost. */
  readonly said: Set<string>
  /** Each text is its own: what is tested is the files, not how memories compare. */
  next(): string
}

class Cut extends Error {}

/** A vault whose every write counts down to the end of the process. */
function cutOff(vault: Vault, at: number): Vault {
  let left = at
  const counted = <Target extends object>(target: Target, names: ReadonlySet<string>): Target =>
    new Proxy(target, {
      get(object, property, receiver) {
        const value: unknown = Reflect.get(object, property, receiver)
        if (typeof value !== 'function' || !names.has(String(property))) return value
        return (...args: unknown[]) => {
          left -= 1
          if (left < 0) throw new Cut('cut off here')
          return value.apply(object, args)
        }
      },
    })
  const states = counted(vault.states, new Set(['put', 'remove', 'intend', 'settle', 'markDirty']))
  const files = new Set(['write', 'remove', 'archive', 'settle'])
  return counted({ ...vault, states }, files)
}

async function take(world: World, what: Step): Promise<void> {
  const { engine, caller, folder, said } = world
  const place = { scope: 'global', project: null, session: null } as const
  const file = (of: string) => join(folder, `${of}.md`)
  switch (what.do) {
    case 'keep': {
      const content = world.next()
      const present = await engine.store.memories.findByName(place, what.name)
      if (present) await updateMemory(engine, caller, what.name, { content })
      else await remember(engine, caller, { content, name: what.name })
      said.add(content)
      return
    }
    case 'forget':
      if (await engine.store.memories.findByName(place, what.name)) {
        await forgetMemories(engine, caller, [what.name], false)
      }
      return
    case 'undo':
      await undo(engine, caller, { kind: 'last', anyone: true, everywhere: true }).catch(
        (thrown: unknown) => {
          if (!(thrown instanceof MnemeError)) throw thrown // nothing to undo, or not alone
        },
      )
      return
    case 'edit': {
      if (!existsSync(folder)) return
      const before = existsSync(file(what.name)) ? readFileSync(file(what.name), 'utf8') : ''
      const page = before === '' ? null : parsePage(before)
      const content = world.next()
      const after = page && 'content' in page ? before.replace(page.content, content) : content
      writeFileSync(file(what.name), after)
      return
    }
    case 'delete':
      rmSync(file(what.name), { force: true })
      return
    case 'rename':
      if (existsSync(file(what.name)) && !existsSync(file(what.to))) {
        renameSync(file(what.name), file(what.to))
      }
      return
    case 'sync': {
      // What a whole sync sees in the files is as good as acknowledged.
      if (what.cutAt === null) for (const text of contentsOf(folder)) said.add(text)
      const vault = engine.vault as Vault
      const used = what.cutAt === null ? vault : cutOff(vault, what.cutAt)
      await syncVault({ ...engine, vault: used }).catch((thrown: unknown) => {
        if (!(thrown instanceof Cut)) throw thrown
      })
    }
  }
}

function contentsOf(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((file) => file.endsWith('.md') && file !== 'MEMORY.md')
    .flatMap((file) => {
      const page = parsePage(readFileSync(join(folder, file), 'utf8'))
      return 'content' in page ? [page.content] : []
    })
}

/** Everything that can still be read somewhere: rows, versions, the journal, the archive. */
async function everything({ engine, folder }: World): Promise<string> {
  const { store } = engine
  const archive = join(folder, '.archive')
  return JSON.stringify([
    await store.memories.list({}, { limit: 10_000 }),
    await store.versions.list({}, 10_000),
    await store.journal.list({}, { limit: 10_000 }),
    existsSync(archive)
      ? readdirSync(archive).map((file) => readFileSync(join(archive, file), 'utf8'))
      : [],
  ])
}

it('C-02 edits on both sides converge and lose nothing, wherever a sync is cut off', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 25 }), async (steps) => {
      const home = temporaryFolder()
      const opened = await openMneme({
        speaker: 'person',
        home,
        door: 'hook',
        folder: null,
        env: { HOME: home, MNEME_STORE_SYNCHRONOUS: 'OFF' },
      })
      // Nobody syncs but the steps.
      const engine = { ...opened.engine, events: openEventHub() }
      let count = 0
      const world: World = {
        engine,
        caller: opened.caller,
        folder: join(home, 'memory'),
        said: new Set(),
        next: () =>
          `${WORDS[count % WORDS.length]} ${(count++ * 7919 + 12_345).toString(36)} rests`,
      }
      try {
        for (const each of steps) await take(world, each)
        for (const text of contentsOf(world.folder)) world.said.add(text)
        await syncVault(engine)
        await syncVault(engine)
        expect(engine.vault?.states.problems()).toEqual([])
        expect(await disagreements(engine)).toEqual([])
        const kept = await everything(world)
        expect([...world.said].filter((text) => !kept.includes(text))).toEqual([])
      } finally {
        await opened.close()
        rmSync(home, { recursive: true, force: true })
      }
    }),
    { numRuns: 40, interruptAfterTimeLimit: 60_000, examples: [[RENAMED_ONTO_A_TAKEN_NAME]] },
  )
}, 120_000)

/** A file gets the name of a memory that has no file yet. */
const RENAMED_ONTO_A_TAKEN_NAME: Step[] = [
  { do: 'keep', name: 'dogwood' },
  { do: 'sync', cutAt: null },
  { do: 'keep', name: 'cedar' },
  { do: 'rename', name: 'dogwood', to: 'cedar' },
]

const WORDS = ['granite', 'velvet', 'lantern', 'orchard', 'compass', 'thunder', 'marble', 'pepper']
