/**
 * What a hook costs the host: its wall time beside that of a bare `node -e 0` in the same run, turn
 * about. The vault and the embedder are off: they work behind the answer, and making ten thousand
 * files and vectors beside the measurement would be what is measured.
 *
 * Arguments: --memories N (10000), --rounds N (60). Needs the build: npm run build.
 */
import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openMneme } from '../src/compose.ts'
import { loadMemories } from './support/load.ts'
import { textsFrom } from './support/texts.ts'
import { timingOf } from './support/timing.ts'

const DIST = join(process.cwd(), 'dist')

export const bench = {
  name: 'hooks',
  summary: 'The prompt hook beside a bare `node -e 0`, with the daemon warm and with it down',
  async run(args: readonly string[]) {
    const { values } = parseArgs({
      args: [...args],
      options: {
        memories: { type: 'string', default: '10000' },
        rounds: { type: 'string', default: '60' },
      },
    })
    const rounds = Number(values.rounds)
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
    await loadMemories(mneme, place, Number(values.memories), () => texts.next())
    await mneme.close()
    const cli = (...words: string[]) =>
      spawnSync(process.execPath, [join(DIST, 'cli.js'), ...words], { env, cwd: project })
    const prompt = () =>
      JSON.stringify({
        session_id: 'bench',
        cwd: project,
        hook_event_name: 'UserPromptSubmit',
        prompt: texts.query(6),
        prompt_id: String(Math.random()),
      })
    const rows: (string | number)[][] = []
    const figures: Record<string, number> = {}
    const measure = async (what: string, key: string, environment: NodeJS.ProcessEnv) => {
      const hooks: number[] = []
      const bare: number[] = []
      let failed = 0
      for (let round = 0; round < rounds; round++) {
        bare.push((await wall(['-e', '0'], '', environment)).ms)
        const ran = await wall([join(DIST, 'hook.cjs'), 'claude-code'], prompt(), environment)
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
    try {
      cli('serve', '--detach')
      for (let warm = 0; warm < 5; warm++)
        await wall([join(DIST, 'hook.cjs'), 'claude-code'], prompt(), env)
      await measure('daemon warm', 'warm', env)
      const url = String(JSON.parse(cli('status', '--json').stdout.toString()).daemon?.url ?? '')
      const token = spawnSync('cat', [join(env.MNEME_HOME, 'run', 'token')])
        .stdout.toString()
        .trim()
      if (url) {
        const trips: number[] = []
        for (let round = 0; round < rounds; round++)
          trips.push(await roundTrip(url, token, prompt()))
        const http = timingOf(trips)
        rows.push(['http, one round trip', http.p50, http.p95, '', '', '', ''])
        figures.http_ms = http.p50
      }
      cli('stop')
      await measure('daemon down', 'down', { ...env, MNEME_NO_DAEMON: '1' })
    } finally {
      cli('stop')
      rmSync(home, { recursive: true, force: true })
    }
    return {
      title: 'Wall time of the prompt hook (milliseconds)',
      columns: ['what', 'p50', 'p99', 'node p50', 'p50 times', 'p99 times', 'failed'],
      rows,
      figures,
    }
  },
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
