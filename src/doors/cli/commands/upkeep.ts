import { consolidate, summarizeOld, upkeepRun, upkeepStatus } from '../../../operations/upkeep.ts'
import { oneLine } from '../../terminal/text.ts'
import { command } from '../command.ts'
import { paint, table } from '../terminal.ts'

interface UpkeepReport {
  readonly dryRun: boolean
  readonly batch: string | null
  readonly completed: string | null
  readonly changes: number
  readonly jobs: readonly {
    readonly job: string
    readonly project: string | null
    readonly laboured: number
    readonly error: string | null
    readonly actions: readonly { readonly title: string; readonly reason: string }[]
  }[]
}

/** A dry run shows all of it; what was done can be looked up in the journal. */
const SHOWN = 10

function formatReport(report: UpkeepReport): string {
  const lines = report.jobs.flatMap(({ job, project, actions, laboured, error }) => {
    if (actions.length + laboured === 0 && error === null) return []
    const where = project === null ? '' : ` in ${project}`
    const most = report.dryRun ? actions.length : SHOWN
    const rest = actions.length - most
    return [
      `${paint('bold', job)}${where}: ${actions.length + laboured}`,
      ...actions
        .slice(0, most)
        .map(({ title, reason }) => `  ${oneLine(title)}\n    ${oneLine(reason)}`),
      ...(rest > 0 ? [`  … and ${rest} more`] : []),
      ...(error === null ? [] : [paint('red', `  ${oneLine(error)}`)]),
    ]
  })
  const end = report.dryRun
    ? 'Nothing was changed: this was a dry run.'
    : report.batch === null
      ? 'Nothing to change.'
      : `${report.changes} changes. To undo: mneme undo --batch ${report.batch}`
  const before =
    report.completed === null ? [] : [`Completed an interrupted run first (${report.completed}).`]
  return [...before, ...lines, end].join('\n')
}

function exitCodeOf(report: UpkeepReport): number {
  return report.jobs.some(({ error }) => error !== null) ? 1 : 0
}

const paths = { project: 'if-path' } as const

export const upkeepRunCommand = command(upkeepRun, {
  positional: ['job'],
  paths,
  examples: ['mneme upkeep run all --dry-run', 'mneme upkeep run ranking'],
  print: formatReport,
  exitCode: exitCodeOf,
})

export const consolidateCommand = command(consolidate, {
  paths,
  examples: ['mneme consolidate --dry-run', 'mneme consolidate --json'],
  print: formatReport,
  exitCode: exitCodeOf,
})

export const summarizeOldCommand = command(summarizeOld, {
  paths,
  examples: ['mneme summarize-old --dry-run', 'mneme summarize-old --days 60'],
  print: formatReport,
  exitCode: exitCodeOf,
})

export const upkeepStatusCommand = command(upkeepStatus, {
  examples: ['mneme upkeep status', 'mneme upkeep status --json'],
  print: ({ enabled, running, jobs }) =>
    [
      ...(enabled
        ? []
        : [paint('yellow', 'No job runs automatically: scheduler.enabled is false')]),
      ...(running ? [`Under way in process ${running.pid}.`] : []),
      table(
        [
          { title: 'job' },
          { title: 'last' },
          { title: 'took', align: 'right' },
          { title: 'changes', align: 'right' },
          { title: 'next' },
          { title: '', flexible: true },
        ],
        jobs.map((job) => [
          job.job,
          job.lastAt?.slice(0, 16).replace('T', ' ') ?? 'never',
          job.tookMs === null ? '' : `${(job.tookMs / 1000).toFixed(1)} s`,
          job.changes === null ? '' : String(job.changes),
          job.dueAt?.slice(0, 16).replace('T', ' ') ?? 'off',
          job.error === null ? job.summary : oneLine(job.error),
        ]),
      ),
    ].join('\n'),
})
