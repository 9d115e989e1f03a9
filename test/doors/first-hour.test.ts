/**
 * J-02. What a newcomer types in the first hour, mistakes included, in order and in one empty home.
 * Every output fits a terminal of 20, 60, 80 and 120 columns; every error says what to do next.
 */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { widthOf } from '../../src/doors/terminal/text.ts'
import { FAILURES } from '../../src/errors.ts'
import { type Typed, typeLine } from '../support/typing.ts'

const WIDTHS = [20, 60, 80, 120] as const
const INVALID = FAILURES.invalid_input.exit
const NOT_FOUND = FAILURES.not_found.exit

interface Attempt {
  readonly line: string
  /** What must be said: the answer, or what to do next. */
  readonly says: RegExp
  readonly code?: number
  readonly env?: Readonly<Record<string, string>>
  /** Changes something, so it is typed once, at 80 columns. */
  readonly once?: true
}

// biome-ignore format: a table reads best in columns
const ATTEMPTS: readonly Attempt[] = [
  { line: '', says: /mneme tour/ },
  { line: '--help', says: /Topics:/ },
  { line: 'help', says: /mneme help <topic>/ },
  { line: 'help serch', says: /Topics: memories/, code: INVALID },
  { line: 'help memories', says: /remember/ },
  { line: 'help setup', says: /Setup:[\s\S]*import-notes/ },
  { line: 'help history', says: /History:[\s\S]*journal/ },
  { line: 'history --help', says: /--restore/ },
  { line: 'review --help', says: /review accept/ },
  { line: 'help vault', says: /vault confirm/ },
  { line: 'help team', says: /share/ },
  { line: 'search --help', says: /Examples:/ },
  { line: '--version', says: /^\d+\.\d+\.\d+/ },
  { line: 'install', says: /Did you mean "setup"/, code: INVALID },
  { line: 'serch deploy', says: /Did you mean "search"/, code: INVALID },
  { line: 'delete it', says: /Did you mean "forget"/, code: INVALID },
  { line: 'status', says: /memory is on/ },
  { line: 'list', says: /To add one: mneme remember/ },
  { line: 'search deploy', says: /Nothing matches here/ },
  { line: 'undo', says: /mneme journal/, code: NOT_FOUND },
  { line: 'health', says: /Memory is healthy/ },
  { line: 'add', says: /For example: mneme remember/, code: INVALID },
  { line: 'add ""', says: /empty/, code: INVALID },
  { line: 'add "We deploy on Fridays, never on Mondays" --type policy', says: /Remembered: we-deploy/, once: true },
  { line: 'add "The staging database lives on the host pluto, port 5433, and is reset every night at two o’clock" --tag db --tags staging', says: /Remembered: the-staging/, once: true },
  { line: 'add "Dates are written 2026-01-31 — 数据库 too" --global', says: /--scope global/, code: INVALID },
  { line: 'add "Dates are written 2026-01-31 — 数据库 too" --scope global', says: /Remembered: dates/, once: true },
  { line: 'add \'password = "correct-horse-battery-9"\'', says: /Take the credential out/, code: FAILURES.secret_found.exit },
  { line: 'ls', says: /We deploy[\s\S]*3 memories/ },
  { line: 'list --type polcy', says: /No memory here has the type "polcy"\. Near: policy/ },
  { line: 'list --tag stagin', says: /No memory here has the tag "stagin"\. Near: staging/ },
  { line: 'search deploy --type polcy', says: /Near: policy/ },
  { line: 'list --since yesterday', says: /2026-01-31, or a time ago such as 7d/, code: INVALID },
  { line: 'list --limt 3', says: /Did you mean --limit/, code: INVALID },
  { line: 'list --limit many', says: /takes a number/, code: INVALID },
  { line: 'list --project nope', says: /no folder and no project "nope"/, code: NOT_FOUND },
  { line: 'list --project shpo', says: /Did you mean "shop"/, code: NOT_FOUND },
  { line: 'list --project shop', says: /3 memories/ },
  { line: 'list --all', says: /3 memories/ },
  { line: 'search', says: /For example: mneme search/, code: INVALID },
  { line: 'search when is staging reset', says: /pluto/ },
  { line: 'search deploy --all', says: /Fridays/ },
  { line: 'search "tag:"', says: /./ },
  { line: 'show we-deploy', says: /Did you mean "we-deploy-on-fridays/, code: NOT_FOUND },
  { line: 'show we-deploy-on-fridays-never-on-mondays', says: /policy/ },
  { line: 'why we-deploy-on-fridays-never-on-mondays', says: /user-stated/ },
  { line: 'context "plan the next deploy"', says: /Fridays/ },
  { line: 'move we-deploy-on-fridays-never-on-mondays', says: /--scope is missing: one of global, project/, code: INVALID },
  { line: 'update we-deploy-on-fridays-never-on-mondays', says: /To change its text: mneme update/ },
  { line: 'rm', says: /For example: mneme forget/, code: INVALID },
  { line: 'rm nope', says: /mneme list/, code: NOT_FOUND },
  { line: 'rm --tag stagin --dry-run', says: /Near: staging/ },
  { line: 'edit', says: /For example: mneme edit/, code: INVALID },
  { line: 'edit dates-are-written-2026-01-31', says: /Did you mean/, code: NOT_FOUND, env: { EDITOR: 'true' } },
  { line: 'edit we-deploy-on-fridays-never-on-mondays', says: /Nothing was changed/, env: { EDITOR: 'true' } },
  { line: 'edit we-deploy-on-fridays-never-on-mondays', says: /Set EDITOR/, code: FAILURES.unavailable.exit, env: { EDITOR: 'false' } },
  { line: 'list --type prefrence', says: /Near: preference/ },
  { line: 'tag we-deploy-on-fridays-never-on-mondays soon', says: /too many words: 2 were given.*For example: mneme tag/, code: INVALID },
  { line: 'feedback we-deploy-on-fridays-never-on-mondays great', says: /verdict must be one of helpful, unhelpful/, code: INVALID },
  { line: 'move we-deploy-on-fridays-never-on-mondays', says: /scope is missing: one of global, project/, code: INVALID },
  { line: 'handoff', says: /there is no session here yet/, code: NOT_FOUND },
  { line: 'undo --dry-run', says: /Would undo[\s\S]*Dates/ },
  { line: 'undo', says: /To redo: mneme undo --batch/, once: true },
  { line: 'add "Use tabs"', says: /Remembered: use-tabs/, once: true },
  { line: 'add "Use spaces, not tabs"', says: /replaces "use-tabs"/, once: true },
  { line: 'show use-tabs', says: /"use-tabs" was replaced by "use-spaces-not-tabs".*mneme get/, code: NOT_FOUND },
  { line: 'update use-spaces-not-tabs "Use two spaces, not tabs"', says: /\(content\).*mneme history use-spaces-not-tabs/, once: true },
  { line: 'rm use-spaces-not-tabs', says: /Forgot/, once: true },
  { line: 'journal', says: /created (?:which: )?We deploy on/ },
  { line: 'stats', says: /2 memories/ },
  { line: 'project', says: /shop: 2 memories/ },
  { line: 'projects list', says: /shop/ },
  { line: 'review', says: /For example: mneme review list/, code: INVALID },
  { line: 'review list', says: /Nothing needs approval/ },
  { line: 'sessions list', says: /mneme sessions backfill/ },
  { line: 'session-search deploy', says: /In every project: --all/ },
  { line: 'config get nope', says: /mneme config list/, code: INVALID },
  { line: 'config set context.evidence.speak loud', says: /must be one of quiet, balanced/, code: INVALID },
  { line: 'setup --host emacs', says: /claude-code/, code: INVALID },
  { line: 'doctor', says: /./ },
  { line: 'off', says: /To switch it on: mneme on project/, once: true },
  { line: 'search deploy', says: /mneme on/, code: FAILURES.switched_off.exit },
  { line: 'on', says: /Memory is on/, once: true },
]

let root = ''
let folder = ''
const env: Record<string, string> = {}

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'mneme-test-'))
  folder = join(root, 'shop')
  mkdirSync(join(folder, '.git'), { recursive: true })
  Object.assign(env, {
    HOME: root,
    MNEME_HOME: join(root, 'mneme'),
    MNEME_NO_DAEMON: '1',
    MNEME_EMBED_PROVIDER: 'none',
    MNEME_STORE_SYNCHRONOUS: 'OFF',
    NO_COLOR: '1',
    LANG: 'en_US.UTF-8',
  })
  for (const name of AGENT_MARKS) env[name] = ''
})

