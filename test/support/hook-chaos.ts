/** K-03. Prompts in a row through the real hook, while its daemon is killed at random. */
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { seededRandom } from './clock.ts'

export interface ChaosOptions {
  /** The built hook client. */
  readonly hook: string
  /** Its `MNEME_HOME` is where the daemon is looked for. */
  readonly env: Readonly<Record<string, string>>
  readonly project: string
  readonly prompts: number
  /** How often the daemon is killed, a share of the prompts. */
  readonly killShare: number
  readonly seed: number
}

export interface ChaosReport {
  /** A word of each prompt that stands in no other. */
  readonly marks: readonly string[]
  readonly kills: number
  /** Exit codes other than 0. */
  readonly failed: number
  readonly ms: readonly number[]
}

export async function hookChaos(options: ChaosOptions): Promise<ChaosReport> {
  const random = seededRandom(options.seed)
  const marks: string[] = []
  const ms: number[] = []
  let kills = 0
  let failed = 0
  for (let index = 0; index < options.prompts; index += 1) {
    const mark = markOf(index, random)
    marks.push(mark)
    const text = `Always use ${mark} for ${pseudoWord(random)} ${pseudoWord(random)} in this project`
    const running = runHook(options.hook, options.env, {
      session_id: `session-${index % 3}`,
      cwd: options.project,
      transcript_path: null,
      hook_event_name: 'UserPromptSubmit',
      prompt: text,
      prompt_id: `prompt-${index}`,
    })
    if (random() < options.killShare && killDaemon(options.env)) kills += 1
    const ended = await running
    ms.push(ended.ms)
    if (ended.code !== 0) failed += 1
  }
  return { marks, kills, failed, ms }
}

export function runHook(hook: string, env: Readonly<Record<string, string>>, payload: object) {
  return new Promise<{ code: number | null; ms: number; out: string }>((resolve) => {
    const start = performance.now()
    const child = spawn(process.execPath, [hook, 'claude-code'], { env: { ...env } })
    let out = ''
    child.stdout.on('data', (part) => {
      out += part
    })
    child.once('close', (code) => resolve({ code, ms: performance.now() - start, out }))
    child.stdin.end(JSON.stringify(payload))
  })
}

/** By the id that it wrote down itself; false when it was killed before and has not come back. */
function killDaemon(env: Readonly<Record<string, string>>): boolean {
  const endpoint = join(env.MNEME_HOME ?? '', 'run', 'endpoint.json')
  if (!existsSync(endpoint)) return false
  try {
    const { pid } = JSON.parse(readFileSync(endpoint, 'utf8')) as { pid: number }
    return process.kill(pid, 'SIGKILL')
  } catch {
    return false
  }
}

const ONSETS = 'b c d f g h j k l m n p r s t v w z br cl dr fl gr pl st tr'.split(' ')
const VOWELS = 'a e i o u ai oa ee'.split(' ')

function pseudoWord(random: () => number): string {
  const pick = (from: readonly string[]) => from[Math.floor(random() * from.length)] as string
  return Array.from({ length: 3 }, () => pick(ONSETS) + pick(VOWELS)).join('')
}

/** The number in letters makes it the only one; it looks like the name of a tool. */
function markOf(index: number, random: () => number): string {
  const letters = [...String(index)].map((digit) => 'abcdefghij'[Number(digit)]).join('')
  return `${pseudoWord(random)}q${letters}x`
}
