/** J-06. The same as a Claude Code plugin, for those who install plugins: it expects `mneme` on the path. */
import { commandPage, SLASH_COMMANDS, skillPage } from '../guidance.ts'
import { hookEvents } from './claude-code.ts'

const FOLDER = 'plugins/claude-code'

/** Path in the repository to what must be there. */
export function claudeCodePlugin(version: string): Readonly<Record<string, string>> {
  const json = (value: object) => `${JSON.stringify(value, null, 2)}\n`
  const about = 'Long-term memory across coding sessions, on your own machine'
  // M-06. By a shell, which says nothing when the program is no longer on the path.
  const command = 'if command -v mneme-hook >/dev/null 2>&1; then exec mneme-hook claude-code; fi'
  const handler = (timeout: number) => ({ type: 'command', command, timeout })
  return {
    // M-51. Makes the repository a marketplace that Claude Code can add.
    '.claude-plugin/marketplace.json': json({
      name: 'mneme',
      owner: { name: 'Mneme' },
      plugins: [{ name: 'mneme', source: `./${FOLDER}`, description: about, version }],
    }),
    [`${FOLDER}/.claude-plugin/plugin.json`]: json({
      name: 'mneme',
      version,
      description: about,
      author: { name: 'Mneme' },
      license: 'Apache-2.0',
    }),
    [`${FOLDER}/hooks/hooks.json`]: json({
      description: about,
      hooks: groupByEvent(hookEvents(handler)),
    }),
    [`${FOLDER}/.mcp.json`]: json({ mcpServers: { mneme: { command: 'mneme', args: ['mcp'] } } }),
    [`${FOLDER}/skills/mneme/SKILL.md`]: skillPage(),
    [`${FOLDER}/README.md`]: `# Mneme for Claude Code\n\n${about}. Install \`mneme\` first so that it is on your path, then try the plugin with\n\`claude --plugin-dir plugins/claude-code\`. \`mneme setup\` does the same without a plugin: use one of the\ntwo, not both.\n`,
    ...Object.fromEntries(
      Object.entries(SLASH_COMMANDS).map(([name, command]) => [
        `${FOLDER}/commands/${name}.md`,
        commandPage(command),
      ]),
    ),
  }
}

/** A settings file lists groups of handlers by event. */
function groupByEvent(events: ReturnType<typeof hookEvents>) {
  return Object.fromEntries(Object.entries(events).map(([event, group]) => [event, [group]]))
}