afterAll(() => rmSync(root, { recursive: true, force: true }))

/** An agent that runs these tests is no person; here one sits at the terminal. */
const AGENT_MARKS = ['CLAUDECODE', 'CLAUDE_CODE_ENTRYPOINT', 'CLAUDE_CODE_SSE_PORT', 'AI_AGENT']

const type = (line: string, columns: number, more: Readonly<Record<string, string>> = {}) =>
  typeLine(line, { columns, folder, env: { ...env, ...more } })

/** A single word may be wider than the terminal: ids and paths are copied whole. */
function linesTooWide({ out, err }: Typed, columns: number): string[] {
  return `${out}${err}`
    .split('\n')
    .filter((line) => widthOf(line) > columns && /\S\s+\S/.test(line.trim()))
}

describe('J-02 a newcomer types', () => {
  it.each(ATTEMPTS)('J-02 mneme $line', async ({ line, says, code = 0, env: more, once }) => {
    for (const columns of once ? [80] : WIDTHS) {
      const typed = await type(line, columns, more)
      const all = `${typed.out}${typed.err}`
      expect(all.replace(/\s+/g, ' '), `at ${columns}: ${all}`).toMatch(says)
      expect(typed.code, all).toBe(code)
      expect(linesTooWide(typed, columns), `at ${columns}`).toEqual([])
      expect(all).not.toContain('\u001b')
      if (code !== 0) expect(all.trim().split('\n').length).toBeGreaterThan(1)
    }
  })

  it('J-02 the help is one screen of 80 by 24', async () => {
    const { out } = await type('--help', 80)
    expect(out.trimEnd().split('\n').length).toBeLessThanOrEqual(24)
  })

  it('J-02 a terminal without UTF-8 gets plain signs', async () => {
    for (const line of [
      'stats',
      'list',
      '--help',
      'serch',
      'why we-deploy-on-fridays-never-on-mondays',
    ]) {
      const { out, err } = await type(line, 60, { LANG: 'C', LC_ALL: 'C' })
      expect(`${out}${err}`).not.toMatch(/[…“”’—░▁█→×]/)
    }
  })

  it('J-02 what was typed in an editor that failed is kept', async () => {
    const editor = join(folder, 'editor.sh')
    writeFileSync(editor, '#!/bin/sh\nsed -i.bak s/Fridays/Tuesdays/ "$1"\nexit 1\n', {
      mode: 0o755,
    })
    const { code, err } = await type('edit we-deploy-on-fridays-never-on-mondays', 120, {
      EDITOR: editor,
      TMPDIR: folder,
    })
    expect(code).toBe(FAILURES.conflict.exit)
    const draft = /Your text is in (\S+)/.exec(err)?.[1] ?? ''
    expect(readdirSync(join(draft, '..')).length).toBeGreaterThan(0)
    expect((await type('show we-deploy-on-fridays-never-on-mondays', 80)).out).toContain('Fridays')
  })
})
