/** How each host is run headless, without an account, against the stand-in. */
import type { Machine } from '../../support/host-machine.ts'
import type { HostProgram } from '../../support/host-programs.ts'

interface Run {
  readonly args: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  /** Lines for a host that is spoken to over its standard input, each after the one before is answered. */
  readonly lines?: readonly string[]
  readonly answered?: RegExp
}

export interface HostDriver {
  /** What a person who uses the host has in their home already, by path. */
  readonly files: (base: string) => Readonly<Record<string, string>>
  /** What a person runs once before the first session. */
  readonly prepare?: (base: string) => readonly (readonly string[])[]
  /** One session in which one thing is said. */
  readonly session: (prompt: string, base: string, machine: Machine) => Run
}

const json = (value: object) => `${JSON.stringify(value, null, 2)}\n`

/** OpenCode's settings, which Kilo took over. */
const openCodeSettings = (base: string) =>
  json({
    model: 'standin/m',
    autoupdate: false,
    share: 'disabled',
    provider: {
      standin: {
        npm: '@ai-sdk/openai-compatible',
        name: 'standin',
        options: { baseURL: `${base}/v1`, apiKey: 'x' },
        models: { m: { name: 'm' } },
      },
    },
  })

export const DRIVERS: Readonly<Partial<Record<HostProgram, HostDriver>>> = {
  qwen: {
    files: () => ({
      '.qwen/settings.json': json({ security: { auth: { selectedType: 'openai' } } }),
    }),
    session: (prompt, base) => ({
      args: ['-p', prompt, '--yolo'],
      env: { OPENAI_API_KEY: 'x', OPENAI_BASE_URL: `${base}/v1`, OPENAI_MODEL: 'm' },
    }),
  },
  copilot: {
    files: () => ({ '.copilot/mcp-config.json': json({ mcpServers: {} }) }),
    session: (prompt, base) => ({
      args: ['-p', prompt, '--allow-all-tools'],
      env: {
        COPILOT_OFFLINE: 'true',
        COPILOT_PROVIDER_BASE_URL: `${base}/v1`,
        COPILOT_PROVIDER_API_KEY: 'x',
        COPILOT_MODEL: 'm',
        COPILOT_AUTO_UPDATE: 'false',
      },
    }),
  },
  opencode: {
    files: (base) => ({ '.config/opencode/opencode.json': openCodeSettings(base) }),
    session: (prompt) => ({
      args: ['run', prompt],
      env: { OPENCODE_DISABLE_AUTOUPDATE: '1', OPENCODE_DISABLE_MODELS_FETCH: '1' },
    }),
  },
  gemini: {
    files: () => ({
      '.gemini/settings.json': json({ security: { auth: { selectedType: 'gemini-api-key' } } }),
    }),
    session: (prompt, base) => ({
      args: ['-p', prompt, '--yolo', '-m', 'gemini-2.5-flash'],
      env: {
        GEMINI_API_KEY: 'x',
        GOOGLE_GEMINI_BASE_URL: base,
        GEMINI_CLI_TRUST_WORKSPACE: 'true',
      },
    }),
  },
  droid: {
    files: (base) => ({
      '.factory/settings.json': json({
        customModels: [
          {
            model: 'm',
            id: 'custom:m-0',
            index: 0,
            baseUrl: `${base}/v1`,
            apiKey: 'x',
            displayName: 'm',
            provider: 'generic-chat-completion-api',
            maxOutputTokens: 4096,
          },
        ],
      }),
    }),
    session: (prompt) => ({ args: ['exec', '-m', 'custom:m-0', '--auto', 'high', prompt] }),
  },
  kilo: {
    files: (base) => ({ '.config/kilo/kilo.json': openCodeSettings(base) }),
    session: (prompt) => ({ args: ['run', '--auto', prompt] }),
  },
  cline: {
    files: () => ({ '.cline/data/settings/cline_mcp_settings.json': json({ mcpServers: {} }) }),
    prepare: (base) => [
      ['auth', '-p', 'openai-compatible', '-k', 'x', '-m', 'm', '-b', `${base}/v1`],
    ],
    session: (prompt) => ({
      args: ['-P', 'openai-compatible', '-k', 'x', '-m', 'm', '--json', prompt],
      // Four seconds are too few on a busy machine.
      env: { CLINE_PLUGIN_IMPORT_TIMEOUT_MS: '60000' },
    }),
  },
  goose: {
    files: () => ({ '.config/goose/config.yaml': 'GOOSE_PROVIDER: openai\nGOOSE_MODEL: m\n' }),
    session: (prompt, base, { home }) => ({
      args: ['run', '-t', prompt],
      env: {
        GOOSE_DISABLE_KEYRING: '1',
        GOOSE_MODE: 'auto',
        OPENAI_API_KEY: 'x',
        OPENAI_HOST: base,
        GOOSE_MOIM_MESSAGE_FILE: `${home}/goose-memory.md`,
      },
    }),
  },
  pi: {
    files: (base) => ({
      '.pi/agent/models.json': json({
        providers: {
          standin: {
            baseUrl: `${base}/v1`,
            apiKey: 'x',
            api: 'openai-completions',
            models: [{ id: 'm' }],
          },
        },
      }),
    }),
    session: (prompt) => ({ args: ['-p', '--provider', 'standin', '--model', 'm', prompt] }),
  },
}
