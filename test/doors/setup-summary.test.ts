/** K-16, M-24. Setup for people: a summary before, an honest end, and status for each agent. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { hostLines } from '../../src/doors/cli/commands/status.ts'
import { readHostActivity } from '../../src/engine/hosts/host-activity.ts'
import { HOST_SETUPS } from '../../src/hosts/setup/setups.ts'
import { runCli } from '../support/cli.ts'
import { temporaryFolder } from '../support/folder.ts'
import { openHome } from '../support/opened-home.ts'

/** A home in which agents have left their traces. */
function homeWith(files: Readonly<Record<string, string>>): string {
  const home = temporaryFolder()
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(home, path)), { recursive: true })
    writeFileSync(join(home, path), text)
  }
  return home
}

const FOUR = {
  '.claude/settings.json': '{}\n',
  '.codex/config.toml': 'model = "x"\n',
  '.gemini/settings.json': '{ "theme": oops }\n',
  '.qwen/settings.json': '{}\n',
}

describe('mneme setup', () => {
  it('K-16 says what it would write in a dozen lines, and the diff when asked', () => {
    const home = homeWith(FOUR)
    const short = runCli(['setup', '--dry-run'], { home }).out
    expect(short.trim().split('\n').length).toBeLessThanOrEqual(12)
    expect(short).toMatch(/Claude Code +~\/\.claude\/settings\.json, .*\d+ commands/)
    expect(short).toMatch(/left alone: .*\.gemini\/settings\.json: line 1/)
    const long = runCli(['setup', '--dry-run', '--diff'], { home }).out
    expect(long).toContain('+[mcp_servers.mneme]')
    expect(readFileSync(join(home, '.claude/settings.json'), 'utf8')).toBe('{}\n')
  })

  it('K-16 ends with what became of each agent', () => {
    const home = homeWith(FOUR)
    const { out, code } = runCli(['setup', '--yes'], { home })
    expect(code).toBe(1)
    expect(out).toContain('Claude Code: connected.')
    expect(out).toContain('Codex: waiting for you: start codex and type /hooks.')
    expect(out).toMatch(/Gemini CLI: incomplete\. ~\/\.gemini\/settings\.json: line 1/)
    expect(out).not.toContain('Gemini CLI: connected')
    expect(out, 'said once').not.toContain('left alone')
  })

  it('K-16 what remove would restore is summed up as shortly', () => {
    const home = homeWith(FOUR)
    runCli(['setup', '--yes'], { home })
    const { out } = runCli(['remove', '--dry-run'], { home })
    expect(out.trim().split('\n').length).toBeLessThanOrEqual(12)
    expect(out).toMatch(/Claude Code +~\/\.claude\/settings\.json, .*\d+ commands/)
  })

  it('M-24 a half-installed agent is incomplete in status, with the file, the line and what to do', () => {
    const home = homeWith({ '.claude/settings.json': '{\n  "model": "opus"\n  "env": {}\n}\n' })
    expect(runCli(['setup', '--yes'], { home }).code).toBe(1)
    const { out } = runCli(['status'], { home })
    expect(out).toMatch(/agents +Claude Code +incomplete/)
    expect(out.replace(/\s+/g, ' ')).toMatch(
      /settings\.json: line 3 is not valid JSON: a comma is missing → Repair the file and run mneme setup again/,
    )
    expect(out).not.toMatch(/Claude Code +connected/)
  })

  it('M-24 status and doctor name each agent and what it waits for, whatever their environment is', () => {
    const home = homeWith({ '.codex/config.toml': 'model = "x"\n', '.cursor/mcp.json': '{}' })
    expect(runCli(['setup', '--yes', '--host', 'codex'], { home }).code).toBe(0)
    const { out } = runCli(['status'], { home })
    expect(out).toMatch(/agents +Codex +waiting for you: start codex and type \/hooks/)
    expect(out).toMatch(/also here: Cursor/)
    interface Found {
      findings: { what: string; fix: string }[]
    }
    const findings = (env: Record<string, string>) => {
      const ran = runCli(['doctor', '--json'], { home, env })
      return (JSON.parse(ran.out) as Found).findings.filter(({ what }) => /Codex/.test(what))
    }
    const waiting = {
      what: 'Codex has not run Mneme’s hooks yet',
      fix: 'start codex and type /hooks',
    }
    expect(findings({})).toMatchObject([waiting])
    // Another environment than setup had, as a daemon may have one.
    expect(findings({ MNEME_HOME: join(home, 'mneme/../mneme') })).toMatchObject([waiting])
  })
})

it('M-24 a prompt that was heard, kept and answered is remembered of its agent', async () => {
  const home = await openHome({ env: { MNEME_EMBED_PROVIDER: 'none' } })
  const folder = home.projectFolder('repo')
  const { engine } = home.opened
  const heard = async (session: string, prompt: string) => {
    const { do: run } = await home.at({ door: 'hook', folder, session })
    const payload = {
      hook_event_name: 'UserPromptSubmit',
      session_id: session,
      cwd: folder,
      prompt,
    }
    await run('hook', { host: 'codex', event: 'UserPromptSubmit', payload })
  }
  const seen = () => readHostActivity(engine, 'codex')
  expect(await seen()).toEqual({ eventAt: null, captureAt: null, injectionAt: null })
  await heard('s1', 'Always use pnpm instead of npm in this project')
  await expect.poll(async () => (await seen()).captureAt, { timeout: 20_000 }).not.toBeNull()
  expect((await seen()).eventAt).not.toBeNull()
  await heard('s2', 'Which package manager do we use here?')
  await expect.poll(async () => (await seen()).injectionAt, { timeout: 20_000 }).not.toBeNull()
  // Written down, for a process that has seen nothing itself.
  expect(await engine.store.notes.get('host-activity:codex')).toContain('captureAt')
})

describe('the agents in status', () => {
  const host = {
    host: 'claude-code',
    title: 'Claude Code',
    connected: true,
    byDocumentation: false,
    approval: null,
    eventAt: '2026-03-01T11:58:00.000Z',
    captureAt: '2026-03-01T09:00:00.000Z',
    injectionAt: null,
    problems: [],
  }
  const now = '2026-03-01T12:00:00.000Z'

  it('M-50 an agent that is supported by its documentation alone is marked, as in the document', () => {
    expect(hostLines([{ ...host, byDocumentation: true }], now)[0]).toMatch(/\(by documentation\)$/)
    const rows = readFileSync('docs/hosts.md', 'utf8').matchAll(/^\| (.+?) \|.*\| (.+?) \|$/gm)
    const marked = [...rows].filter(([, , verified]) => verified === 'by documentation')
    const setups = Object.values(HOST_SETUPS).filter((setup) => setup.byDocumentation)
    expect(marked.map(([, title]) => title).sort()).toEqual(setups.map(({ title }) => title).sort())
  })

  it('M-24 last event, last capture, last injection', () => {
    expect(hostLines([host], now)).toEqual([
      'agents    Claude Code  last event 2 min ago, capture 3 h ago, injection never',
    ])
  })

  it('M-24 a problem comes with the command that mends it', () => {
    const problems = [
      { what: 'settings.json no longer contains what setup wrote', fix: 'mneme setup' },
    ]
    expect(hostLines([{ ...host, problems }], now)[1]).toContain('wrote → mneme setup')
  })
})
