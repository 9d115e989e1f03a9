/**
 * What a hook costs the host: its wall time beside that of a bare `node -e 0` in the same run, turn
 * about. In the store of many memories the vault and the embedder are off: making ten thousand files and
 * vectors beside the measurement would be what is measured. With --data the prompts of a moment set
 * are asked of its history as well, with meaning and everything else as it is by default.
 *
 * Arguments: --memories N (10000; 0: none), --rounds N (60), --data DIR (a folder of moment sets),
 * --set NAME (bookminder), --homes DIR (keeps the prepared history there and uses it again).
 * Needs the build: npm run build.
 */
import { spawn, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { openMneme } from '../src/compose.ts'
import { loadMemories } from './support/load.ts'
import { prepareHome } from './support/moment-direct.ts'
import { layOut, projectFolders, readMomentSet } from './support/moment-sets.ts'
import { textsFrom } from './support/texts.ts'
import { timingOf } from './support/timing.ts'

const DIST = join(process.cwd(), 'dist')
const HOOK = [join(DIST, 'hook.cjs'), 'claude-code']
const PROMPTS_A_SESSION = 6
/** A person reads and types between two prompts; what runs behind an answer is done by then. */
const BETWEEN_PROMPTS_MS = 300
const WARM_MS = 6000

export const bench = {
  name: 'hooks',
  summary: 'The prompt hook beside a bare `node -e 0`, with the daemon warm and with it down',
  async run(args: readonly string[]) {
    const { values } = parseArgs({
      args: [...args],
      options: {
        memories: { type: 'string', default: '10000' },
        rounds: { type: 'string', default: '60' },
        data: { type: 'string' },
        set: { type: 'string', default: 'bookminder' },
        homes: { type: 'string' },
      },
    })
    const taken = measurements(Number(values.rounds))
    const { data, set, homes } = values
    if (data) await ofHistory(taken, { data, name: set, homes })
    if (Number(values.memories) > 0) await ofMemories(taken, Number(values.memories))
    return {
      title: 'Wall time of the prompt hook (milliseconds)',
      columns: ['what', 'p50', 'p99', 'node p50', 'p50 times', 'p99 times', 'failed'],
      rows: taken.rows,
      figures: taken.figures,
    }
  },
}

interface Asked {
  readonly env: NodeJS.ProcessEnv
  /** What the host tells with the next prompt; awaited before the clock runs. */
  readonly next: () => Promise<string> | string
}

type Measurements = ReturnType<typeof measurements>

function measurements(rounds: number) {
  const rows: (string | number)[][] = []
  const figures: Record<string, number> = {}
  return { rounds, rows, figures, measure }

  async function measure(what: string, key: string, { env, next }: Asked): Promise<void> {
    const hooks: number[] = []
    const bare: number[] = []
    let failed = 0
    for (let round = 0; round < rounds; round++) {
      const payload = await next()
      bare.push((await wall(['-e', '0'], '', env)).ms)
      const ran = await wall(HOOK, payload, env)
      hooks.push(ran.ms)
      failed += Number(ran.code !== 0)
    }
    const [ours, node] = [hooks, bare].map((samples) => [...samples].sort((a, b) => a - b))
    const at = (sorted: readonly number[] | undefined, share: number) =>
      sorted?.[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
    const p50 = at(ours, 0.5) / at(node, 0.5)
    const p99 = at(ours, 0.99) / at(node, 0.99)
    rows.push([what, at(ours, 0.5), at(ours, 0.99), at(node, 0.5), p50, p99, failed])
    Object.assign(figures, {
      [`${key}_p50_ratio`]: p50,
      [`${key}_p99_ratio`]: p99,
      [`${key}_failed`]: failed,
    })
  }
}

async function ofHistory(
  taken: Measurements,
  {
    data,
    name,
    homes,
  }: { readonly data: string; readonly name: string; readonly homes: string | undefined },
): Promise<void> {
  const scratch = mkdtempSync(join(tmpdir(), 'mneme-bench-'))
  const set = readMomentSet(data, name)
  const prepared = join(homes ?? scratch, name)
  if (!existsSync(join(prepared, 'ready'))) {
    mkdirSync(prepared, { recursive: true })
    layOut(set, prepared)
    await prepareHome(prepared)
  }
  const home = join(scratch, 'copy')
  cpSync(join(prepared, '.mneme'), home, { recursive: true })
  const env = {
    PATH: process.env.PATH ?? '',
    HOME: prepared,
    MNEME_HOME: home,
    MNEME_HTTP_PORT: '0',
  }
  const cwd = projectFolders(set, prepared)(Object.keys(set.projects)[0] ?? '')
  const prompts = set.moments.filter(({ kind }) => kind !== 'continuation')
  const cli = (...words: string[]) =>
    spawnSync(process.execPath, [join(DIST, 'cli.js'), ...words], { env, cwd })
  let asked = 0
  const next = async () => {
    const session_id = `bench-${process.pid}-${Math.floor(asked / PROMPTS_A_SESSION)}`
    const event = (hook_event_name: string, more: object) =>
      JSON.stringify({ session_id, cwd, hook_event_name, ...more })
    if (asked % PROMPTS_A_SESSION === 0) {
      await wall(HOOK, event('SessionStart', { source: 'startup' }), env)
    }
    await sleep(BETWEEN_PROMPTS_MS)
    const { prompt = '' } = prompts[asked % prompts.length] ?? {}
    asked += 1
    return event('UserPromptSubmit', { prompt, prompt_id: `bench-${asked}` })
  }
  try {
    cli('serve', '--detach')
    await sleep(WARM_MS)
    for (let warm = 0; warm < 2 * PROMPTS_A_SESSION; warm++) await wall(HOOK, await next(), env)
    await taken.measure(`${name}, with meaning`, 'history', { env, next })
  } finally {
    cli('stop')
    rmSync(scratch, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 })
  }
}

async function ofMemories(taken: Measurements, memories: number): Promise<void> {
  const { rounds, rows, figures, measure } = taken
  const home = mkdtempSync(join(tmpdir(), 'mneme-bench-'))
  const project = join(home, 'project')
  mkdirSync(project)
  const env = {
    ...process.env,
    HOME: home,
    MNEME_HOME: join(home, '.mneme'),
    MNEME_HTTP_PORT: '0',
    MNEME_VAULT_ENABLED: 'false',
    MNEME_EMBED_PROVIDER: 'none',
  }
  const texts = textsFrom(11)
  const mneme = await openMneme({
    speaker: 'person',
    home: env.MNEME_HOME,
    env: { MNEME_STORE_SYNCHRONOUS: 'OFF', MNEME_VAULT_ENABLED: 'false' },
  })
  const place = { scope: 'global', project: null, session: null } as const
  await loadMemories(mneme, place, memories, () => texts.next())
  await mneme.close()
  const cli = (...words: string[]) =>
    spawnSync(process.execPath, [join(DIST, 'cli.js'), ...words], { env, cwd: project })
  const next = () =>
    JSON.stringify({
      session_id: 'bench',
      cwd: project,
      hook_event_name: 'UserPromptSubmit',
      prompt: texts.query(6),
      prompt_id: String(Math.random()),
    })
  try {
    cli('serve', '--detach')
    for (let warm = 0; warm < 5; warm++) await wall(HOOK, next(), env)
    await measure('daemon warm', 'warm', { env, next })
    const url = String(JSON.parse(cli('status', '--json').stdout.toString()).daemon?.url ?? '')
    const token = readFileSync(join(env.MNEME_HOME, 'run', 'token'), 'utf8').trim()
    if (url) {
      const trips: number[] = []
      for (let round = 0; round < rounds; round++) trips.push(await roundTrip(url, token, next()))
      const http = timingOf(trips)
      rows.push(['http, one round trip', http.p50, http.p95, '', '', '', ''])
      figures.http_ms = http.p50
    }
    cli('stop')
    await measure('daemon down', 'down', { env: { ...env, MNEME_NO_DAEMON: '1' }, next })
  } finally {
    cli('stop')
    rmSync(home, { recursive: true, force: true })
  }
}

function wall(args: readonly string[], input: string, env: NodeJS.ProcessEnv) {
  return new Promise<{ ms: number; code: number | null }>((resolve) => {
    const start = performance.now()
    const child = spawn(process.execPath, args, { env, stdio: ['pipe', 'ignore', 'ignore'] })
    child.once('close', (code) => resolve({ ms: performance.now() - start, code }))
    child.stdin.on('error', () => {})
    child.stdin.end(input)
  })
}

/** The same event as an http hook would send it. */
function roundTrip(url: string, token: string, payload: string): Promise<number> {
  const body = JSON.stringify({ payload: JSON.parse(payload) })
  const start = performance.now()
  return new Promise((resolve, reject) => {
    const sending = request(
      `${url}/api/hooks/claude-code/UserPromptSubmit`,
      {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      },
      (response) => {
        response.resume()
        response.once('end', () => resolve(performance.now() - start))
      },
    )
    sending.once('error', reject)
    sending.end(body)
  })
}
