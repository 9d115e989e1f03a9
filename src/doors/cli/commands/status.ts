import { status } from '../../../operations/status.ts'
import { oneLine } from '../../terminal/text.ts'
import { shortAge } from '../age.ts'
import { command } from '../command.ts'
import { memoryCount } from '../memory-page.ts'
import { paint } from '../terminal.ts'

export const statusCommand = command(status, {
  examples: ['mneme status', 'mneme status --json'],
  print: (found) =>
    [
      `mneme ${found.version}, memory is ${found.off ? paint('yellow', 'off') : paint('green', 'on')}`,
      `home      ${oneLine(found.home)}`,
      `store     ${found.store.engine}, ${memoryCount(found.memories)}, ${(found.store.bytes / 1_000_000).toFixed(1)} MB`,
      `project   ${found.project ? oneLine(found.project.slug) : 'none here: global memories only'}`,
      `daemon    ${found.daemon ? `process ${found.daemon.pid}, ${found.daemon.url ?? 'no port'}, since ${found.daemon.startedAt.slice(0, 16).replace('T', ' ')}` : 'not running; it starts when it is needed'}`,
      `model     ${modelLine(found.model)}`,
      ...hostLines(found.hosts, new Date().toISOString()),
      ...found.warnings.map((warning) => paint('yellow', `warning   ${oneLine(warning)}`)),
    ].join('\n'),
})

interface ShownHost {
  readonly host: string
  readonly title: string
  readonly connected: boolean
  readonly byDocumentation: boolean
  readonly approval: string | null
  readonly eventAt: string | null
  readonly captureAt: string | null
  readonly injectionAt: string | null
  readonly problems: readonly { readonly what: string; readonly fix: string }[]
}

/** M-24. A line for each agent that is set up, and one for all that are not. */
export function hostLines(hosts: readonly ShownHost[], now: string): string[] {
  const connected = hosts.filter((host) => host.connected)
  const others = hosts.filter((host) => !host.connected)
  const width = Math.max(0, ...connected.map(({ title }) => title.length))
  const lines = connected.flatMap((host) => [
    `${oneLine(host.title).padEnd(width)}  ${stateOf(host, now)}${host.byDocumentation ? ' (by documentation)' : ''}`,
    ...host.problems.map(({ what, fix }) =>
      paint('yellow', `  ${oneLine(withoutTitle(what, host.title))} → ${oneLine(fix)}`),
    ),
  ])
  if (connected.length === 0) lines.push('none connected. To connect them: mneme setup')
  if (others.length > 0) {
    lines.push(`also here: ${others.map(({ title }) => oneLine(title)).join(', ')} (mneme setup)`)
  }
  return lines.map((line, index) => `${(index === 0 ? 'agents' : '').padEnd(10)}${line}`)
}

/** Under the agent's own line its name need not be said again. */
function withoutTitle(what: string, title: string): string {
  return what.startsWith(`${title}: `) ? what.slice(title.length + 2) : what
}

function stateOf(host: ShownHost, now: string): string {
  const { approval, eventAt, captureAt, injectionAt, problems } = host
  if (problems.length > 0 && eventAt === null) return paint('yellow', 'incomplete')
  if (approval !== null) return paint('yellow', `waiting for you: ${oneLine(approval)}`)
  if (eventAt === null && captureAt === null) return 'connected, no event yet'
  const since = (at: string | null) => (at === null ? 'never' : shortAge(at, now))
  return `last event ${since(eventAt)}, capture ${since(captureAt)}, injection ${since(injectionAt)}`
}

function modelLine(model: {
  readonly provider: string
  readonly calls: number
  readonly tokens: number
  readonly failures: number
  readonly dailyCalls: number
  readonly dailyTokens: number
  readonly pausedUntil: string | null
}): string {
  if (model.provider === 'none') return 'none: nothing is sent anywhere'
  const spent = `${model.calls} of ${model.dailyCalls} calls, ${model.tokens} of ${model.dailyTokens} tokens today`
  const failed = model.failures === 0 ? '' : `, ${model.failures} failed`
  const paused = model.pausedUntil === null ? '' : `; paused until ${model.pausedUntil}`
  return `${model.provider}, ${spent}${failed}${paused}`
}
