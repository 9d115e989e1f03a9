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
const REASONS = 6

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
      `  ${session.users} of the user, ${session.assistants} of the agent, ${session.messages} in all`,
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
      ? `Nothing was remembered out of session ${oneLine(session)}.`
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
        ? [`  ${memories} memories came of it and stay: mneme sessions memories, mneme erase`]
        : []),
      ...(forgotten ? [] : ['This cannot be undone. To do it: repeat with --yes']),
    ].join('\n'),
})

function leftOut(reasons: readonly { readonly reason: string; readonly count: number }[]) {
  if (reasons.length === 0) return []
  const named = reasons
    .slice(0, REASONS)
    .map(({ reason, count }) => `${oneLine(reason)} (${count})`)
  const more = reasons.length - named.length
  return [`  left out: ${named.join(', ')}${more > 0 ? `, and ${more} more reasons` : ''}`]
}

function moment(at: string | null): string {
  return at === null ? '' : at.slice(0, 16).replace('T', ' ')
}
