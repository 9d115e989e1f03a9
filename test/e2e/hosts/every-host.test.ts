/** M-50. Set up, told a preference, asked for it in the next session, and taken out again: with the real program. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { hostMachine } from '../../support/host-machine.ts'
import { type HostProgram, hostCommand } from '../../support/host-programs.ts'
import { standInApi, timesInTurn } from '../../support/stand-in-api.ts'
import { DRIVERS, type HostDriver } from './drivers.ts'

const PREFERENCE = 'Always use pnpm instead of npm in this project'
const QUESTION = 'Which package manager do we use here?'

interface Listed {
  readonly memories: readonly { readonly title: string }[]
}

describe.each(Object.entries(DRIVERS) as [HostProgram, HostDriver][])(
  'the real %s',
  { timeout: 600_000 },
  (host, driver) => {
    const [program = '', ...leading] = hostCommand(host)

    it.skipIf(program === '')(
      'M-50 a preference is in the request of the next session exactly once; remove leaves no trace',
      async () => {
        const machine = hostMachine()
        const api = await standInApi()
        const files = driver.files(api.url)
        for (const [path, text] of Object.entries(files)) {
          mkdirSync(dirname(join(machine.home, path)), { recursive: true })
          writeFileSync(join(machine.home, path), text)
        }
        const present = () =>
          Object.fromEntries(
            Object.keys(files).map((path) => [
              path,
              readFileSync(join(machine.home, path), 'utf8'),
            ]),
          )
        const setUp = () => {
          const ran = machine.mneme('setup', '--host', host, '--yes')
          expect(ran.code, ran.err).toBe(0)
        }
        setUp()
        expect(machine.mneme('remove', '--yes').code).toBe(0)
        expect(present(), 'byte for byte').toEqual(files)
        setUp()
        expect(machine.mneme('serve', '--detach').code).toBe(0)

        const talk = async (prompt: string) => {
          const { args, env = {}, lines, answered } = driver.session(prompt, api.url, machine)
          const given = [...leading, ...args]
          const ran = lines
            ? await machine.converse(program, given, { lines, answered: answered ?? /./ }, env)
            : await machine.run(program, given, env)
          expect(ran.code, ran.err + ran.out).toBe(0)
          return ran
        }
        for (const args of driver.prepare?.(api.url) ?? []) {
          const ran = await machine.run(program, [...leading, ...args])
          expect(ran.code, ran.err + ran.out).toBe(0)
        }
        await talk(PREFERENCE)
        await machine.until<Listed>(['list'], ({ memories }) =>
          memories.some(({ title }) => /pnpm/.test(title)),
        )
        api.forget()
        const second = await talk(QUESTION)
        expect(timesInTurn(api, QUESTION, PREFERENCE), second.out + second.err).toBe(1)

        expect(machine.mneme('remove', '--yes').code).toBe(0)
        for (const [path, text] of Object.entries(present()))
          expect(text, path).not.toMatch(/mneme/)
      },
    )
  },
)
