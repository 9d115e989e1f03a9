/** A name that may be used, or a sentence that says why not. */
import { MnemeError } from '../../errors.ts'
import { nameProblem, slugFrom } from '../../memory/names.ts'

export function checkedName(name: string): string {
  const problem = nameProblem(name)
  if (problem === null) return name
  throw new MnemeError('invalid_input', problem, { hint: `Try "${slugFrom(name)}".` })
}
