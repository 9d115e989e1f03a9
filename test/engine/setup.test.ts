import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { homePaths } from '../../src/config/home.ts'
import { HOSTS } from '../../src/hosts/hook-event.ts'
import { parsedJson } from '../../src/hosts/setup/json-entries.ts'
import type { SetupPlace } from '../../src/hosts/setup/plan.ts'
import { withBlock, withoutBlock } from '../../src/hosts/setup/toml-entries.ts'
import { applyRemoval, applySetup, planRemoval, planSetup } from '../../src/setup/setup.ts'
import { temporaryFolder } from '../support/folder.ts'
import { fc } from '../support/property.ts'

function machine() {
  const root = temporaryFolder()
  const place: SetupPlace = {
    userHome: join(root, 'user'),
    env: {},
    platform: 'linux',
    project: null,
    node: '/usr/bin/node',
    hook: '/opt/mneme/dist/hook.cjs',
    cli: '/opt/mneme/dist/cli.js',
    http: null,
  }
  mkdirSync(place.userHome)
  return { place, home: homePaths(join(root, 'home')) }
}

function write(place: SetupPlace, path: string, text: string): string {
  const file = join(place.userHome, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
  return file
}

/** Every file below a folder with its bytes. */
function contents(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((each) =>
    each.isFile(),
  )
  return Object.fromEntries(
    files.map(({ parentPath, name }) => [
      join(parentPath, name),
      readFileSync(join(parentPath, name), 'utf8'),
    ]),
  )
}

const FOREIGN_HOOK =
  '{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"say done"}]}],"UserPromptSubmit":[{"hooks":[{"type":"command","command":"log-it"}]}]}}'

describe('setup and remove over what people have', () => {
  const before: readonly {
    readonly why: string
    readonly files: Readonly<Record<string, string>>
  }[] = [
    { why: 'nothing', files: {} },
    { why: 'empty files', files: { '.claude/settings.json': '', '.codex/config.toml': '' } },
    {
      why: 'empty objects',
      files: { '.claude/settings.json': '{}', '.gemini/settings.json': '{}\n' },
    },
    {
      why: 'comments and tabs',
      files: {
        '.claude/settings.json': '{\n\t// mine\n\t"model": "opus", /* really */\n\t"env": {}\n}\n',
        '.codex/config.toml': '# mine\nmodel = "x" # yes\n\n[tools]\nweb = true\n',
        '.config/opencode/opencode.json':
          '{ "$schema": "x", // why\n  "mcp": { "other": { "type": "local" } } }',
      },
    },
    {
      why: 'foreign hooks',
      files: { '.claude/settings.json': FOREIGN_HOOK, '.codex/hooks.json': FOREIGN_HOOK },
    },
    {
      why: 'other hosts as people have them',
      files: {
        '.qwen/settings.json':
          '{\n  "security": { "auth": { "selectedType": "openai" } },\n  "mcpServers": { "other": { "command": "x" } }\n}\n',
        '.factory/settings.json': FOREIGN_HOOK,
        '.factory/mcp.json': '{"mcpServers":{}}',
        '.cursor/hooks.json':
          '{\n  "version": 1,\n  "hooks": { "stop": [{ "command": "say done" }], "beforeSubmitPrompt": [{ "command": "log-it" }] }\n}\n',
        '.cursor/mcp.json': '{ "mcpServers": { "github": { "url": "http://127.0.0.1:1/" } } }',
        '.copilot/mcp-config.json':
          '{"mcpServers":{"a":{"type":"local","command":"a","args":[],"tools":["*"]}}}',
        '.config/Code/User/mcp.json': '{\n\t"servers": {}, // none yet\n\t"inputs": []\n}\n',
        '.codeium/windsurf/hooks.json': '{"hooks":{"pre_run_command":[{"command":"check"}]}}',
        '.codeium/windsurf/mcp_config.json': '{"mcpServers":{}}',
        '.config/zed/settings.json':
          '// Zed settings\n{\n  "theme": "One Dark",\n  "context_servers": { "x": { "command": "x", "args": [], "env": {} } },\n}\n',
        '.config/kilo/kilo.json': '{ "$schema": "x", "mcp": {} }',
        '.kiro/settings/mcp.json': '{}',
        '.cline/data/settings/cline_mcp_settings.json': '{\n  "mcpServers": {}\n}',
        '.config/Code/User/globalStorage/rooveterinaryinc.roo-cline/settings/mcp_settings.json':
          '{"mcpServers":{}}',
      },
    },
    {
      why: 'Windows line ends',
      files: { '.claude/settings.json': '{\r\n  "model": "opus"\r\n}\r\n' },
    },
  ]

  it.each(before)(
    'K-16 $why: comes back byte for byte, and a second setup changes nothing',
    ({ files }) => {
      const { place, home } = machine()
      for (const [path, text] of Object.entries(files)) write(place, path, text)
      const was = contents(place.userHome)
      const plan = planSetup(place, HOSTS)
      expect(plan.obstacles).toEqual([])
      expect(applySetup(home, place, plan.edits)).toEqual([])
      expect(planSetup(place, HOSTS).edits).toEqual([])
      const { removals, obstacles } = planRemoval(home, () => place)
      expect(obstacles).toEqual([])
      expect(removals.every(({ exact }) => exact)).toBe(true)
      expect(applyRemoval(home, removals)).toEqual([])
      expect(contents(place.userHome)).toEqual(was)
    },
  )

  it('K-16 what was changed since keeps the change, and only our entries go', () => {
    const { place, home } = machine()
    const settings = write(place, '.claude/settings.json', FOREIGN_HOOK)
    applySetup(home, place, planSetup(place, ['claude-code']).edits)
    const changed = readFileSync(settings, 'utf8').replace('{', '{"theme":"dark",')
    writeFileSync(settings, changed)
    applyRemoval(home, planRemoval(home, () => place).removals)
    expect(parsedJson(readFileSync(settings, 'utf8'))).toEqual({
      theme: 'dark',
      ...(JSON.parse(FOREIGN_HOOK) as object),
    })
  })

  // biome-ignore format: a table reads best in columns
  it.each([
    { path: '.claude/settings.json', text: '{\n  "model": "opus",\n  oops\n}\n', says: 'line 3 is not valid JSON: a word without quotes' },
    { path: '.claude/settings.json', text: '{\n  "env": {\n    "A": "1"\n', says: 'line 4 is not valid JSON: a closing } is missing' },
    { path: '.cursor/mcp.json', text: '{\n  "mcpServers": {}\n  "more": 1\n}\n', says: 'line 3 is not valid JSON: a comma is missing' },
    { path: '.codex/config.toml', text: 'model = "x"\nsandbox = on\n', says: 'line 2 is not valid TOML: invalid value' },
    { path: '.codex/config.toml', text: '[mcp_servers.mneme]\ncommand = "mine"\n', says: 'it has an [mcp_servers.mneme] that setup did not write' },
  ])('K-16 a broken $path is left alone and named: $says', ({ path, text, says }) => {
    const { place, home } = machine()
    const file = write(place, path, text)
    const plan = planSetup(place, ['claude-code', 'codex', 'cursor'])
    expect(plan.obstacles).toMatchObject([{ path: file, problem: expect.stringContaining(says) }])
    expect(plan.obstacles[0]?.hint).toMatch(/run mneme setup again/)
    applySetup(home, place, plan.edits)
    expect(readFileSync(file, 'utf8')).toBe(text)
  })

  it('K-16 a file that cannot be written is named, and nothing of it is lost', () => {
    const { place, home } = machine()
    // A folder in the file's place cannot be written by anybody, not even by root.
    mkdirSync(join(place.userHome, '.claude', 'settings.json'), { recursive: true })
    const plan = planSetup(place, ['claude-code'])
    expect(plan.obstacles.map(({ path }) => path)).toContain(
      join(place.userHome, '.claude', 'settings.json'),
    )
    applySetup(home, place, plan.edits)
    expect(statSync(join(place.userHome, '.claude', 'settings.json')).isDirectory()).toBe(true)
  })

  it('K-16 a linked settings file stays a link', () => {
    const { place, home } = machine()
    const real = write(place, 'dotfiles/settings.json', '{}\n')
    mkdirSync(join(place.userHome, '.claude'))
    const link = join(place.userHome, '.claude', 'settings.json')
    symlinkSync(real, link)
    applySetup(home, place, planSetup(place, ['claude-code']).edits)
    expect(readFileSync(real, 'utf8')).toContain('hook.cjs')
    applyRemoval(home, planRemoval(home, () => place).removals)
    expect(readFileSync(real, 'utf8')).toBe('{}\n')
    expect(existsSync(link)).toBe(true)
  })

  it('K-16 a home that lost its record takes nothing from anybody', () => {
    const { place, home } = machine()
    applySetup(home, place, planSetup(place, ['claude-code']).edits)
    rmSync(home.home, { recursive: true })
    expect(planRemoval(home, () => place).removals).toEqual([])
  })

  it('K-16 a block in TOML comes out as it went in', () => {
    fc.assert(
      fc.property(fc.array(fc.stringMatching(/^[a-z =".#[\]]{0,30}$/)), (lines) => {
        const text = lines.length === 0 ? '' : `${lines.join('\n')}\n`
        expect(withoutBlock(withBlock(text, '[mcp_servers.mneme]\ncommand = "x"'))).toBe(text)
      }),
    )
  })
})
