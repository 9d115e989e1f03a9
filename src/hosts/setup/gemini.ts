/** Gemini CLI: hooks and our MCP server in its settings, commands as TOML files. */
import { SLASH_COMMANDS } from '../guidance.ts'
import { dropIfEmpty, isOurs, mcpEntry } from './claude-code.ts'
import { hookCommand } from './hook-command.ts'
import { commandFile } from './own-file.ts'
import type { FilePlan, HostSetup, SetupPlace } from './plan.ts'
import { type HookGroup, withHooks, withoutHooks } from './shaped-hooks.ts'
import { tomlString } from './toml-entries.ts'

/** Milliseconds here, unlike everywhere else. */
const TIMEOUT_MS = 5000

export const geminiSetup: HostSetup = {
  traces: ({ userHome }) => [`${userHome}/.gemini`],
  title: 'Gemini CLI',
  approval: null,
  limits: [],
  files(place) {
    const folder = `${place.project ?? place.userHome}/.gemini`
    const path = `${folder}/settings.json`
    const server = mcpEntry(path, ['mcpServers', 'mneme'], {
      command: place.node,
      args: [place.cli, 'mcp'],
    })
    return [
      {
        path,
        why: 'hooks: capture what happens and inject relevant memories; and the MCP server',
        put: (text) => server.put(withHooks(text, hooksOf(place), isOurs)),
        take: (text) => {
          const without = server.take(text)
          return without === null ? null : dropIfEmpty(withoutHooks(without, isOurs))
        },
      } satisfies FilePlan,
      ...Object.entries(SLASH_COMMANDS).map(([name, { about, prompt }]) =>
        commandFile(
          `${folder}/commands/mneme/${name}.toml`,
          `/mneme:${name}`,
          `description = ${tomlString(about)}\nprompt = ${tomlString(prompt.replaceAll('$ARGUMENTS', '{{args}}'))}\n`,
        ),
      ),
    ]
  },
}

function hooksOf({ node, hook }: SetupPlace): Record<string, HookGroup> {
  const command = hookCommand({ node, hook }, 'gemini')
  const group = {
    matcher: '*',
    hooks: [{ type: 'command', command, name: 'mneme', timeout: TIMEOUT_MS }],
  }
  const events = [
    'SessionStart',
    'BeforeAgent',
    'BeforeTool',
    'AfterTool',
    'PreCompress',
    'SessionEnd',
  ]
  return Object.fromEntries(events.map((event) => [event, group]))
}
