/** Hosts with Claude Code's `hooks` table in a settings file of their own. */
import { commandPage, SLASH_COMMANDS } from '../guidance.ts'
import type { HostName } from '../hook-event.ts'
import { dropIfEmpty, isOurs, mcpEntry } from './claude-code.ts'
import { hookCommand } from './hook-command.ts'
import { commandFile, ownFile } from './own-file.ts'
import type { FilePlan, HostSetup, SetupPlace } from './plan.ts'
import { type HookGroup, withHooks, withoutHooks } from './shaped-hooks.ts'

const HOOKS_WHY = 'hooks: capture what happens and inject relevant memories'

function hooksFile(path: string, events: Record<string, HookGroup>): FilePlan {
  return {
    path,
    why: HOOKS_WHY,
    put: (text) => withHooks(text, events, isOurs),
    take: (text) => dropIfEmpty(withoutHooks(text, isOurs)),
  }
}

/** Both plans in one file. */
function together(path: string, first: FilePlan, second: FilePlan): FilePlan {
  return {
    path,
    why: `${first.why}; and the MCP server`,
    put: (text) => second.put(first.put(text)),
    take: (text) => {
      const rest = second.take(text)
      return rest === null ? null : first.take(rest)
    },
  }
}

function groups(
  host: HostName,
  place: SetupPlace,
  timeout: number,
  events: readonly (readonly [string, string?])[],
): Record<string, HookGroup> {
  const hooks = [{ type: 'command', command: hookCommand(place, host), timeout }]
  return Object.fromEntries(
    events.map(([event, matcher]) => [event, matcher ? { matcher, hooks } : { hooks }]),
  )
}

function commands(folder: string, prefix: string): FilePlan[] {
  return Object.entries(SLASH_COMMANDS).map(([name, command]) =>
    commandFile(
      `${folder}/${prefix}${name}.md`,
      `/${prefix.replace('/', ':')}${name}`,
      commandPage(command),
    ),
  )
}

/** Seconds and milliseconds: older versions read the one, newer ones the other, from 1000 on. */
const QWEN_TIMEOUT = 10_000

export const qwenSetup: HostSetup = {
  traces: ({ env, userHome }) => [env.QWEN_HOME ?? `${userHome}/.qwen`],
  title: 'Qwen Code',
  approval: null,
  limits: [],
  files(place) {
    const { env, userHome, project } = place
    const folder = project === null ? (env.QWEN_HOME ?? `${userHome}/.qwen`) : `${project}/.qwen`
    const path = `${folder}/settings.json`
    const events = groups('qwen', place, QWEN_TIMEOUT, [
      ['SessionStart'],
      ['UserPromptSubmit'],
      ['PreToolUse', 'run_shell_command|edit|write_file'],
      ['PostToolUse'],
      ['PreCompact'],
      ['SessionEnd'],
    ])
    const server = mcpEntry(path, ['mcpServers', 'mneme'], {
      command: place.node,
      args: [place.cli, 'mcp'],
    })
    return [
      together(path, hooksFile(path, events), server),
      ...commands(`${folder}/commands`, 'mneme/'),
    ]
  },
}

const DROID_TIMEOUT = 10

/** Tool results have no id here; they are read from the transcript. */
export const droidSetup: HostSetup = {
  traces: ({ userHome }) => [`${userHome}/.factory`],
  title: 'Factory Droid',
  approval: null,
  limits: [
    'Droid runs hooks only in folders you trust. With `droid exec`, memory arrives only at the start of a session.',
  ],
  files(place) {
    const folder = `${place.project ?? place.userHome}/.factory`
    const events = groups('droid', place, DROID_TIMEOUT, [
      ['SessionStart'],
      ['UserPromptSubmit'],
      ['PreToolUse', 'Execute|Edit|Create|ApplyPatch'],
      ['PreCompact'],
      ['SessionEnd'],
    ])
    const server = { type: 'stdio', command: place.node, args: [place.cli, 'mcp'], disabled: false }
    return [
      hooksFile(`${folder}/settings.json`, events),
      mcpEntry(`${folder}/mcp.json`, ['mcpServers', 'mneme'], server),
      ...commands(`${folder}/commands`, 'mneme-'),
    ]
  },
}

const GOOSE_TIMEOUT = 10

export const gooseSetup: HostSetup = {
  traces: ({ env, userHome }) => [
    `${env.XDG_CONFIG_HOME ?? `${userHome}/.config`}/goose`,
    `${env.XDG_DATA_HOME ?? `${userHome}/.local/share`}/goose`,
  ],
  title: 'Goose',
  approval: 'set GOOSE_MOIM_MESSAGE_FILE to a file such as ~/.goose-memory.md, then start goose',
  limits: [
    'To give Goose the memory tools: goose configure, add a stdio extension "mneme" with the command "mneme mcp".',
  ],
  files(place) {
    const folder = `${place.project ?? place.userHome}/.agents/plugins/mneme`
    const hooks = groups('goose', place, GOOSE_TIMEOUT, [
      ['SessionStart'],
      ['UserPromptSubmit'],
      ['SessionEnd'],
    ])
    const listed = Object.fromEntries(Object.entries(hooks).map(([event, one]) => [event, [one]]))
    const json = (value: object) => `${JSON.stringify(value, null, 2)}\n`
    const about = { name: 'mneme', version: '1.0.0', description: 'Long-term memory' }
    return [
      ownFile(`${folder}/plugin.json`, 'a plugin that holds the hooks', json(about)),
      ownFile(`${folder}/hooks/hooks.json`, HOOKS_WHY, json({ hooks: listed })),
    ]
  },
}
