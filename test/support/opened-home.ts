/** A home of its own for each test, seen through any door, with a clock that the test moves. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type * as z from 'zod'
import { type CallSource, type Opened, openMneme } from '../../src/compose.ts'
import type { Caller, Engine } from '../../src/engine/engine.ts'
import type { Memory } from '../../src/memory/memory.ts'
import { call } from '../../src/operations/operation.ts'
import { OPERATIONS, type OperationName, type OperationOf } from '../../src/operations/table.ts'
import { type TestClock, testClock } from './clock.ts'
import { temporaryFolder } from './folder.ts'
import { speaking } from './speaking.ts'

export interface Home extends Standing {
  readonly clock: TestClock
  readonly folder: string
  readonly opened: Opened
  /** The same home from another place. */
  at(where: CallSource): Promise<Standing>
  /** A folder that is a project of its own. */
  projectFolder(name: string): string
}

export interface Standing {
  readonly engine: Engine
  readonly caller: Caller
  /** Calls an operation as a door would. */
  do<Name extends OperationName>(
    name: Name,
    input: z.input<OperationOf<Name>['input']>,
  ): Promise<z.output<OperationOf<Name>['output']>>
  /** The memory as it is stored. */
  stored(id: string | null): Promise<Memory>
}

export interface HomeOptions extends CallSource {
  readonly env?: Readonly<Record<string, string>>
  readonly clock?: TestClock
  readonly folderOfHome?: string
}

export async function openHome(options: HomeOptions = {}): Promise<Home> {
  const { env = {}, clock = testClock(), folderOfHome, ...where } = options
  const folder = folderOfHome ?? temporaryFolder()
  const home = join(folder, 'mneme')
  const opened = await openMneme({
    home,
    clock,
    // Neither waiting for the disk nor files beside it: both have tests of their own.
    env: { MNEME_STORE_SYNCHRONOUS: 'OFF', MNEME_VAULT_ENABLED: 'false', ...env },
    ...speaking({ door: 'cli', ...where }),
  })
  onTestFinished(() => opened.close())
  return {
    ...standing(opened.engine, opened.caller),
    clock,
    folder,
    opened,
    at: async (place) => {
      const { engine, caller } = await opened.at(speaking({ door: 'cli', ...place }))
      return standing(engine, caller)
    },
    projectFolder(name) {
      const path = join(folder, name)
      mkdirSync(path, { recursive: true })
      return path
    },
  }
}

function standing(engine: Engine, caller: Caller): Standing {
  return {
    engine,
    caller,
    async do(name, input) {
      const operation = await OPERATIONS[name]()
      const result = await call(operation as never, engine, caller, input)
      await engine.background.settle()
      return result as never
    },
    async stored(id) {
      const [memory] = await engine.store.memories.get([id ?? ''])
      if (!memory) throw new Error(`there is no memory ${id}`)
      return memory
    },
  }
}
