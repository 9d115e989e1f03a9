import { status } from '../../../operations/status.ts'
import { oneLine } from '../../terminal/text.ts'
import { command } from '../command.ts'
import { paint } from '../terminal.ts'

export const statusCommand = command(status, {
  examples: ['mneme status', 'mneme status --json'],
  print: (found) =>
    [
      `mneme ${found.version}, memory is ${found.off ? paint('yellow', 'off') : paint('green', 'on')}`,
      `home      ${oneLine(found.home)}`,
      `store     ${found.store.engine}, ${found.memories} memories, ${(found.store.bytes / 1_000_000).toFixed(1)} MB`,
      `project   ${found.project ? oneLine(found.project.slug) : 'none here: global memories only'}`,
      `daemon    ${found.daemon ? `process ${found.daemon.pid}, ${found.daemon.url ?? 'no port'}, since ${found.daemon.startedAt.slice(0, 16).replace('T', ' ')}` : 'not running; it starts when it is needed'}`,
      `model     ${modelLine(found.model)}`,
      ...found.warnings.map((warning) => paint('yellow', `warning   ${oneLine(warning)}`)),
    ].join('\n'),
})

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
  const paused = model.pausedUntil === null ? '' : `; left alone until ${model.pausedUntil}`
  return `${model.provider}, ${spent}${failed}${paused}`
}
