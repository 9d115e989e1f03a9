/** An MCP client that adds next to nothing to what the server takes: lines of JSON both ways. */
import { type ChildProcess, spawn } from 'node:child_process'

export interface StdioClient {
  readonly pid: number
  tool(name: string, input: object): Promise<unknown>
  close(): Promise<void>
}

interface StdioServer {
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
  readonly cwd: string
}

const INITIALIZE = {
  protocolVersion: '2025-06-18',
  capabilities: {},
  clientInfo: { name: 'bench', version: '1' },
}

/** Resolves once the server has answered `initialize`. */
export async function connectStdio({ args, env, cwd }: StdioServer): Promise<StdioClient> {
  const child = spawn(process.execPath, args, { env, cwd, stdio: ['pipe', 'pipe', 'ignore'] })
  const waiting = new Map<number, (answer: Answer) => void>()
  let rest = ''
  child.stdout.setEncoding('utf8').on('data', (part: string) => {
    const lines = (rest + part).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      const { id, ...answer } = JSON.parse(line) as { id?: number } & Answer
      if (id !== undefined) waiting.get(id)?.(answer)
    }
  })
  let last = 0
  const request = async (method: string, params: object) => {
    const id = ++last
    const answer = new Promise<Answer>((resolve, reject) => {
      waiting.set(id, resolve)
      child.once('exit', () => reject(new Error(`the server ended before it answered ${method}`)))
    })
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`)
    const { result, error } = await answer
    waiting.delete(id)
    if (error || result?.isError) throw new Error(`${method}: ${JSON.stringify(error ?? result)}`)
    return result
  }
  child.setMaxListeners(0)
  await request('initialize', INITIALIZE)
  child.stdin.write('{"jsonrpc":"2.0","method":"notifications/initialized"}\n')
  return {
    pid: child.pid ?? 0,
    tool: (name, input) => request('tools/call', { name, arguments: input }),
    close: () => end(child),
  }
}

interface Answer {
  readonly result?: { readonly isError?: boolean }
  readonly error?: unknown
}

function end(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.removeAllListeners('exit').once('exit', () => resolve())
    child.stdin?.end()
    child.kill()
  })
}
