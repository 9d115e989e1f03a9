/** A real engine on a home of its own, with a clock that a test moves. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type * as z from 'zod'
import { type CallSource, type Opened, openMneme } from '../../src/compose.ts'
import { call, type Operation } from '../../src/operations/operation.ts'
import { type TestClock, testClock } from './clock.ts'
import { temporaryFolder } from './folder.ts'
import { speaking } from './speaking.ts'

export interface TestHome extends Opened {
  readonly clock: TestClock
  readonly folder: string
  /** Calls an operation, by default as the person at the command line inside the project. */
  ask<Input extends z.ZodObject, Output extends z.ZodObject>(
    op: Operation<Input, Output>,
    input: z.input<Input>,
    where?: CallSource,
  ): Promise<z.output<Output>>
}

export async function testHome(
  env: Readonly<Record<string, string>> = {},
  /** Homes that meet have ids of their own. */
  seed = 1,
): Promise<TestHome> {
  const root = temporaryFolder()
  const folder = join(root, 'project')
  mkdirSync(folder)
  const clock = testClock(undefined, seed)
  const options = { door: 'cli', actor: 'test', folder } as const
  const settings = { MNEME_STORE_SYNCHRONOUS: 'OFF', MNEME_EMBED_PROVIDER: 'none', ...env }
  const mneme = await openMneme({
    ...speaking(options),
    home: join(root, 'home'),
    clock,
    env: settings,
  })
  onTestFinished(() => mneme.close())
  return {
    ...mneme,
    clock,
    folder,
    async ask(op, input, where) {
      const { engine, caller } = await mneme.at(speaking({ ...options, ...where }))
      const output = await call(op, engine, caller, input)
      await engine.background.settle()
      return output
    },
  }
}
