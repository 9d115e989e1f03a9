/** Editors, and agents inside editors: MCP for all, hooks where supported, rule files elsewhere. */
import { GUIDANCE } from '../guidance.ts'
import type { HostName } from '../hook-event.ts'
import { isOurs, mcpEntry } from './claude-code.ts'
import { hookCommand } from './hook-command.ts'
import { isEmpty, parsedJson, withEntry } from './json-entries.ts'
import { ownFile } from './own-file.ts'
import type { FilePlan, HostSetup, SetupPlace } from './plan.ts'

const stdio = ({ node, cli }: SetupPlace) => ({ command: node, args: [cli, 'mcp'] })
const configFolder = ({ env, userHome }: SetupPlace) => env.XDG_CONFIG_HOME ?? `${userHome}/.config`

/** `{hooks: {event: [handler]}}`, without groups and matchers. */
function flatHooks(
  path: string,
  events: Readonly<Record<string, Readonly<Record<string, unknown>>>>,
  head: Readonly<Record<string, unknown>>,
): FilePlan {
  const listOf = (text: string | null, event: string): Readonly<Record<string, unknown>>[] => {
    const hooks = parsedJson(text).hooks as Record<string, unknown> | undefined
    const list = hooks?.[event]
    return Array.isArray(list) ? list : []
  }
  return {
    path,
    why: 'hooks: capture what happens and inject relevant memories',
    put(text) {
      let result = text ?? ''
      for (const [name, value] of Object.entries(head)) {
        if (parsedJson(result)[name] === undefined) result = withEntry(result, [name], value)
      }
      for (const [event, handler] of Object.entries(events)) {
        const others = listOf(result, event).filter((each) => !isOurs(each))
        const wanted = [...others, handler]
        if (JSON.stringify(wanted) === JSON.stringify(listOf(result, event))) continue
        result = withEntry(result, ['hooks', event], wanted)
      }
      return result
    },
    take(text) {
      let result = text
      for (const event of Object.keys(events)) {
        const others = listOf(result, event).filter((each) => !isOurs(each))
        if (others.length === listOf(result, event).length) continue
        result = withEntry(result, ['hooks', event], others.length > 0 ? others : undefined)
      }
      const rest = parsedJson(result)
      if (!isEmpty(rest.hooks)) return result
      const { hooks: _ours, ...others } = rest
      const isHeadOnly = Object.keys(others).every((name) => name in head)
      return isHeadOnly ? null : withEntry(result, ['hooks'], undefined)
    },
  }
}

function handlers(
  host: HostName,
  place: SetupPlace,
  events: readonly string[],
  shape: (command: string) => Readonly<Record<string, unknown>>,
) {
  return Object.fromEntries(
    events.map((event) => [event, shape(`${hookCommand(place, host)} ${event}`)]),
  )
}

const TIMEOUT_SECONDS = 10

export const cursorSetup: HostSetup = {
  traces: ({ userHome }) => [`${userHome}/.cursor`],
  title: 'Cursor',
  byDocumentation: true,
  approval: 'restart Cursor, which reads its hooks at start',
  limits: [],
  files(place) {
    const folder = `${place.project ?? place.userHome}/.cursor`
    const events = ['sessionStart', 'beforeSubmitPrompt', 'preToolUse', 'preCompact', 'sessionEnd']
    return [
      flatHooks(
        `${folder}/hooks.json`,
        handlers('cursor', place, events, (command) => ({ command, timeout: TIMEOUT_SECONDS })),
        { version: 1 },
      ),
      mcpEntry(`${folder}/mcp.json`, ['mcpServers', 'mneme'], stdio(place)),
    ]
  },
}

/**
 * Personal hooks need no approval. Tool results have no id here; they are read from the transcript.
 */
export const copilotSetup: HostSetup = {
  traces: (place) => [copilotFolder(place), vsCodeFolder(place)],
  title: 'Copilot CLI, VS Code',
  approval: null,
  limits: [],
  files(place) {
    const command = hookCommand(place, 'copilot')
    const handler = {
      type: 'command',
      bash: command,
      powershell: command,
      timeoutSec: TIMEOUT_SECONDS,
    }
    const events = ['SessionStart', 'UserPromptSubmit', 'PreToolUse', 'PreCompact', 'SessionEnd']
    const hooks = Object.fromEntries(events.map((event) => [event, [handler]]))
    const folder = place.project === null ? copilotFolder(place) : `${place.project}/.github`
    return [
      ownFile(
        `${folder}/hooks/mneme.json`,
        'hooks: capture what happens and inject relevant memories',
        `${JSON.stringify({ version: 1, hooks }, null, 2)}\n`,
      ),
      ...(place.project === null
        ? [
            mcpEntry(`${folder}/mcp-config.json`, ['mcpServers', 'mneme'], {
              type: 'local',
              ...stdio(place),
              tools: ['*'],
            }),
          ]
        : []),
      mcpEntry(
        place.project === null
          ? `${vsCodeFolder(place)}/mcp.json`
          : `${place.project}/.vscode/mcp.json`,
        ['servers', 'mneme'],
        { type: 'stdio', ...stdio(place) },
      ),
    ]
  },
}

