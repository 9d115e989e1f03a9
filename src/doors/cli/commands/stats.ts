import { stats } from '../../../operations/stats.ts'
import { command } from '../command.ts'
import { memoryCount } from '../memory-page.ts'
import { sparkline } from '../sparkline.ts'
import { paint } from '../terminal.ts'

export const statsCommand = command(stats, {
  examples: ['mneme stats', 'mneme stats --all --json'],
  print: (found) => {
    const counts = (title: string, values: Readonly<Record<string, number>>) =>
      `${paint('dim', title.padEnd(12))}${
        Object.entries(values)
          .map(([value, count]) => `${value} ${count}`)
          .join(', ') || 'none'
      }`
    return [
      `${paint('bold', memoryCount(found.memories))}, about ${found.tokens} tokens`,
      counts('types', found.byType),
      counts('states', found.byState),
      counts('scopes', found.byScope),
      counts('not in use', {
        archived: found.archived,
        superseded: found.superseded,
        'need approval': found.held,
        forgotten: found.removed,
      }),
      counts('growth', {
        'last day': found.growth.day,
        week: found.growth.week,
        month: found.growth.month,
      }),
      `${paint('dim', '30 days'.padEnd(12))}${sparkline(found.perDay.map(({ created }) => created))}`,
      counts('injected', {
        memories: found.injected.injections,
        tokens: found.injected.tokens,
        used: found.injected.used,
      }),
      counts(
        'vectors',
        Object.fromEntries(found.vectors.map((each) => [each.model, each.memories])),
      ),
      `${paint('dim', 'disk'.padEnd(12))}${diskLine(found.disk)}`,
    ].join('\n')
  },
})

function diskLine({ perMemory, ...uses }: Readonly<Record<string, number>>): string {
  const sizes = Object.entries(uses)
    .filter(([, bytes]) => bytes > 0)
    .map(([use, bytes]) => `${use} ${(bytes / 1e6).toFixed(1)} MB`)
  return `${sizes.join(', ')}; index and journal ${((perMemory ?? 0) / 1000).toFixed(1)} KB per memory`
}
