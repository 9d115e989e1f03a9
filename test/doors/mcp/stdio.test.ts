/** What a client may do wrong over standard input, and how it hears of it. */
import { spawn } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { CLI, daemonFolder, personEnv } from '../../support/daemon.ts'

type Line = { id?: number | string | null; error?: { code: number }; result?: unknown }

/** Writes the lines, waits for so many answers, then closes standard input. */
async function spoken(
  lines: readonly string[],
  answers: number,
): Promise<{ lines: Line[]; code: number | null; out: string }> {
  const folder = daemonFolder()
  const child = spawn(process.execPath, [CLI, 'mcp'], {
    cwd: folder,
    env: personEnv(folder, { MNEME_NO_DAEMON: '1' }),
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  let out = ''
  child.stdout.on('data', (chunk) => {
    out += chunk
    if (out.split('\n').length > answers) child.stdin.end()
  })
  for (const line of lines) child.stdin.write(`${line}\n`)
  if (answers === 0) child.stdin.end()
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  const parsed = out
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Line)
  return { lines: parsed, code, out }
}

const initialize = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'raw', version: '1' },
  },
})
const request = (id: number, method: string, params: object = {}) =>
  JSON.stringify({ jsonrpc: '2.0', id, method, params })

describe('mneme mcp, line by line', () => {
  it('J-05 ends when its client goes', async () => {
    expect(await spoken([], 0)).toMatchObject({ code: 0, out: '' })
  })

  it('J-05 malformed lines and unknown methods are survived, and the next one is answered', async () => {
    const { lines, code } = await spoken(
      [
        initialize,
        '{"jsonrpc":"2.0","id":',
        'not json at all',
        '[]',
        '{"id":5}',
        request(2, 'no/such/method'),
        request(3, 'tools/call', { name: 'search', arguments: { query: 'x' } }),
        request(4, 'tools/list'),
      ],
      4,
    )
    const byId = new Map(lines.map((line) => [line.id, line]))
    expect(byId.get(1)?.result).toMatchObject({ protocolVersion: '2025-06-18' })
    expect(byId.get(2)?.error?.code).toBe(-32601)
    expect(byId.get(3)?.result).toMatchObject({ structuredContent: { hits: [] } })
    expect(byId.get(4)?.result).toMatchObject({ tools: expect.any(Array) })
    expect(code).toBe(0)
  })

  it('J-05 an unknown first request is answered, so that the client can fall back', async () => {
    const { lines } = await spoken([request(1, 'server/unknown')], 1)
    expect(lines[0]?.error?.code).toEqual(expect.any(Number))
  })

  it('J-05 the answer to a probe of the newest revision names what is spoken', async () => {
    const probe = request(1, 'server/discover', {
      _meta: {
        'io.modelcontextprotocol/protocolVersion': '2026-07-28',
        'io.modelcontextprotocol/clientCapabilities': {},
      },
    })
    const { lines } = await spoken([probe], 1)
    expect(lines[0]?.result).toMatchObject({
      supportedVersions: expect.arrayContaining(['2026-07-28']),
      resultType: 'complete',
    })
  })
})
