/**
 * `mneme mcp`: MCP over standard input and output. A thin client of the daemon: it knows the tools
 * and passes the calls on, so that ten agents share one store and one model.
 */
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { homeFolder, homePaths } from '../../config/home.ts'
import { readConfig } from '../../config/read.ts'
import { isForbidden } from '../daemon/start.ts'
import { type Invoke, invokeHere, invokeThroughDaemon } from './invoke.ts'
import { mcpServer } from './server.ts'
import { toolsOf } from './tools.ts'

/** Resolves when the client has gone. */
export async function serveMcpOverStdio(): Promise<void> {
  const { env } = process
  const home = homePaths(homeFolder(env))
  const { settings } = await readConfig({ home: home.home, env })
  let close = async () => {}
  let opened: Promise<Invoke> | null = null
  const here = () => {
    opened ??= (async () => {
      const { openMneme } = await import('../../compose.ts')
      const mneme = await openMneme({ env })
      close = mneme.close
      return invokeHere(mneme)
    })()
    return opened
  }
  const alone = isForbidden(env) || !settings.daemon.startOnDemand
  const invoke: Invoke = alone
    ? async (...call) => (await here())(...call)
    : invokeThroughDaemon(home, here)
  const door = { tools: await toolsOf(settings.mcp.profile), invoke }
  const folder = process.cwd()
  const handle = serveStdio(({ era }) => mcpServer(door, { era, folder }), {
    onerror: (error) => process.stderr.write(`mneme mcp: ${error.message}\n`),
  })
  await new Promise<void>((resolve) => {
    process.stdin.once('end', resolve).once('close', resolve)
    process.once('SIGTERM', () => resolve()).once('SIGINT', () => resolve())
  })
  await handle.close()
  await close()
}
