/**
 * J-05. The answers to everything a client requests before its first call; they change only with the version.
 * The build writes them to one file for each profile, so that `mneme mcp` answers without loading an operation.
 */
import { version } from '../../version.ts'
import { describeTools } from './describe-tools.ts'
import { INSTRUCTIONS } from './instructions.ts'
import { describePrompts } from './prompts.ts'
import { describeTemplates } from './resources.ts'
import type { Profile } from './tools.ts'

export interface McpLists {
  readonly serverInfo: { readonly name: string; readonly title: string; readonly version: string }
  readonly capabilities: Readonly<Record<string, object>>
  readonly instructions: string
  /** The results of the list methods, by method. */
  readonly lists: Readonly<Record<string, object>>
}

export async function mcpLists(profile: Profile): Promise<McpLists> {
  return {
    serverInfo: { name: 'mneme', title: 'Mneme: long-term memory', version: version() },
    capabilities: { tools: {}, resources: {}, prompts: {} },
    instructions: INSTRUCTIONS,
    lists: {
      'tools/list': { tools: await describeTools(profile) },
      'prompts/list': describePrompts(),
      'resources/templates/list': describeTemplates(),
    },
  }
}
