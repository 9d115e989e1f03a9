import { cpSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { CallToolResult, Client } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { INSTRUCTIONS } from '../../../src/doors/mcp/instructions.ts'
import { toolsOf } from '../../../src/doors/mcp/tools.ts'
import {
  daemonFolder,
  daemonsOf,
  mneme,
  openTestDaemon,
  startDaemon,
  type TestDaemon,
} from '../../support/daemon.ts'
import { temporaryFolder } from '../../support/folder.ts'
import { clientOf, ERAS, type Era, overHttp, overStdio, VERSIONS } from './clients.ts'
import { INPUTS, NAME, SEEDS } from './tool-inputs.ts'

/** Many processes, on a machine that may be busy. */
vi.setConfig({ testTimeout: 180_000 })

const FULL = { MNEME_MCP_PROFILE: 'full' }

async function called(client: Client, name: string, input: object): Promise<CallToolResult> {
  return (await client.callTool({ name, arguments: { ...input } })) as CallToolResult
}

function textOf(result: CallToolResult): string {
  const [first] = result.content
  return first?.type === 'text' ? first.text : ''
}

/** Every tool of the list, each answer held against the schema that the tool announced. */
async function driveAll(client: Client): Promise<void> {
  const { tools } = await client.listTools()
  expect(tools.length).toBeGreaterThan(25)
  for (const { tool, input } of SEEDS) await called(client, tool, input)
  for (const { name } of [...tools].sort((a, b) => order(a.name) - order(b.name))) {
    // The client itself validates what comes back, and throws.
    const result = await called(client, name, INPUTS[name] ?? {})
    // Only at a repository of its own does an agent have something to propose.
    if (name === 'anchor_propose') continue
    expect(result.isError, `${name}: ${textOf(result)}`).toBeFalsy()
    expect(JSON.parse(textOf(result)), name).toEqual(result.structuredContent)
  }
}

/** A machine on which an agent has been at work. */
function withTranscripts(folder: string): void {
  cpSync(TRANSCRIPTS, join(folder, '.claude', 'projects'), { recursive: true })
  mneme(folder, ['sessions', 'backfill'], { MNEME_NO_DAEMON: '1' })
}

const TRANSCRIPTS = fileURLToPath(
  new URL('../../fixtures/transcripts/claude-code/projects', import.meta.url),
)

/** In the order of the inputs: what one needs, another has made. */
function order(name: string): number {
  const at = Object.keys(INPUTS).indexOf(name)
  return at < 0 ? 0 : at + 1
}

describe('every tool', () => {
  it.each(ERAS)('J-05 over HTTP, %s', async (era) => {
    const daemon = await openTestDaemon({ env: FULL, prepare: withTranscripts })
    const client = await overHttp(daemon, clientOf(era))
    try {
      expect(client.getNegotiatedProtocolVersion()).toBe(VERSIONS[era])
      await driveAll(client)
    } finally {
      await client.close()
      await daemon.close()
    }
  })

  it.each(ERAS)('J-05 over stdio through the daemon, %s', async (era) => {
    const folder = daemonFolder()
    withTranscripts(folder)
    const client = await overStdio(folder, clientOf(era), FULL)
    try {
      expect(client.getNegotiatedProtocolVersion()).toBe(VERSIONS[era])
      await driveAll(client)
      expect(daemonsOf(folder)).toHaveLength(1)
    } finally {
      await client.close()
    }
  })

  it('J-05 over stdio alone: the same, and no daemon', async () => {
    const folder = daemonFolder()
    withTranscripts(folder)
    const client = await overStdio(folder, clientOf('modern'), { ...FULL, MNEME_NO_DAEMON: '1' })
    try {
      await driveAll(client)
      expect(daemonsOf(folder)).toEqual([])
    } finally {
      await client.close()
    }
  })
})

describe('what a model is shown', () => {
  let daemon: TestDaemon
  beforeAll(async () => {
    daemon = await openTestDaemon()
    await daemon.post('/api/memories', { content: 'The cache lives in Redis 7' })
  })
  afterAll(() => daemon.close())
  const connected = (era: Era) => overHttp(daemon, clientOf(era))

  it.each(ERAS)('J-05 few tools by default, each said to be what it is, %s', async (era) => {
    const client = await connected(era)
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toEqual(
      (await toolsOf('default')).map(({ name }) => name),
    )
    expect(tools.length).toBeLessThanOrEqual(10)
    const hints = Object.fromEntries(tools.map(({ name, annotations }) => [name, annotations]))
    expect(hints.search).toEqual({
      readOnlyHint: true,
      destructiveHint: false,
      idempotentHint: true,
      openWorldHint: false,
    })
    expect(hints.remember).toMatchObject({ readOnlyHint: false, destructiveHint: false })
    expect(hints.forget).toMatchObject({ destructiveHint: true, idempotentHint: true })
    for (const { inputSchema, outputSchema, description, annotations } of tools) {
      expect(inputSchema.type).toBe('object')
      expect(outputSchema?.type).toBe('object')
      expect(description).toEqual(expect.any(String))
      expect(Object.keys(annotations ?? {})).toHaveLength(4)
    }
    await client.close()
  })

  it.each(ERAS)('J-12 is told how to use them, briefly, %s', async (era) => {
    const client = await connected(era)
    expect(client.getInstructions()).toBe(INSTRUCTIONS)
    expect(INSTRUCTIONS.length).toBeLessThan(1500)
    for (const word of ['search', 'twice', 'Scope', 'secrets']) expect(INSTRUCTIONS).toContain(word)
    await client.close()
  })

  it.each(ERAS)('J-05 memories and projects are resources, %s', async (era) => {
    const client = await connected(era)
    const { resources } = await client.listResources()
    expect(resources[0]).toMatchObject({ name: NAME, mimeType: 'text/markdown' })
    const read = await client.readResource({ uri: resources[0]?.uri ?? '' })
    expect(read.contents[0]).toMatchObject({ text: expect.stringContaining('Redis 7') })
    const { resourceTemplates } = await client.listResourceTemplates()
    expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual([
      'mneme://memory/{id}',
      'mneme://project/{id}/context',
    ])
    await expect(client.readResource({ uri: 'mneme://memory/nothing' })).rejects.toThrow(
      /not found/i,
    )
    await client.close()
  })

  it.each(ERAS)('J-06 slash commands are prompts, %s', async (era) => {
    const client = await connected(era)
    const { prompts } = await client.listPrompts()
    expect(prompts.map(({ name }) => name).sort()).toEqual(
      ['context', 'delete', 'memories', 'memory-search', 'project', 'project-search']
        .concat(['status', 'tags', 'update'])
        .sort(),
    )
    for (const { name } of prompts) {
      const words = prompts.find((each) => each.name === name)?.arguments?.length ? 'cache' : ''
      const { messages } = await client.getPrompt({
        name,
        ...(words ? { arguments: { words } } : {}),
      })
      expect(messages[0]?.content).toMatchObject({ type: 'text' })
    }
    const { messages } = await client.getPrompt({
      name: 'memory-search',
      arguments: { words: 'cache' },
    })
    expect(JSON.stringify(messages)).toMatch(/Redis 7.*/)
    expect(JSON.stringify(messages)).toContain('not as instructions')
    const learned = await client.getPrompt({ name: 'memories' })
    expect(JSON.stringify(learned.messages)).toContain('there is no session here yet')
    await client.close()
  })

  it('J-05 wrong arguments are an answer the model can learn from', async () => {
    const client = await connected('modern')
    const missing = await called(client, 'search', {})
    expect(missing.isError).toBe(true)
    expect(textOf(missing)).toMatch(/query/)
    const wrong = await called(client, 'get', { id: 'no-such-memory' })
    expect(textOf(wrong)).toMatch(/no memory/)
    await expect(called(client, 'no_such_tool', {})).rejects.toThrow()
    await client.close()
  })
})

describe('other names', () => {
  it('J-05 with the profile "aliases" the names of other systems work too', async () => {
    const daemon = await openTestDaemon({ env: { MNEME_MCP_PROFILE: 'aliases' } })
    const client = await overHttp(daemon, clientOf('legacy'))
    const saved = await called(client, 'memory_save', { content: 'Aliases are welcome' })
    expect(saved.structuredContent).toMatchObject({ outcome: 'created' })
    const found = await called(client, 'yolog_search_memories', { query: 'aliases' })
    expect(found.structuredContent).toMatchObject({ hits: [{ name: 'aliases-are-welcome' }] })
    await client.close()
    await daemon.close()
  })

  it('J-08 no profile lets an agent change its own rules or approve its own words', async () => {
    const owners = ['config_set', 'restore', 'erase', 'import', 'off', 'on', 'validate']
    for (const profile of ['default', 'full', 'aliases'] as const) {
      const names = (await toolsOf(profile)).map(({ name }) => name)
      expect(names.filter((name) => owners.includes(name) || /approve|accept/.test(name))).toEqual(
        [],
      )
    }
  })
})

describe('how a call learns its project', () => {
  const where = async (client: Client) => {
    await called(client, 'remember', { content: 'Lives in a project', scope: 'project' })
    const result = await called(client, 'project', {})
    const { project, total } = result.structuredContent as { project?: string; total: number }
    return total > 0 ? (project ?? null) : null
  }
  const slugOf = (daemon: TestDaemon, folder: string) =>
    daemon.get('/api/status', { 'x-mneme-project': folder }).then(({ body }) => body.project.slug)

  it.each(ERAS)('A-04 by its roots, %s', async (era) => {
    const daemon = await openTestDaemon()
    const folder = temporaryFolder()
    const client = clientOf(era, { roots: {} })
    client.setRequestHandler('roots/list', () => ({
      roots: [{ uri: pathToFileURL(folder).href }],
    }))
    // Without a connection that lasts, the older revisions have no way to ask for roots.
    if (era === 'legacy') {
      const own = daemonFolder()
      await overStdio(own, client, { MNEME_NO_DAEMON: '1' })
      expect(await where(client)).not.toBeNull()
      const status = mneme(own, ['status', '--json', '--project', folder], { MNEME_NO_DAEMON: '1' })
      expect(await where(client)).toBe(JSON.parse(status.out).project.slug)
    } else {
      await overHttp(daemon, client)
      expect(await where(client)).toBe(await slugOf(daemon, folder))
    }
    await client.close()
    await daemon.close()
  })

  it.each(ERAS)('A-04 by its headers, %s', async (era) => {
    const daemon = await openTestDaemon()
    const folder = temporaryFolder()
    const client = await overHttp(daemon, clientOf(era), { 'x-mneme-project': folder })
    expect(await where(client)).toBe(await slugOf(daemon, folder))
    await client.close()
    await daemon.close()
  })

  it('A-04 by the folder it was started in, over stdio', async () => {
    const folder = daemonFolder()
    const repository = join(folder, 'repository')
    mkdirSync(repository)
    const none = { MNEME_NO_DAEMON: '1' }
    const client = await overStdio(folder, clientOf('modern'), none, repository)
    const status = mneme(folder, ['status', '--json', '--project', repository], none)
    expect(await where(client)).toBe(JSON.parse(status.out).project.slug)
    await client.close()
  })

  it('A-04 who says nothing sees global only', async () => {
    const daemon = await openTestDaemon()
    const client = await overHttp(daemon, clientOf('modern'))
    const refused = await called(client, 'remember', { content: 'Nowhere', scope: 'project' })
    expect(textOf(refused)).toMatch(/no project/)
    const folder = temporaryFolder()
    const input = { content: 'Said by argument', scope: 'project', project: folder }
    expect((await called(client, 'remember', input)).isError).toBeFalsy()
    await client.close()
    await daemon.close()
  })
})

describe('permissions', () => {
  const ASKS = { MNEME_PERMISSIONS_ASK: '["Memory(forget *)"]' }
  const forget = (client: Client) => called(client, 'forget', { id: [NAME] })
  const withMemory = async () => {
    const daemon = await openTestDaemon({ env: ASKS })
    await daemon.post('/api/memories', { content: 'The cache lives in Redis 7' })
    return daemon
  }

  it.each(ERAS)('J-08 "ask" where nobody can be asked is a refusal, %s', async (era) => {
    const daemon = await withMemory()
    const client = await overHttp(daemon, clientOf(era))
    const result = await forget(client)
    expect(result.isError).toBe(true)
    expect(textOf(result)).toMatch(/person/)
    await client.close()
    await daemon.close()
  })

  it.each([
    { allow: true, outcome: 'done' },
    { allow: false, outcome: 'refused' },
  ])('J-08 the person at the client is asked; $allow means $outcome', async ({ allow }) => {
    const daemon = await withMemory()
    const client = clientOf('modern', { elicitation: { form: {} } })
    const asked: string[] = []
    client.setRequestHandler('elicitation/create', ({ params }) => {
      asked.push(params.message)
      return { action: 'accept', content: { allow } }
    })
    await overHttp(daemon, client)
    const result = await forget(client)
    expect(asked).toEqual([`Allow "forget" ${NAME}?`])
    expect(result.isError ?? false).toBe(!allow)
    await client.close()
    await daemon.close()
  })

  it('J-08 also over stdio with the older revisions, through the daemon', async () => {
    const folder = daemonFolder()
    startDaemon(folder, ASKS)
    mneme(folder, ['remember', 'The cache lives in Redis 7', '--scope', 'global'], ASKS)
    const client = clientOf('legacy', { elicitation: {} })
    let asked = 0
    client.setRequestHandler('elicitation/create', () => {
      asked++
      return { action: 'accept', content: { allow: true } }
    })
    await overStdio(folder, client, ASKS)
    const result = await forget(client)
    expect(result.isError, textOf(result)).toBeFalsy()
    expect(asked).toBe(1)
    await client.close()
  })
})
