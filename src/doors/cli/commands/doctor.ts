import { doctor } from '../../../operations/doctor.ts'
import { oneLine } from '../../terminal/text.ts'
import { command } from '../command.ts'
import { paint } from '../terminal.ts'

export const doctorCommand = command(doctor, {
  examples: ['mneme doctor', 'mneme doctor --repair'],
  exitCode: ({ healthy }) => (healthy ? 0 : 1),
  print: ({ findings, checked }) =>
    findings.length === 0
      ? `${paint('green', 'No problems found')} (${checked.join(', ')})`
      : findings
          .map(({ what, fix, repaired }) =>
            repaired
              ? `${paint('green', 'repaired')}  ${oneLine(what)}`
              : `${paint('yellow', 'problem')}   ${oneLine(what)}\n          ${oneLine(fix)}`,
          )
          .join('\n'),
})
