/** One piece of work, told in the transcript format of every host. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

export type Scene =
  | { readonly kind: 'user'; readonly text: string }
  | { readonly kind: 'agent'; readonly text: string }
  | {
      readonly kind: 'tool'
      readonly id: string
      readonly does: 'command' | 'edit' | 'todo'
      readonly input: Readonly<Record<string, unknown>>
      readonly output: string
      readonly failed: boolean
    }

export interface Told {
  /** Id of the session. */
  readonly session: string
  readonly cwd: string
  readonly scenes: readonly Scene[]
}

export interface HostScript {
  readonly host: 'claude-code' | 'codex' | 'gemini' | 'opencode' | 'generic'
  /** The names that this host gives its tools. */
  readonly tools: Readonly<Record<'command' | 'edit' | 'todo', string>>
  /** What a hook calls the nth prompt, if the host gives prompts an id. */
  readonly promptId: (place: number) => string | null
  /** Writes the transcript where the host would; gives a path to read where there is no such place. */
  readonly write: (userHome: string, told: Told) => string | null
}

const MINUTE_MS = 60_000
const START = Date.parse('2026-03-01T10:00:00.000Z')
const ms = (place: number) => START + place * MINUTE_MS
export const momentOf = (place: number) => new Date(ms(place)).toISOString()

function lines(path: string, records: readonly object[]): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, records.map((record) => `${JSON.stringify(record)}\n`).join(''))
}

function file(path: string, value: object): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, JSON.stringify(value))
}

const claudeCode: HostScript = {
  host: 'claude-code',
  tools: { command: 'Bash', edit: 'Edit', todo: 'TodoWrite' },
  promptId: (place) => `prompt-${place}`,
  write(userHome, { session, cwd, scenes }) {
    const records = scenes.flatMap((scene, place) => {
      const common = {
        sessionId: session,
        cwd,
        timestamp: momentOf(place),
        isSidechain: false,
        entrypoint: 'cli',
        version: '2.1.325',
        uuid: `uuid-${place}`,
      }
      const said = (role: string, content: unknown, more: object = {}) => ({
        ...common,
        type: role,
        message: { role, id: `msg_${place}`, content },
        ...more,
      })
      if (scene.kind === 'user') {
        return [said('user', scene.text, { promptId: `prompt-${place}` })]
      }
      if (scene.kind === 'agent') return [said('assistant', [{ type: 'text', text: scene.text }])]
      const { id, does, input, output, failed } = scene
      const use = { type: 'tool_use', id, name: this.tools[does], input }
      const answer = { type: 'tool_result', tool_use_id: id, content: output, is_error: failed }
      return [said('assistant', [use]), said('user', [answer], { uuid: `uuid-${place}-answer` })]
    })
    lines(join(userHome, '.claude', 'projects', 'shop', `${session}.jsonl`), records)
    return null
  },
}

const codex: HostScript = {
  host: 'codex',
  tools: { command: 'exec_command', edit: 'edit', todo: 'update_plan' },
  promptId: (place) => `turn-${place}`,
  write(userHome, { session, cwd, scenes }) {
    const meta = {
      id: session,
      session_id: session,
      cwd,
      originator: 'codex_cli_rs',
      source: 'cli',
    }
    const records: object[] = [
      {
        timestamp: momentOf(0),
        type: 'session_meta',
        payload: { ...meta, timestamp: momentOf(0) },
      },
    ]
    for (const [place, scene] of scenes.entries()) {
      const timestamp = momentOf(place)
      const item = (payload: object) => records.push({ timestamp, type: 'response_item', payload })
      if (scene.kind === 'user') {
        const started = { type: 'task_started', turn_id: `turn-${place}` }
        records.push({ timestamp, type: 'event_msg', payload: started })
        const content = [{ type: 'input_text', text: scene.text }]
        item({ type: 'message', id: `msg_${place}`, role: 'user', content })
      } else if (scene.kind === 'agent') {
        const content = [{ type: 'output_text', text: scene.text }]
        item({ type: 'message', id: `msg_${place}`, role: 'assistant', content })
      } else {
        const { id, does, input, output, failed } = scene
        const name = this.tools[does]
        item({ type: 'function_call', name, arguments: JSON.stringify(input), call_id: id })
        const ended = failed ? { exit_code: 1 } : { exit_code: 0 }
        item({
          type: 'function_call_output',
          call_id: id,
          output: JSON.stringify({ output, metadata: ended }),
        })
      }
    }
    const name = `rollout-2026-03-01T10-00-00-${session}.jsonl`
    lines(join(userHome, '.codex', 'sessions', '2026', '03', '01', name), records)
    return null
  },
}

