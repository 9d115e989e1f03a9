/** OpenCode: a small plugin of ours that runs our hook, our MCP server, commands as files. */
import { commandPage, SLASH_COMMANDS } from '../guidance.ts'
import { mcpEntry } from './claude-code.ts'
import { ownFile } from './own-file.ts'
import type { HostSetup, SetupPlace } from './plan.ts'

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
        pluginText(place),
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

/** Every hook of OpenCode is awaited, so the plugin never waits longer than our own deadline. */
function pluginText({ node, hook }: SetupPlace): string {
  return `// Written by mneme setup; mneme remove takes it away.
import { spawn } from 'node:child_process'

const MAX_MS = 1500

function tell(event, payload) {
  return new Promise((resolve) => {
    const child = spawn(${JSON.stringify(node)}, [${JSON.stringify(hook)}, 'opencode', event], {
      stdio: ['pipe', 'pipe', 'ignore'],
    })
    const patience = setTimeout(() => resolve(null), MAX_MS)
    let said = ''
    child.stdout.on('data', (part) => { said += part })
    child.on('error', () => resolve(null))
    child.on('close', () => {
      clearTimeout(patience)
      try { resolve(said ? JSON.parse(said) : null) } catch { resolve(null) }
    })
    child.stdin.on('error', () => {})
    child.stdin.end(JSON.stringify(payload))
  })
}

export const Mneme = async ({ directory }) => {
  const context = new Map()
  return {
    event: async ({ event }) => {
      const sessionID = event.properties?.info?.id ?? event.properties?.sessionID
      if (!sessionID) return
      if (event.type === 'session.created') {
        const parentID = event.properties.info?.parentID
        const answer = await tell('session.created', { sessionID, directory, parentID })
        if (answer?.context) context.set(sessionID, answer.context)
      }
      if (event.type === 'session.idle' || event.type === 'session.deleted') {
        void tell(event.type, { sessionID, directory })
      }
    },
    'chat.message': async (input, output) => {
      const prompt = output.parts.filter((part) => part.type === 'text' && !part.synthetic).map((part) => part.text).join('\\n')
      const answer = await tell('chat.message', {
        sessionID: input.sessionID, messageID: output.message.id, directory, prompt,
      })
      if (answer?.context) context.set(input.sessionID, answer.context)
    },
    'experimental.chat.system.transform': async (input, output) => {
      const text = input.sessionID && context.get(input.sessionID)
      if (text) output.system.push(text)
    },
    'tool.execute.before': async (input, output) => {
      const answer = await tell('tool.execute.before', { ...input, args: output.args, directory })
      if (answer?.guard?.decision === 'block') throw new Error(answer.guard.reason)
    },
    'tool.execute.after': async (input, output) => {
      void tell('tool.execute.after', { ...input, output: output.output, directory })
    },
    'experimental.session.compacting': async (input, output) => {
      const answer = await tell('experimental.session.compacting', { sessionID: input.sessionID, directory })
      if (answer?.context) output.context.push(answer.context)
    },
  }
}
`
}
