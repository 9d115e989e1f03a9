/** J-09. Operations for as long as the picker is open: by the daemon when it is there, else right here. */
import type * as z from 'zod'
import type { Opened } from '../../compose.ts'
import type { HomePaths } from '../../config/home.ts'
import { environmentOf, readEndpoint } from '../../engine/endpoint.ts'
import { MnemeError } from '../../errors.ts'
import { type AnyOperation, call } from '../../operations/operation.ts'
import { OPERATIONS, type OperationName, type OperationOf } from '../../operations/table.ts'
import { type CallPlace, callDaemon, DaemonGone } from '../daemon/client.ts'
import { isForbidden, isOutdated } from '../daemon/start.ts'
import { speakerAtTerminal } from '../speaker.ts'
import type { Progress } from './state.ts'

export interface DaemonSession {
  do<Name extends OperationName>(
    name: Name,
    input: z.input<OperationOf<Name>['input']>,
  ): Promise<z.output<OperationOf<Name>['output']>>
  close(): Promise<void>
}

export interface DaemonSessionOptions {
  readonly home: HomePaths
  readonly folder: string
  readonly confirm: (question: string) => Promise<boolean>
  readonly progress: (progress: Progress) => void
}

export function openDaemonSession({
  home,
  folder,
  confirm,
  progress,
}: DaemonSessionOptions): DaemonSession {
  let opening: Promise<Opened> | null = null
  const here = () => {
    opening ??= import('../../compose.ts').then(({ openMneme }) =>
      openMneme({ home: home.home, ...placeFor('writes', folder), confirm, embedApart: true }),
    )
    return opening
  }
  const inProcess = async (op: AnyOperation, input: unknown) => {
    const mneme = await here()
    const { engine, caller } = await mneme.at({ ...placeFor(op.effect, folder), confirm })
    return call(op, engine, caller, input, progress)
  }
  return {
    async do(name, input) {
      const op: AnyOperation = await OPERATIONS[name]()
      const endpoint = opening || isForbidden(process.env) ? null : readEndpoint(home)
      const isOurs =
        endpoint && endpoint.environment === environmentOf(process.env) && !isOutdated(endpoint)
      if (!isOurs) return inProcess(op, input)
      const where = placeFor(op.effect, folder)
      try {
        const options = { progress, confirm }
        return (await callDaemon(endpoint, { operation: name, input, where }, options)) as never
      } catch (thrown) {
        if (!(thrown instanceof DaemonGone)) throw thrown
        // Asking twice changes nothing; doing twice might.
        if (!thrown.sent || op.effect === 'reads') return inProcess(op, input)
        throw new MnemeError('unavailable', 'the daemon left in the middle of it', {
          hint: 'Whether it was done is shown by: mneme journal',
        })
      }
    },
    async close() {
      const opened = await opening?.catch(() => null) // whoever asked has heard of it
      await opened?.close()
    },
  }
}

/** B-10. Looking around counts as no use, as on the page; what is done is done at the command line. */
function placeFor(effect: AnyOperation['effect'], folder: string): CallPlace {
  const door = effect === 'reads' ? 'page' : 'cli'
  const { speaker } = speakerAtTerminal()
  return { door, actor: 'picker', speaker, folder, session: null }
}
