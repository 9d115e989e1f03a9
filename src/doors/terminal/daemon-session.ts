/** J-09. Operations for as long as the picker is open. */
import type * as z from 'zod'
import type { Opened } from '../../compose.ts'
import type { HomePaths } from '../../config/home.ts'
import { type AnyOperation, call } from '../../operations/operation.ts'
import { loadOperation, type OperationName, type OperationOf } from '../../operations/table.ts'
import type { CallPlace } from '../daemon/client.ts'
import { type InvokePlace, invoke } from '../invoke.ts'
import { speakerAtTerminal } from '../speaker.ts'
import type { PickerProgress } from './state.ts'

export interface DaemonSession {
  do<Name extends OperationName>(
    name: Name,
    input: z.input<OperationOf<Name>['input']>,
  ): Promise<z.output<OperationOf<Name>['output']>>
  close(): Promise<void>
}

interface DaemonSessionOptions {
  readonly home: HomePaths
  readonly folder: string
  readonly confirm: (question: string) => Promise<boolean>
  readonly progress: (progress: PickerProgress) => void
}

export function openDaemonSession({
  home,
  folder,
  confirm,
  progress,
}: DaemonSessionOptions): DaemonSession {
  let opening: Promise<Opened> | null = null
  const here: InvokePlace['here'] = async ({ operation, input, where }) => {
    opening ??= import('../../compose.ts').then(({ openMneme }) =>
      openMneme({ home: home.home, ...placeFor('writes', folder), confirm, embedApart: true }),
    )
    const { engine, caller } = await (await opening).at({ ...where, confirm })
    return call(await loadOperation(operation), engine, caller, input, progress)
  }
  const place = { home, env: process.env, startMs: 0, here }
  return {
    async do(name, input) {
      const { effect } = await loadOperation(name)
      const invocation = {
        operation: name,
        input,
        where: placeFor(effect, folder),
        isRepeatable: effect === 'reads',
      }
      const options = { progress, confirm }
      // Once the home is open here, every call is made here.
      return (await (opening ? here : invoke.bind(null, place))(invocation, options)) as never
    },
    async close() {
      const opened = await opening?.catch(() => null) // already reported to the caller
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