const gemini: HostScript = {
  host: 'gemini',
  tools: { command: 'run_shell_command', edit: 'replace', todo: 'write_todos' },
  promptId: () => null,
  write(userHome, { session, cwd, scenes }) {
    const start = { sessionId: session, projectHash: '5f3c', startTime: momentOf(0), kind: 'main' }
    const records: object[] = [start, { $set: { directories: [cwd] } }]
    for (const [place, scene] of scenes.entries()) {
      const common = { id: `g-${place}`, timestamp: momentOf(place) }
      if (scene.kind === 'user') records.push({ ...common, type: 'user', content: scene.text })
      else if (scene.kind === 'agent') {
        records.push({ ...common, type: 'gemini', content: scene.text })
      } else {
        const { id, does, input, output, failed } = scene
        const name = this.tools[does]
        const response = { id, name, response: { output } }
        const made = {
          id,
          name,
          args: input,
          result: [{ functionResponse: response }],
          status: failed ? 'error' : 'success',
          timestamp: momentOf(place),
        }
        records.push({ ...common, type: 'gemini', content: '', toolCalls: [made] })
      }
    }
    file(join(userHome, '.gemini', 'projects.json'), { projects: { [cwd]: 'shop' } })
    lines(join(userHome, '.gemini', 'tmp', 'shop', 'chats', `session-${session}.jsonl`), records)
    return null
  },
}

const opencode: HostScript = {
  host: 'opencode',
  tools: { command: 'bash', edit: 'edit', todo: 'todowrite' },
  promptId: (place) => `msg_${String(place).padStart(4, '0')}`,
  write(userHome, { session, cwd, scenes }) {
    const storage = join(userHome, '.local', 'share', 'opencode', 'storage')
    const time = { created: ms(0), updated: ms(scenes.length) }
    file(join(storage, 'session', 'proj', `${session}.json`), {
      id: session,
      projectID: 'proj',
      directory: cwd,
      title: 'Invoices',
      time,
    })
    for (const [place, scene] of scenes.entries()) {
      const id = `msg_${String(place).padStart(4, '0')}`
      const role = scene.kind === 'user' ? 'user' : 'assistant'
      const created = { created: ms(place), completed: ms(place) }
      file(join(storage, 'message', session, `${id}.json`), {
        id,
        sessionID: session,
        role,
        time: created,
      })
      const part =
        scene.kind === 'tool'
          ? {
              type: 'tool',
              callID: scene.id,
              tool: this.tools[scene.does],
              state: {
                status: scene.failed ? 'error' : 'completed',
                input: scene.input,
                ...(scene.failed ? { error: scene.output } : { output: scene.output }),
                time: { start: ms(place), end: ms(place) },
              },
            }
          : { type: 'text', text: scene.text }
      file(join(storage, 'part', id, 'prt_1.json'), { id: 'prt_1', ...part })
    }
    return null
  },
}

const generic: HostScript = {
  host: 'generic',
  tools: { command: 'bash', edit: 'edit', todo: 'todowrite' },
  promptId: () => null,
  write(userHome, { session, cwd, scenes }) {
    const records = scenes.flatMap((scene, place) => {
      const common = { created_at: momentOf(place), cwd }
      if (scene.kind !== 'tool') {
        const role = scene.kind === 'user' ? 'user' : 'assistant'
        return [{ ...common, role, content: scene.text }]
      }
      const { id, does, input, output } = scene
      const made = { name: this.tools[does], arguments: JSON.stringify(input) }
      return [
        { ...common, role: 'assistant', content: '', tool_calls: [{ id, function: made }] },
        { ...common, role: 'tool', tool_call_id: id, content: output },
      ]
    })
    const path = join(userHome, 'agent-logs', `${session}.jsonl`)
    lines(path, records)
    return path
  },
}

export const HOST_SCRIPTS: readonly HostScript[] = [claudeCode, codex, gemini, opencode, generic]
