/** The command line as a program. */
import { runLine } from './line.ts'
import { watchOutput } from './out.ts'

watchOutput()
const code = await runLine(process.argv.slice(2))
// A failure to write has set its own code by then.
process.exitCode ||= code
