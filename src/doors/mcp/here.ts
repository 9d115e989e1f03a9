/** J-05. MCP requests answered in this process: for `mneme mcp` where no daemon may be started. */
import { openMneme } from '../../compose.ts'
import { placeOf } from '../standing.ts'
import { answerMcp, type McpAnswer, type McpCaller, type McpRequest } from './answer.ts'

export interface HereOptions {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly folder: string
}

export interface Here {
  answer(request: McpRequest, caller: McpCaller): Promise<McpAnswer>
  close(): Promise<void>
}

export async function openHere({ env, folder }: HereOptions): Promise<Here> {
  const mneme = await openMneme({ env, ...placeOf({ project: folder }), embedApart: false })
  return {
    answer: (request, caller) => answerMcp(mneme, request, caller),
    close: mneme.close,
  }
}
