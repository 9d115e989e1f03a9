/** Renders an operation's result as the command line does: one format for all doors. */
import type { Command } from '../cli/command.ts'

const WIDTH = 100

/** Commands used by prompts and resources, each loaded when first used. */
// biome-ignore format: a table reads best in columns
const SHOWN: Readonly<Record<string, () => Promise<Command>>> = {
  context: async () => (await import('../cli/commands/context.ts')).contextCommand,
  project: async () => (await import('../cli/commands/context.ts')).projectCommand,
  search: async () => (await import('../cli/commands/search.ts')).searchCommand,
  'session-search': async () => (await import('../cli/commands/session-search.ts')).sessionSearchCommand,
  list: async () => (await import('../cli/commands/list.ts')).listCommand,
  'sessions memories': async () => (await import('../cli/commands/sessions.ts')).sessionsMemoriesCommand,
  tags: async () => (await import('../cli/commands/tags.ts')).tagsCommand,
  status: async () => (await import('../cli/commands/status.ts')).statusCommand,
}

export async function readable(
  operation: string,
  input: Readonly<Record<string, unknown>>,
  output: unknown,
): Promise<string> {
  const command = await SHOWN[operation]?.()
  return command ? command.print(output, { input, width: WIDTH }) : JSON.stringify(output, null, 2)
}
