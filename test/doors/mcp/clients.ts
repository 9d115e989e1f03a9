/** The SDK's own client, over either transport and in either era. */
import {
  Client,
  type ClientCapabilities,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { CLI, personEnv, type TestDaemon } from '../../support/daemon.ts'

export type Era = 'legacy' | 'modern'
export const ERAS: readonly Era[] = ['legacy', 'modern']
export const VERSIONS = { legacy: '2025-11-25', modern: '2026-07-28' } as const

export function clientOf(era: Era, capabilities: ClientCapabilities = {}): Client {
  return new Client(
    { name: 'test-client', version: '1.0.0' },
    {
      capabilities,
      versionNegotiation: { mode: era === 'legacy' ? 'legacy' : { pin: VERSIONS.modern } },
    },
  )
}

export async function overHttp(
  daemon: TestDaemon,
  client: Client,
  headers: Readonly<Record<string, string>> = {},
): Promise<Client> {
  const transport = new StreamableHTTPClientTransport(new URL(`${daemon.url}/mcp`), {
    requestInit: { headers: { authorization: `Bearer ${daemon.token}`, ...headers } },
  })
  await client.connect(transport)
  return client
}

export async function overStdio(
  folder: string,
  client: Client,
  env: Readonly<Record<string, string>> = {},
  cwd = folder,
): Promise<Client> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [CLI, 'mcp'],
    env: personEnv(folder, env),
    cwd,
    stderr: 'inherit',
  })
  await client.connect(transport)
  return client
}
