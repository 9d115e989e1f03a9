/** OpenCode: a small plugin of ours that runs our hook, our MCP server, commands as files. */
import { commandPage, SLASH_COMMANDS } from '../guidance.ts'
import { mcpEntry } from './claude-code.ts'
import { commandFile, ownFile } from './own-file.ts'
import type { HostSetup, SetupPlace } from './plan.ts'
import { runHookText } from './plugin-text.ts'

export const opencodeSetup: HostSetup = {
  traces: (place) => [configFolder(place)],
  title: 'OpenCode',
  approval: null,
  limits: [],
  files(place) {
    const folder = place.project === null ? configFolder(place) : `${place.project}/.opencode`
    const config =
      place.project === null ? `${folder}/opencode.json` : `${place.project}/opencode.json`
    return [
      ownFile(
        `${folder}/plugins/mneme.js`,
        'a plugin: captures what happens and injects relevant memories',
        openCodePlugin('opencode', place),
      ),
      mcpEntry(config, ['mcp', 'mneme'], {
        type: 'local',
        command: [place.node, place.cli, 'mcp'],
        enabled: true,
      }),
      ...Object.entries(SLASH_COMMANDS).map(([name, command]) =>
        commandFile(`${folder}/command/mneme-${name}.md`, `/mneme-${name}`, commandPage(command)),
      ),
    ]
  },
}

function configFolder({ env, userHome }: SetupPlace): string {
  return `${env.XDG_CONFIG_HOME ?? `${userHome}/.config`}/opencode`
}

/**
 * What is added to the system prompt is gone with the next request, so the plugin adds everything the
 * session was given each time, in the order it came: the beginning of the prompt stays the same.
 */
export function openCodePlugin(host: 'opencode' | 'kilo', place: SetupPlace): string {
  return `${runHookText(host, place)}
export const Mneme = async ({ directory }) => {
  const given = new Map()
  const begun = new Set()
  const parents = new Map()

  const give = (sessionID, answer) => {
    if (answer?.context) given.set(sessionID, [...(given.get(sessionID) ?? []), answer.context])
  }
  const placeOf = (sessionID) => ({ sessionID, directory, parentID: parents.get(sessionID) })

  return {
    event: async ({ event }) => {
      const info = event.properties?.info
      const sessionID = info?.id ?? event.properties?.sessionID
      if (!sessionID) return
      if (event.type === 'session.created') {
        begun.add(sessionID)
        if (info?.parentID) parents.set(sessionID, info.parentID)
      }
      if (event.type === 'session.compacted') {
        given.set(sessionID, [])
        give(sessionID, await runHook('session.created', { ...placeOf(sessionID), source: 'compact' }))
      }
      if (event.type === 'session.idle' || event.type === 'session.deleted') {
        void runHook(event.type, { sessionID, directory })
      }
    },
    'chat.message': async (input, output) => {
      const { sessionID } = input
      const prompt = output.parts.filter((part) => part.type === 'text' && !part.synthetic).map((part) => part.text).join('\\n')
      if (!given.has(sessionID)) {
        given.set(sessionID, [])
        const source = begun.has(sessionID) ? 'startup' : 'resume'
        if (!parents.has(sessionID)) give(sessionID, await runHook('session.created', { ...placeOf(sessionID), source }))
      }
      give(sessionID, await runHook('chat.message', { ...placeOf(sessionID), messageID: output.message.id, prompt }))
    },
    'experimental.chat.system.transform': async (input, output) => {
      const texts = (input.sessionID && given.get(input.sessionID)) || []
      if (texts.length > 0) output.system.push(texts.join('\\n\\n'))
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
