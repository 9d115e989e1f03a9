import * as z from 'zod'

export const MCP_PROFILES = ['default', 'full', 'aliases'] as const

/** J-05. Which tools an agent is offered. */
export const McpSettings = z.object({
  profile: z
    .enum(MCP_PROFILES)
    .default('default')
    .describe(
      'The ten everyday tools, all tools, or the ten plus the names that other memory systems use',
    ),
})
export type McpSettings = z.infer<typeof McpSettings>
