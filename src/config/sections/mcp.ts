import * as z from 'zod'

export const MCP_PROFILES = ['default', 'full', 'aliases'] as const

/** J-05. Which tools an agent is offered. */
export const McpSettings = z.object({
  profile: z
    .enum(MCP_PROFILES)
    .default('default')
    .describe('Few tools, all of them, or few with the names other memory systems use as well'),
})
export type McpSettings = z.infer<typeof McpSettings>
