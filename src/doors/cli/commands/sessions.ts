import type * as z from 'zod'
import {
  sessionsBackfill,
  sessionsForget,
  sessionsList,
  sessionsMemories,
  sessionsShow,
  sessionsSummarize,
} from '../../../operations/sessions.ts'
import { shorten } from '../../../text/shorten.ts'
import { oneLine, safe } from '../../terminal/text.ts'
import { command } from '../command.ts'
import { paint, table } from '../terminal.ts'

const MESSAGE_CHARS = 600
const MAX_KINDS = 6

export const sessionsListCommand = command(sessionsList, {
  short: { limit: 'n' },
  examples: ['mneme sessions list', 'mneme sessions list --all --since 7d --host codex'],
  print: ({ sessions, total }) =>
    sessions.length === 0
      ? 'No sessions yet. To import your agents’ history: mneme sessions backfill'
      : `${table(
          [
            { title: 'last', style: 'dim' },
            { title: 'host' },
            { title: 'messages', align: 'right' },
            { title: 'title', flexible: true },
            { title: 'folder', flexible: true },
            { title: 'id', style: 'dim' },
          ],
          sessions.map((session) => [
            moment(session.lastAt),
            session.host,
            String(session.messages),
            session.title ?? '',
            session.cwd ?? '',
            session.id,
          ]),
        )}\n${sessions.length} of ${total}`,
})

export const sessionsShowCommand = command(sessionsShow, {
  positional: ['id'],
  short: { limit: 'n' },
  examples: ['mneme sessions show last', 'mneme sessions show 9080ece3 --last 20'],
  print: ({ session, started, messages }) =>
    [
      paint('bold', oneLine(session.title ?? session.id)),
      `  ${session.host} ${oneLine(session.id)}`,
      `  ${moment(session.startedAt)} to ${moment(session.lastAt)} in ${oneLine(session.cwd ?? 'an unknown folder')}`,
      `  messages: ${session.users} by the user, ${session.assistants} by the agent, ${session.messages} in total`,
      ...started.map((each) => `  started ${oneLine(each.id)} (${each.messages} messages)`),
      '',
      ...messages.map((message) => {
        const calls = message.calls.map(
          (call) =>
            `  → ${oneLine(call.name)} ${oneLine(call.command ?? call.input).slice(0, 120)}`,
        )
        const text = safe(shorten(message.text, MESSAGE_CHARS))
        return [
          paint('cyan', `${moment(message.at)} ${message.role}`),
          ...(text === '' ? [] : [text]),
          ...calls,
        ].join('\n')
      }),
    ].join('\n'),
})

export const sessionsBackfillCommand = command(sessionsBackfill, {
  examples: [
    'mneme sessions backfill --dry-run',
    'mneme sessions backfill',
    'mneme sessions backfill --host claude-code',
    'mneme sessions backfill --path ~/old-laptop/.claude/projects --json',
  ],
  print: (report, { input }) =>
    [
      ...(input.dryRun
        ? report.hosts.map(
            ({ host, sessions, oldest }) =>
              `${host}: ${sessions} ${sessions === 1 ? 'session' : 'sessions'}${oldest ? `, since ${oldest.slice(0, 10)}` : ''}`,
          )
        : readLines(report)),
      ...(report.found === 0 ? ['  No transcripts were found. To name a folder: --path DIR'] : []),
    ].join('\n'),
})

function readLines(report: z.output<typeof sessionsBackfill.output>): string[] {
  return [
    `Read ${report.files} of ${report.found} transcripts: ${report.sessions} new sessions, ${report.messages} new messages, ${report.memories} memories`,
    ...(report.skippedLines > 0
      ? [`  ${report.skippedLines} lines could not be read: see mneme doctor`]
      : []),
    ...report.unreadable.map(({ path, reason }) => `  ${oneLine(path)}: ${oneLine(reason)}`),
    ...(report.messages > 0 ? leftOut(report.leftOut) : []),
  ]
}

export const sessionsMemoriesCommand = command(sessionsMemories, {
  positional: ['id'],
  short: { limit: 'n' },
  examples: ['mneme sessions memories last'],
  print: ({ session, memories, total }) =>
    memories.length === 0
      ? `No memories were captured from session ${oneLine(session)}.`
      : `${table(
          [
            { title: 'type' },
            { title: 'how' },
            { title: 'sure', align: 'right' },
            { title: 'title', flexible: true },
            { title: 'id', style: 'dim' },
          ],
          memories.map((memory) => [
            memory.type,
            memory.source,
            memory.confidence.toFixed(2),
            memory.title,
            memory.id,
          ]),
        )}\n${memories.length} of ${total}`,
})

export const sessionsSummarizeCommand = command(sessionsSummarize, {
  positional: ['id'],
  examples: ['mneme sessions summarize last'],
  print: ({ text }) => safe(text),
})

export const sessionsForgetCommand = command(sessionsForget, {
  positional: ['id'],
  examples: ['mneme sessions forget 9080ece3', 'mneme sessions forget 9080ece3 --yes'],
  print: ({ forgotten, session, title, removed, memories }) =>
    [
      `${forgotten ? paint('red', 'Forgotten for good:') : 'Would forget for good:'} ${oneLine(title ?? session)}`,
      ...Object.entries(removed)
        .filter(([, count]) => count > 0)
        .map(([kind, count]) => `  ${count} ${kind}`),
      ...(memories > 0
        ? [
            `  The memories captured from it stay (${memories}): mneme sessions memories, mneme erase`,
          ]
        : []),
      ...(forgotten ? [] : ['This cannot be undone. To do it: repeat with --yes']),
    ].join('\n'),
})

/** "bookkeeping: queue-operation" counts as bookkeeping; which records they were is in the JSON. */
function leftOut(reasons: readonly { readonly reason: string; readonly count: number }[]) {
  if (reasons.length === 0) return []
  const kinds = new Map<string, number>()
  for (const { reason, count } of reasons) {
    const kind = oneLine(reason.split(':')[0] ?? reason)
    kinds.set(kind, (kinds.get(kind) ?? 0) + count)
  }
  const named = [...kinds].map(([kind, count]) => `${kind} (${count})`)
  return [`  records skipped: ${named.slice(0, MAX_KINDS).join(', ')}; details: --json`]
}

function moment(at: string | null): string {
  return at === null ? '' : at.slice(0, 16).replace('T', ' ')
}
