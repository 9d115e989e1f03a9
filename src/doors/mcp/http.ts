/** J-05. MCP over Streamable HTTP: one endpoint of the daemon, nothing kept between requests. */
import { createMcpHandler } from '@modelcontextprotocol/server'
import type { Opened } from '../../compose.ts'
import { invokeHere } from './invoke.ts'
import { mcpServer } from './server.ts'
import { toolsOf } from './tools.ts'

export interface McpOverHttp {
  fetch(request: Request): Promise<Response>
  close(): Promise<void>
}

export async function mcpOverHttp(
  mneme: Opened,
  maxRequestBodySize: number,
  report: (thrown: unknown, what: string) => void,
): Promise<McpOverHttp> {
  const door = {
    tools: await toolsOf(mneme.engine.config.mcp.profile),
    invoke: invokeHere(mneme),
  }
  const { fetch, close } = createMcpHandler(
    ({ era, requestInfo }) =>
      mcpServer(door, { era, header: (name) => requestInfo?.headers.get(name) ?? null }),
    { maxRequestBodySize, onerror: (error) => report(error, 'mcp') },
  )
  return { fetch, close }
}