function copilotFolder({ env, userHome }: SetupPlace): string {
  return env.COPILOT_HOME ?? `${userHome}/.copilot`
}

function vsCodeFolder(place: SetupPlace): string {
  return `${editorFolder(place)}/Code/User`
}

/** Where editors of the VS Code family keep a person's settings. */
function editorFolder(place: SetupPlace): string {
  const { env, userHome, platform } = place
  if (platform === 'darwin') return `${userHome}/Library/Application Support`
  if (platform === 'win32') return env.APPDATA ?? `${userHome}/AppData/Roaming`
  return configFolder(place)
}

export const windsurfSetup: HostSetup = {
  traces: ({ userHome }) => [`${userHome}/.codeium/windsurf`],
  title: 'Windsurf',
  byDocumentation: true,
  approval: null,
  limits: ['Windsurf hooks cannot add context: its agent uses memory through MCP.'],
  files(place) {
    const folder = `${place.userHome}/.codeium/windsurf`
    const path =
      place.project === null ? `${folder}/hooks.json` : `${place.project}/.windsurf/hooks.json`
    return [
      flatHooks(
        path,
        handlers('windsurf', place, ['pre_user_prompt'], (command) => ({
          command,
          show_output: false,
        })),
        {},
      ),
      ...(place.project === null
        ? [mcpEntry(`${folder}/mcp_config.json`, ['mcpServers', 'mneme'], stdio(place))]
        : [rules(`${place.project}/.windsurf/rules/mneme.md`)]),
    ]
  },
}

export const kiroSetup: HostSetup = {
  traces: ({ userHome }) => [`${userHome}/.kiro`],
  title: 'Kiro',
  byDocumentation: true,
  approval: null,
  limits: [],
  files(place) {
    const folder = `${place.project ?? place.userHome}/.kiro`
    const events = ['SessionStart', 'UserPromptSubmit', 'SessionEnd']
    const hooks = events.map((trigger) => ({
      name: `mneme ${trigger}`,
      trigger,
      action: { type: 'command', command: `${hookCommand(place, 'kiro')} ${trigger}` },
      timeout: TIMEOUT_SECONDS,
      enabled: true,
    }))
    return [
      ownFile(
        `${folder}/hooks/mneme.json`,
        'hooks: capture what happens and inject relevant memories',
        `${JSON.stringify({ version: 'v1', hooks }, null, 2)}\n`,
      ),
      mcpEntry(`${folder}/settings/mcp.json`, ['mcpServers', 'mneme'], stdio(place)),
    ]
  },
}

export const zedSetup: HostSetup = {
  traces: (place) => [`${configFolder(place)}/zed`],
  title: 'Zed',
  byDocumentation: true,
  approval: null,
  limits: ['Zed has no hooks: its agent uses memory through MCP. Mneme reads its threads.'],
  files(place) {
    const folder = place.project === null ? `${configFolder(place)}/zed` : `${place.project}/.zed`
    const server = { ...stdio(place), env: {} }
    return [mcpEntry(`${folder}/settings.json`, ['context_servers', 'mneme'], server)]
  },
}

export const rooSetup: HostSetup = {
  traces: (place) => [`${place.userHome}/.roo`, rooStorage(place)],
  title: 'Roo',
  byDocumentation: true,
  approval: null,
  limits: ['Roo has no hooks: its agent uses memory through MCP. Mneme reads its tasks.'],
  files(place) {
    const folder = `${place.project ?? place.userHome}/.roo`
    const path =
      place.project === null
        ? `${rooStorage(place)}/settings/mcp_settings.json`
        : `${folder}/mcp.json`
    return [
      mcpEntry(path, ['mcpServers', 'mneme'], stdio(place)),
      rules(`${folder}/rules/mneme.md`),
    ]
  },
}

function rooStorage(place: SetupPlace): string {
  return `${editorFolder(place)}/Code/User/globalStorage/rooveterinaryinc.roo-cline`
}

function rules(path: string): FilePlan {
  return ownFile(path, 'a rule: when to search memory and what to save', `${GUIDANCE}\n`)
}
