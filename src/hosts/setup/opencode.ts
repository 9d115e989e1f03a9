/** OpenCode: a small plugin of ours that runs our hook, our MCP server, commands as files. */
import { commandPage, SLASH_COMMANDS } from '../guidance.ts'
import { mcpEntry } from './claude-code.ts'
import { ownFile } from './own-file.ts'
import type { HostSetup, SetupPlace } from './plan.ts'
import { runHookText } from './plugin-text.ts'

export const opencodeSetup: HostSetup = {
  traces: (place) => [configFolder(place)],
  afterwards: [],
  files(place) {
    const folder = place.project === null ? configFolder(place) : `${place.project}/.opencode`
    const config =
      place.project === null ? `${folder}/opencode.json` : `${place.project}/opencode.json`
    return [
      ownFile(
        `${folder}/plugins/mneme.js`,
        'a plugin: memory hears what happens',
        openCodePlugin('opencode', place),
      ),
      mcpEntry(config, ['mcp', 'mneme'], {
        type: 'local',
        command: [place.node, place.cli, 'mcp'],
        enabled: true,
      }),
      ...Object.entries(SLASH_COMMANDS).map(([name, command]) =>
        ownFile(
          `${folder}/command/mneme-${name}.md`,
          `the command /mneme-${name}`,
          commandPage(command),
        ),
      ),
    ]
  },
}

function configFolder({ env, userHome }: SetupPlace): string {
  return `${env.XDG_CONFIG_HOME ?? `${userHome}/.config`}/opencode`
}

export function openCodePlugin(host: 'opencode' | 'kilo', place: SetupPlace): string {
  return `${runHookText(host, place)}
export const Mneme = async ({ directory }) => {
  const context = new Map()
  return {
    event: async ({ event }) => {
      const sessionID = event.properties?.info?.id ?? event.properties?.sessionID
      if (!sessionID) return
      if (event.type === 'session.created') {
        const parentID = event.properties.info?.parentID
        const answer = await runHook('session.created', { sessionID, directory, parentID })
        if (answer?.context) context.set(sessionID, answer.context)
      }
      if (event.type === 'session.idle' || event.type === 'session.deleted') {
        void runHook(event.type, { sessionID, directory })
      }
    },
    'chat.message': async (input, output) => {
      const prompt = output.parts.filter((part) => part.type === 'text' && !part.synthetic).map((part) => part.text).join('\\n')
      const answer = await runHook('chat.message', {
        sessionID: input.sessionID, messageID: output.message.id, directory, prompt,
      })
      if (answer?.context) context.set(input.sessionID, answer.context)
    },
    'experimental.chat.system.transform': async (input, output) => {
      const text = input.sessionID && context.get(input.sessionID)
      if (text) output.system.push(text)
    },
    'tool.execute.before': async (input, output) => {
      const answer = await runHook('tool.execute.before', { ...input, args: output.args, directory })
      if (answer?.guard?.decision === 'block') throw new Error(answer.guard.reason)
    },
    'tool.execute.after': async (input, output) => {
      void runHook('tool.execute.after', { ...input, output: output.output, directory })
    },
    'experimental.session.compacting': async (input, output) => {
      const answer = await runHook('experimental.session.compacting', { sessionID: input.sessionID, directory })
      if (answer?.context) output.context.push(answer.context)
    },
  }
}
`
}
