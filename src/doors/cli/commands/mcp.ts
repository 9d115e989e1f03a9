import type { BareCommand } from '../command.ts'
import { say } from '../out.ts'

export const mcpCommand: BareCommand = {
  summary: 'Serve one agent over standard input and output (MCP)',
  help: `Usage: mneme mcp

Speaks the Model Context Protocol on standard input and output, for the agent that started it. The
project is the client's root, or the folder it was started in. Which tools there are is a setting:
mneme config get mcp.profile

Examples:
  mneme mcp
  claude mcp add mneme -- mneme mcp
`,
  async run(argv) {
    if (argv.includes('--help') || argv.includes('-h')) {
      say(mcpCommand.help)
      return 0
    }
    const { serveMcpOverStdio } = await import('../../mcp/stdio.ts')
    await serveMcpOverStdio()
    // Whatever still listens belongs to a client that has gone.
    process.exit(0)
  },
}
