/** Codex: hooks.json beside its config, our MCP server as a block in config.toml, prompts as commands. */
import { SLASH_COMMANDS } from '../guidance.ts'
import { dropIfEmpty, isOurs } from './claude-code.ts'
import { hookCommand } from './hook-command.ts'
import { commandFile } from './own-file.ts'
import { type HostSetup, type SetupPlace, Unreadable } from './plan.ts'
import { type HookGroup, withHooks, withoutHooks } from './shaped-hooks.ts'
import { parsedToml, tomlString, withBlock, withoutBlock } from './toml-entries.ts'

const TIMEOUT = 5
const START_TIMEOUT = 10
/** Codex kills SessionEnd hooks after three seconds, whatever their timeout. */
const END_TIMEOUT = 2

export const codexSetup: HostSetup = {
  traces: ({ env, userHome }) => [configFolder(env, userHome)],
  title: 'Codex',
  approval: 'start codex and type /hooks',
  limits: [],
  files(place) {
    const folder =
      place.project === null ? configFolder(place.env, place.userHome) : `${place.project}/.codex`
    return [
      {
        path: `${folder}/hooks.json`,
        why: 'hooks: capture what happens and inject relevant memories',
        put: (text) => withHooks(text, hooksOf(place), isOurs),
        take: (text) => dropIfEmpty(withoutHooks(text, isOurs)),
      },
      {
        path: `${folder}/config.toml`,
        why: 'the MCP server, so that the agent can search and save',
        put: (text) => withServer(text, serverBlock(place)),
        take: (text) => {
          const rest = withoutBlock(text)
          return rest.trim() === '' ? null : rest
        },
      },
      ...Object.entries(SLASH_COMMANDS).map(([name, { prompt }]) =>
        commandFile(`${folder}/prompts/mneme-${name}.md`, `/mneme-${name}`, `${prompt}\n`),
      ),
    ]
  },
}

function configFolder(env: SetupPlace['env'], userHome: string): string {
  return env.CODEX_HOME ?? `${userHome}/.codex`
}

/** A user's own table with our name would be duplicated, and Codex would not start. */
function withServer(text: string | null, block: string): string {
  const servers = parsedToml(withoutBlock(text ?? '')).mcp_servers
  if (typeof servers === 'object' && servers !== null && 'mneme' in servers) {
    throw new Unreadable('it has an [mcp_servers.mneme] that setup did not write; delete that one')
  }
  return withBlock(text, block)
}

/** One string for a shell; it must stay the same, since Codex asks again when it changes. */
function hooksOf({ node, hook }: SetupPlace): Record<string, HookGroup> {
  const command = hookCommand({ node, hook }, 'codex')
  const handler = (timeout: number) => ({ type: 'command', command, timeout })
  return {
    SessionStart: { matcher: 'startup|resume|clear|compact', hooks: [handler(START_TIMEOUT)] },
    UserPromptSubmit: { hooks: [handler(TIMEOUT)] },
    PreToolUse: { matcher: 'Bash|apply_patch', hooks: [handler(TIMEOUT)] },
    PostToolUse: { hooks: [handler(TIMEOUT)] },
    PreCompact: { hooks: [handler(START_TIMEOUT)] },
    SessionEnd: { hooks: [handler(END_TIMEOUT)] },
  }
}

function serverBlock({ node, cli, env }: SetupPlace): string {
  const lines = [
    '[mcp_servers.mneme]',
    `command = ${tomlString(node)}`,
    `args = [${tomlString(cli)}, "mcp"]`,
  ]
  // Codex passes on almost no environment.
  if (env.MNEME_HOME) lines.push(`env = { MNEME_HOME = ${tomlString(env.MNEME_HOME)} }`)
  return lines.join('\n')
}

/** Codex stores the hash of each approved hook. */
export function hasTrustedHooks(config: string): boolean {
  return /^[ \t]{0,40}trusted_hash[ \t]{0,40}=/m.test(config)
}
