/** The same short session (a prompt, a shell call, an answer) as each host recorded it. */
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { describe, expect, it } from 'vitest'
import { findTranscripts } from '../../src/sessions/find.ts'
import { temporaryFolder } from '../support/folder.ts'
import { fixture, readAll } from './fixture.ts'

interface Recorded {
  readonly host: string
  readonly from: string
  /** Where the host keeps it below the home folder. */
  readonly to: string
  readonly session: string
  readonly prompts: readonly string[]
  /** A file that the host keeps beside it. */
  readonly beside?: readonly [string, string]
}

const HI = 'Use the shell to say hi'

const RECORDED: readonly Recorded[] = [
  {
    host: 'qwen',
    from: 'qwen-code/qwen-code-0.24.4-session.jsonl',
    to: '.qwen/projects/-home-dev-project/chats/bc5ad019-7b72-424e-9a08-7a45bb596bfe.jsonl',
    session: 'bc5ad019-7b72-424e-9a08-7a45bb596bfe',
    prompts: [HI, 'second turn please'],
  },
  {
    host: 'copilot',
    from: 'copilot-cli/copilot-1.0.102-events.jsonl',
    to: '.copilot/session-state/da779761-3cbb-4b31-8caa-c6cfa78dbd59/events.jsonl',
    session: 'da779761-3cbb-4b31-8caa-c6cfa78dbd59',
    prompts: [HI],
  },
  {
    host: 'droid',
    from: 'droid/droid-0.225.2-session.jsonl',
    to: '.factory/sessions/-home-dev-project/5a0d3f59-ce8f-4c86-96d4-c6232552d747.jsonl',
    session: '5a0d3f59-ce8f-4c86-96d4-c6232552d747',
    prompts: [HI],
  },
  {
    host: 'cline',
    from: 'cline/cline-3.0.65-1794852422819_6mh7o.messages.json',
    to: '.cline/data/sessions/1794852422819_6mh7o/1794852422819_6mh7o.messages.json',
    session: '1794852422819_6mh7o',
    prompts: [HI],
    beside: [
      'cline/cline-3.0.65-1794852422819_6mh7o.json',
      '.cline/data/sessions/1794852422819_6mh7o/1794852422819_6mh7o.json',
    ],
  },
  {
    host: 'pi',
    from: 'pi/pi-0.87.1-session.jsonl',
    to: '.pi/agent/sessions/--home-dev-project--/2026-11-16T18-12-30_01a1e58f-8411-7694-8d7d-7e475c63c0c3.jsonl',
    session: '01a1e58f-8411-7694-8d7d-7e475c63c0c3',
    prompts: [HI],
  },
  {
    host: 'goose',
    from: 'goose/goose-1.34.0-sessions.sql',
    to: '.local/share/goose/sessions/sessions.db',
    session: '20261116_1',
    prompts: [HI],
  },
  {
    host: 'kilo',
    from: 'kilo/kilo-7.7.9-kilo.sql',
    to: '.local/share/kilo/kilo.db',
    session: 'ses_e1a74d9f3ffe1FwsHtplPYxn7v',
    prompts: [HI],
  },
]

function install(home: string, from: string, to: string): void {
  const target = join(home, to)
  mkdirSync(dirname(target), { recursive: true })
  if (from.endsWith('.sql')) {
    const database = new DatabaseSync(target)
    database.exec(readFileSync(fixture(from), 'utf8'))
    database.close()
  } else cpSync(fixture(from), target)
}

function homeOf({ from, to, beside }: Recorded): string {
  const home = temporaryFolder()
  install(home, from, to)
  if (beside) install(home, ...beside)
  return home
}

describe.each(RECORDED)('M-50 $host', (recorded) => {
  const { host, session, prompts } = recorded

  it('F-01 is found where the host keeps it, and read whole', async () => {
    const [found, ...others] = await findTranscripts({ env: {}, home: homeOf(recorded) })
    expect(others).toEqual([])
    expect(found?.host).toBe(host)
    if (found === undefined) return
    const { messages, sessions, cursor, skipped } = await readAll(found)

    const said = messages.filter(({ role }) => role === 'user')
    expect(said.map(({ text }) => text)).toEqual(prompts)
    expect(said.every(({ origin }) => origin === 'user')).toBe(true)
    const answers = messages.filter(({ role, text }) => role === 'assistant' && text !== '')
    expect(answers[0]?.text).toBe('I will run it.')
    expect(answers.at(-1)?.text).toBe('The answer is done.')
    const calls = messages.flatMap(({ toolCalls }) => toolCalls)
    expect(calls).toHaveLength(1)
    expect(`${calls[0]?.command} ${calls[0]?.input}`).toContain('echo hi')
    const results = messages.flatMap(({ toolResult }) => toolResult ?? [])
    expect(results).toHaveLength(1)
    expect(results[0]?.text).toMatch(/\bhi\b/)
    expect(results[0]?.failed).toBe(false)
    expect(results[0]?.callId).toBe(calls[0]?.id)

    expect(new Set(messages.map((message) => message.sessionId))).toEqual(new Set([session]))
    expect(messages.every((message) => message.host === host)).toBe(true)
    expect(sessions[0]?.cwd).toBe('/home/dev/project')
    expect(messages.every(({ at }) => at?.startsWith('2026-11-16'))).toBe(true)
    expect(Object.keys(skipped).filter((reason) => reason.startsWith('unknown'))).toEqual([])

    const again = await readAll(found, cursor)
    expect(again.messages).toEqual([])
  })

  it('K-09 what a hook injected is not read as something that was said', async () => {
    const [found] = await findTranscripts({ env: {}, home: homeOf(recorded) })
    if (found === undefined) throw new Error('not found')
    const { messages } = await readAll(found)
    const texts = messages.filter(({ role }) => role !== 'tool').map(({ text }) => text)
    expect(texts.join('\n')).not.toContain('RECALL_')
  })

  it('F-07 is recognised by its content in any folder', async () => {
    const folder = temporaryFolder()
    const name = recorded.to.split('/').at(-1) ?? ''
    install(folder, recorded.from, `somewhere/${name}`)
    const found = await findTranscripts({ env: {}, home: '/nowhere', path: folder })
    expect(found.map((one) => one.host)).toEqual([host])
  })
})

