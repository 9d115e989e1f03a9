/** Hosts whose plugins run inside them: Kilo, Cline and pi. */
import { commandPage, SLASH_COMMANDS } from '../guidance.ts'
import { mcpEntry } from './claude-code.ts'
import { openCodePlugin } from './opencode.ts'
import { commandFile, ownFile } from './own-file.ts'
import type { HostSetup, SetupPlace } from './plan.ts'
import { runHookText } from './plugin-text.ts'

const PLUGIN_WHY = 'a plugin: captures what happens and injects relevant memories'

/** A fork of OpenCode with the same plugins. */
export const kiloSetup: HostSetup = {
  traces: (place) => [kiloFolder(place), `${place.userHome}/.kilocode`],
  title: 'Kilo',
  approval: null,
  limits: [],
  files(place) {
    const folder = place.project === null ? kiloFolder(place) : `${place.project}/.kilo`
    return [
      ownFile(`${folder}/plugin/mneme.js`, PLUGIN_WHY, openCodePlugin('kilo', place)),
      mcpEntry(`${folder}/kilo.json`, ['mcp', 'mneme'], {
        type: 'local',
        command: [place.node, place.cli, 'mcp'],
        enabled: true,
      }),
      ...Object.entries(SLASH_COMMANDS).map(([name, command]) =>
        commandFile(`${folder}/commands/mneme-${name}.md`, `/mneme-${name}`, commandPage(command)),
      ),
    ]
  },
}

function kiloFolder({ env, userHome }: SetupPlace): string {
  return `${env.XDG_CONFIG_HOME ?? `${userHome}/.config`}/kilo`
}

export const clineSetup: HostSetup = {
  traces: (place) => [clineFolder(place)],
  title: 'Cline',
  approval: null,
  limits: [
    'Hooks of the Cline extension in VS Code cannot add context: there, the agent uses memory through MCP.',
  ],
  files(place) {
    const folder = clineFolder(place)
    const server = { command: place.node, args: [place.cli, 'mcp'] }
    const settings = `${place.env.CLINE_DATA_DIR ?? `${folder}/data`}/settings/cline_mcp_settings.json`
    return [
      ownFile(`${folder}/plugins/mneme.js`, PLUGIN_WHY, clinePlugin(place)),
      mcpEntry(settings, ['mcpServers', 'mneme'], server),
    ]
  },
}

function clineFolder({ env, userHome }: SetupPlace): string {
  return env.CLINE_DIR ?? `${userHome}/.cline`
}

/**
 * Before each model call the context of each prompt is inserted after it, so that earlier messages stay the
 * same.
 */
function clinePlugin(place: SetupPlace): string {
  return `${runHookText('cline', place)}
const contexts = new Map()
const begun = new Set()

const textOf = (message) =>
  (Array.isArray(message.content) ? message.content : [{ type: 'text', text: String(message.content) }])
    .filter((block) => block.type === 'text')
    .map((block) => block.text)
    .join('\\n')
const typed = (text) => {
  const found = /<user_input[^>]{0,200}>([\\s\\S]*?)<\\/user_input>/.exec(text)
  return (found ? found[1] : text).trim()
}
const isPrompt = (message) => message.role === 'user' && typed(textOf(message)) !== ''
const keyOf = (message) => message.id ?? textOf(message)
const withContext = (message) => {
  const text = isPrompt(message) && contexts.get(keyOf(message))
  if (!text) return [message]
  const id = 'mneme-' + keyOf(message)
  return [message, { id, role: 'user', content: [{ type: 'text', text }], createdAt: Date.now() }]
}

export default {
  name: 'mneme',
  manifest: { capabilities: ['hooks'] },
  hooks: {
    async beforeModel(call) {
      const messages = call.request.messages
      const prompt = [...messages].reverse().find(isPrompt)
      if (!prompt) return undefined
      const sessionID = call.snapshot?.conversationId ?? 'cline-' + process.pid
      const directory = process.cwd()
      const key = keyOf(prompt)
      if (!contexts.has(key)) {
        const parts = []
        if (!begun.has(sessionID)) {
          begun.add(sessionID)
          parts.push((await runHook('session.created', { sessionID, directory }))?.context)
        }
        const said = { sessionID, directory, prompt: typed(textOf(prompt)) }
        parts.push((await runHook('chat.message', said))?.context)
        contexts.set(key, parts.filter(Boolean).join('\\n\\n'))
      }
      const given = messages.flatMap(withContext)
      return given.length > messages.length ? { messages: given } : undefined
    },
  },
}
`
}

export const piSetup: HostSetup = {
  traces: ({ userHome }) => [`${userHome}/.pi`],
  title: 'pi',
  approval: null,
  limits: [
    'pi has no MCP: memories reach its agent with each prompt; to add one yourself: mneme remember.',
  ],
  files(place) {
    const folder = place.project === null ? `${place.userHome}/.pi/agent` : `${place.project}/.pi`
    return [ownFile(`${folder}/extensions/mneme.ts`, PLUGIN_WHY, piExtension(place))]
  },
}

function piExtension(place: SetupPlace): string {
  return `${runHookText('pi', place).replace('function runHook(event, payload) {', 'function runHook(event: string, payload: object): Promise<any> {')}
export default (pi: any) => {
  let first = true
  const place = (ctx: any) => {
    const file = ctx?.sessionManager?.getSessionFile?.() ?? ''
    const sessionID = /_([0-9a-f-]{36})\\.jsonl$/.exec(file)?.[1] ?? ctx?.sessionManager?.getSessionId?.() ?? 'pi'
    return { sessionID, directory: ctx?.cwd ?? process.cwd() }
  }
  pi.on('before_agent_start', async (event: any, ctx: any) => {
    const parts: string[] = []
    if (first) {
      first = false
      parts.push((await runHook('session.created', place(ctx)))?.context)
    }
    parts.push((await runHook('chat.message', { ...place(ctx), prompt: event.prompt }))?.context)
    const content = parts.filter(Boolean).join('\\n\\n')
    if (content) return { message: { customType: 'mneme', content, display: false } }
  })
  pi.on('session_shutdown', async (_event: any, ctx: any) => {
    await runHook('session.deleted', place(ctx))
  })
}
`
}
