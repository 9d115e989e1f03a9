import { existsSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { openAnthropic } from '../../src/model/anthropic.ts'
import { openClaudeCli } from '../../src/model/claude-cli.ts'
import { openModel } from '../../src/model/open.ts'
import { openOpenAiCompatible } from '../../src/model/openai-compatible.ts'
import { ModelSettings } from '../../src/model/settings.ts'
import { claudeProgram } from './claude-program.ts'
import { itIsALanguageModel, question } from './contract.ts'
import { anthropicSays, modelServer, openAiSays, type Said } from './model-server.ts'

const random = () => 0.5
const quick = { timeoutSeconds: 2, retries: 0 }
const NOBODY = 'http://127.0.0.1:9'

const anthropicAt = (baseUrl: string, more: Partial<ModelSettings> = {}) =>
  openAnthropic(
    ModelSettings.parse({ provider: 'anthropic', baseUrl, ...quick, ...more }),
    { ANTHROPIC_API_KEY: 'the-key' },
    random,
  )
const openAiAt = (baseUrl: string, more: Partial<ModelSettings> = {}) =>
  openOpenAiCompatible(
    ModelSettings.parse({ provider: 'openai', name: 'small', baseUrl, ...quick, ...more }),
    { OPENAI_API_KEY: 'the-key' },
    random,
  )
const claudeAs = (command: string) =>
  openClaudeCli(ModelSettings.parse({ provider: 'claude-cli', command, ...quick }), {
    PATH: process.env.PATH,
    CLAUDECODE: '1',
    CLAUDE_CODE_ENTRYPOINT: 'cli',
  })

itIsALanguageModel('anthropic', {
  answers: async (value) => anthropicAt((await modelServer(() => anthropicSays(value))).url),
  garbage: async () => anthropicAt((await modelServer(() => ({ text: '<html>' }))).url),
  cutOff: async () => {
    const half = { content: [{ type: 'text', text: '{"mem' }], stop_reason: 'max_tokens' }
    return anthropicAt((await modelServer(() => ({ json: half }))).url)
  },
  hangs: async () => anthropicAt((await modelServer(() => 'hang')).url),
  missing: async () => anthropicAt(NOBODY),
})

itIsALanguageModel('openai-compatible', {
  answers: async (value) =>
    openAiAt((await modelServer(() => openAiSays(JSON.stringify(value)))).url),
  garbage: async () => openAiAt((await modelServer(() => openAiSays('I would rather not.'))).url),
  cutOff: async () => {
    const half = { choices: [{ message: { content: '{"mem' }, finish_reason: 'length' }] }
    return openAiAt((await modelServer(() => ({ json: half }))).url)
  },
  hangs: async () => openAiAt((await modelServer(() => 'hang')).url),
  missing: async () => openAiAt(NOBODY),
})

const cliSays = (result: object) =>
  claudeProgram(`process.stdout.write(${JSON.stringify(JSON.stringify(result))})`).command
const usage = { input_tokens: 10, output_tokens: 3 }

itIsALanguageModel('claude-cli', {
  answers: async (value) => claudeAs(cliSays({ structured_output: value, is_error: false, usage })),
  garbage: async () => claudeAs(claudeProgram(`process.stdout.write('hello')`).command),
  cutOff: async () => claudeAs(cliSays({ is_error: true, result: 'max turns reached' })),
  hangs: async () => claudeAs(claudeProgram('setInterval(() => {}, 1000)').command),
  missing: async () => claudeAs('/nowhere/claude'),
})

it('K-01 without a provider there is no model, whatever the environment holds', () => {
  const env = { ANTHROPIC_API_KEY: 'k', OPENAI_API_KEY: 'k' }
  expect(openModel(ModelSettings.parse({}), env, random)).toBeNull()
})

it('G-09 anthropic is asked with its key, its version and the schema', async () => {
  const server = await modelServer(() => anthropicSays({ memories: [] }))
  const answer = await anthropicAt(server.url).ask(question)
  expect(answer).toMatchObject({ inputTokens: 105, outputTokens: 20 })
  const [heard] = server.heard
  expect(heard?.path).toBe('/v1/messages')
  expect(heard?.headers).toMatchObject({
    'x-api-key': 'the-key',
    'anthropic-version': '2023-06-01',
  })
  expect(heard?.body).toMatchObject({
    max_tokens: 200,
    system: question.system,
    output_config: { format: { type: 'json_schema', schema: question.schema } },
  })
  expect(heard?.body).not.toHaveProperty('temperature')
})

it('G-09 a gateway that knows no schemas is asked with a tool, and stays so', async () => {
  const tool = {
    content: [{ type: 'tool_use', input: { memories: ['x'] } }],
    stop_reason: 'tool_use',
  }
  const server = await modelServer(({ body }) =>
    'output_config' in body ? { status: 400, json: { error: {} } } : { json: tool },
  )
  const model = anthropicAt(server.url)
  expect((await model.ask(question)).value).toEqual({ memories: ['x'] })
  await model.ask(question)
  expect(server.heard.map(({ body }) => 'tools' in body)).toEqual([false, true, true])
})

it('G-09 a compatible server is asked ever more plainly until it understands', async () => {
  const server = await modelServer(({ body }) =>
    'response_format' in body
      ? { status: 400, text: 'unknown field response_format' }
      : openAiSays('<think>hm</think>Here you are:\n```json\n{"memories": []}\n```'),
  )
  const model = openAiAt(server.url)
  expect((await model.ask(question)).value).toEqual({ memories: [] })
  const asked = server.heard.length
  await model.ask(question)
  expect(server.heard).toHaveLength(asked + 1)
  const last = server.heard.at(-1)?.body as { messages: { content: string }[] }
  expect(last.messages[0]?.content).toContain('"additionalProperties":false')
})

it('G-09 a busy server is asked again', async () => {
  const busy: Said = { status: 429, headers: { 'retry-after': '0.05' }, text: 'slow down' }
  const server = await modelServer((_, number) =>
    number < 3 ? busy : anthropicSays({ memories: [] }),
  )
  const model = anthropicAt(server.url, { retries: 3, timeoutSeconds: 20 })
  expect((await model.ask(question)).value).toEqual({ memories: [] })
  expect(server.heard).toHaveLength(3)
})

it('K-17 a key that a server repeats is not repeated by us', async () => {
  const server = await modelServer(() => ({ status: 401, text: 'bad key the-key' }))
  const model = openAiAt(server.url, { apiKeyEnv: 'OPENAI_API_KEY' })
  const thrown = await model.ask(question).catch((error: Error) => error)
  expect(String(thrown)).toContain('401')
  expect(String(thrown)).not.toContain('the-key')
})

it('K-17 a redirect is not followed', async () => {
  const elsewhere = await modelServer(() => openAiSays('{"memories":[]}'))
  const server = await modelServer(() => ({
    status: 307,
    headers: { location: `${elsewhere.url}/chat/completions` },
    text: '',
  }))
  await expect(openAiAt(server.url).ask(question)).rejects.toMatchObject({ code: 'unavailable' })
  expect(elsewhere.heard).toHaveLength(0)
})

it('G-09 a missing key or model is said, and nothing is sent', async () => {
  const server = await modelServer(() => openAiSays('{}'))
  const settings = ModelSettings.parse({ provider: 'anthropic', baseUrl: server.url })
  await expect(openAnthropic(settings, {}, random).ask(question)).rejects.toThrow(
    /ANTHROPIC_API_KEY/,
  )
  const unnamed = ModelSettings.parse({ provider: 'openai', baseUrl: server.url })
  await expect(openOpenAiCompatible(unnamed, {}, random).ask(question)).rejects.toThrow(/no model/)
  expect(server.heard).toHaveLength(0)
})

it('K-09 claude is run with hooks off, without tools or a session, and knows whose run it is', async () => {
  const program = claudeProgram(
    `process.stdout.write(JSON.stringify({ structured_output: { memories: [] } }))`,
  )
  await claudeAs(program.command).ask(question)
  const ran = program.ran()
  expect(ran?.stdin).toBe(question.user)
  expect(ran?.args).toEqual(
    expect.arrayContaining([
      '-p',
      '--no-session-persistence',
      '--strict-mcp-config',
      '--tools',
      '',
    ]),
  )
  expect(ran?.args[ran.args.indexOf('--settings') + 1]).toBe('{"disableAllHooks":true}')
  expect(ran?.env).toMatchObject({ MNEME_IN_EXTRACTION: '1' })
  expect(ran?.env).not.toHaveProperty('CLAUDECODE')
  expect(ran?.env).not.toHaveProperty('CLAUDE_CODE_ENTRYPOINT')
  expect(ran?.cwd).not.toBe(process.cwd())
})

it('K-02 a claude that hangs is ended with its children', async () => {
  const program = claudeProgram(`
const child = require('node:child_process').spawn(process.execPath, ['-e', 'setInterval(()=>{},1000)'])
require('node:fs').writeFileSync(__filename + '.pid', String(child.pid))
setInterval(() => {}, 1000)`)
  await expect(claudeAs(program.command).ask(question)).rejects.toMatchObject({
    code: 'unavailable',
  })
  const pid = Number(readFileSync(`${program.command}.pid`, 'utf8'))
  await expect.poll(() => isRunning(pid), { timeout: 5000 }).toBe(false)
})

/** One that is dead and waits for its parent to notice runs no more. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    const stat = `/proc/${pid}/stat`
    return !existsSync(stat) || !/\) Z/.test(readFileSync(stat, 'utf8'))
  } catch {
    return false
  }
}
