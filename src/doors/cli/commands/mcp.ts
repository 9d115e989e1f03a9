import { createRequire } from 'node:module'
import type { BareCommand } from '../command.ts'
import { say } from '../out.ts'

export const mcpCommand: BareCommand = {
  summary: 'Serve one agent over standard input and output (MCP)',
  help: `Usage: mneme mcp

Speaks the Model Context Protocol on standard input and output, for the agent
that started it. The project is the client's root, or the folder it was
started in. Which tools there are is a setting: mneme config get mcp.profile

Examples:
  mneme mcp
  claude mcp add mneme -- mneme mcp
`,
  async run(argv) {
    if (argv.includes('--help') || argv.includes('-h')) {
      say(mcpCommand.help)
      return 0
    }
    // Started without arguments it never comes here: entry.ts loads it at once.
    const isChunk = import.meta.url.includes('/chunks/')
    createRequire(import.meta.url)(isChunk ? '../mcp.cjs' : './mcp.cjs')
    return new Promise<number>(() => {}) // it ends the process when its client goes
  },
}