describe('M-50 tasks of Roo and older Cline', () => {
  it('F-01 only what the user typed is the user’s', async () => {
    const home = temporaryFolder()
    const folder = join(
      home,
      '.config/Code/User/globalStorage/rooveterinaryinc.roo-cline/tasks/1700000000000',
    )
    mkdirSync(folder, { recursive: true })
    const text = (words: string) => ({ type: 'text', text: words })
    const history = [
      {
        role: 'user',
        ts: 1_794_852_423_290,
        content: [
          text('<task>\nRename the worker\n</task>'),
          text('<environment_details>\n# VSCode Open Tabs\n</environment_details>'),
        ],
      },
      { role: 'assistant', ts: 1_794_852_424_000, content: [text('I will rename it.')] },
      {
        role: 'user',
        ts: 1_794_852_425_000,
        content: [
          text("[execute_command for 'git mv a b'] Result:"),
          text('<feedback>\nnever rename tests\n</feedback>'),
        ],
      },
    ]
    writeFileSync(join(folder, 'api_conversation_history.json'), JSON.stringify(history))
    const [found] = await findTranscripts({ env: {}, home })
    expect(found).toMatchObject({ host: 'roo', sessionId: '1700000000000' })
    if (found === undefined) return
    const { messages } = await readAll(found)
    expect(messages.map(({ role, text: words }) => [role, words])).toEqual([
      ['user', 'Rename the worker'],
      ['assistant', 'I will rename it.'],
      ['user', 'never rename tests'],
    ])
  })
})

describe('M-50 threads of Zed', () => {
  it('F-01 gives messages and tool results; a changed thread is read again', async () => {
    const home = temporaryFolder()
    const path = join(home, '.local/share/zed/threads/threads.db')
    mkdirSync(dirname(path), { recursive: true })
    const database = new DatabaseSync(path)
    database.exec(
      'CREATE TABLE threads (id TEXT PRIMARY KEY, summary TEXT, updated_at TEXT, data_type TEXT, data BLOB)',
    )
    const messages: unknown[] = [
      { User: { id: 'u1', content: [{ Text: 'We store money in cents.' }] } },
      {
        Agent: {
          content: [
            { Text: 'Checking.' },
            { ToolUse: { id: 't1', name: 'terminal', input: { command: 'ls' } } },
          ],
          tool_results: {
            t1: {
              tool_use_id: 't1',
              tool_name: 'terminal',
              is_error: true,
              content: { Text: 'no' },
            },
          },
        },
      },
    ]
    const snapshot = { worktree_snapshots: [{ worktree_path: '/home/dev/project' }] }
    const save = (at: string) =>
      database
        .prepare('INSERT OR REPLACE INTO threads VALUES (?, ?, ?, ?, ?)')
        .run(
          'th1',
          'Money',
          at,
          'json',
          Buffer.from(JSON.stringify({ messages, initial_project_snapshot: snapshot })),
        )
    save('2026-11-16T10:00:00Z')
    const [found] = await findTranscripts({ env: {}, home })
    expect(found).toMatchObject({ host: 'zed', form: 'conversations' })
    if (found === undefined) return
    const first = await readAll(found)
    expect(first.messages.map(({ role, text: words }) => [role, words])).toEqual([
      ['user', 'We store money in cents.'],
      ['assistant', 'Checking.'],
      ['tool', ''],
    ])
    expect(first.messages[2]?.toolResult).toEqual({ callId: 't1', text: 'no', failed: true })
    expect(first.sessions[0]).toMatchObject({ cwd: '/home/dev/project', title: 'Money' })
    messages.push({ User: { id: 'u2', content: [{ Text: 'And never in floats.' }] } })
    save('2026-11-16T11:00:00Z')
    const second = await readAll(found, first.cursor)
    expect(second.messages.at(-1)?.text).toBe('And never in floats.')
    database.close()
  })
})
