/** Claude Code: hooks in its settings, our MCP server, commands and a skill. */
import { commandPage, SLASH_COMMANDS, skillPage } from '../guidance.ts'
import { hookArguments } from './hook-command.ts'
import { isEmpty, parsedJson, withEntry } from './json-entries.ts'
import { commandFile, ownFile } from './own-file.ts'
import type { FilePlan, HostSetup, SetupPlace } from './plan.ts'
import { type HookGroup, withHooks, withoutHooks } from './shaped-hooks.ts'

/** Seconds. Our own deadlines are shorter; these only matter on a machine that hangs. */
const TIMEOUT = 5
const START_TIMEOUT = 10

export const claudeCodeSetup: HostSetup = {
  traces: ({ env, userHome }) => [configFolder(env, userHome)],
  title: 'Claude Code',
  approval: null,
  limits: [],
  files(place) {
    const { env, userHome, project } = place
    const folder = project === null ? configFolder(env, userHome) : `${project}/.claude`
    const servers =
      project === null
        ? `${env.CLAUDE_CONFIG_DIR ?? userHome}/.claude.json`
        : `${project}/.mcp.json`
    return [
      {
        path: `${folder}/settings.json`,
        why: 'hooks: capture what happens and inject relevant memories',
        put: (text) => withHooks(text, hooksOf(place), isOurs),
        take: (text) => dropIfEmpty(withoutHooks(text, isOurs)),
      },
      mcpEntry(servers, ['mcpServers', 'mneme'], {
        type: 'stdio',
        command: place.node,
        args: [place.cli, 'mcp'],
      }),
      ownFile(
        `${folder}/skills/mneme/SKILL.md`,
        'a skill: when to search memory and what to save',
        skillPage(),
      ),
      ...Object.entries(SLASH_COMMANDS).map(([name, command]) =>
        commandFile(`${folder}/commands/mneme/${name}.md`, `/mneme:${name}`, commandPage(command)),
      ),
    ]
  },
}

function configFolder(env: SetupPlace['env'], userHome: string): string {
  return env.CLAUDE_CONFIG_DIR ?? `${userHome}/.claude`
}

/** No shell: program and arguments are passed as they are. */
function hooksOf({ node, hook }: SetupPlace): Record<string, HookGroup> {
  return hookEvents((timeout) => ({
    type: 'command',
    command: node,
    args: hookArguments({ hook }, 'claude-code'),
    timeout,
  }))
}

/** The events we subscribe to. Not Stop: any output there makes the turn continue. */
export function hookEvents(
  handler: (timeout: number) => Readonly<Record<string, unknown>>,
): Record<string, HookGroup> {
  const plain = { hooks: [handler(TIMEOUT)] }
  return {
    SessionStart: { matcher: 'startup|resume|clear|compact', hooks: [handler(START_TIMEOUT)] },
    UserPromptSubmit: plain,
    PreToolUse: { matcher: 'Bash|Edit|MultiEdit|Write|NotebookEdit|Task|Agent', ...plain },
    PostToolUse: { matcher: '*', ...plain },
    PostToolUseFailure: { matcher: '*', ...plain },
    SubagentStart: plain,
    PreCompact: { hooks: [handler(START_TIMEOUT)] },
    SessionEnd: plain,
  }
}

export function isOurs(handler: Readonly<Record<string, unknown>>): boolean {
  const words = [
    handler.command,
    handler.bash,
    ...(Array.isArray(handler.args) ? handler.args : []),
  ]
  return words.some(
    (word) =>
      typeof word === 'string' && /(?:^|[\\/"' ])(?:mneme-hook|hook\.cjs)(?:$|["' ])/.test(word),
  )
}

export function mcpEntry(path: string, at: readonly string[], server: object): FilePlan {
  return {
    path,
    why: 'the MCP server, so that the agent can search and save',
    put: (text) => {
      parsedJson(text)
      return withEntry(text, [...at], server)
    },
    take: (text) => {
      const without = withEntry(text, [...at], undefined)
      const parent = at.slice(0, -1)
      const left = parent.reduce<unknown>(
        (value, key) => (value as Record<string, unknown> | undefined)?.[key],
        parsedJson(without),
      )
      return dropIfEmpty(isEmpty(left) ? withEntry(without, [...parent], undefined) : without)
    },
  }
}

/** An empty file is removed. */
export function dropIfEmpty(text: string): string | null {
  return isEmpty(parsedJson(text)) ? null : text
}
