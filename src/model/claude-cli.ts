/**
 * G-09. Answers from the Claude Code command, on the user's own subscription: hooks off, no tools, no
 * session written, in a folder of no project, and ended with all its children when time is up.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { tmpdir } from 'node:os'
import * as z from 'zod'
import { MnemeError } from '../errors.ts'
import { withinDeadline } from './deadline.ts'
import { jsonInText } from './json-in-text.ts'
import type { KeyEnvironment } from './key.ts'
import type { Answer, LanguageModel, Question } from './model.ts'
import { IN_EXTRACTION } from './recursion.ts'
import type { ModelSettings } from './settings.ts'

const PROGRAM = 'The claude command'
const DEFAULT_MODEL = 'haiku'
const MAX_OUTPUT_BYTES = 8_000_000
const SHOWN_CHARACTERS = 200

const Result = z.object({
  is_error: z.boolean().optional(),
  result: z.string().optional(),
  structured_output: z.unknown().optional(),
  usage: z
    .object({
      input_tokens: z.number().optional(),
      output_tokens: z.number().optional(),
      cache_creation_input_tokens: z.number().nullable().optional(),
      cache_read_input_tokens: z.number().nullable().optional(),
    })
    .optional(),
})

export function openClaudeCli(settings: ModelSettings, env: KeyEnvironment): LanguageModel {
  const model = settings.name ?? DEFAULT_MODEL
  return {
    id: `claude-cli:${model}`,
    ask: (question) =>
      withinDeadline(settings, PROGRAM, question.signal, async (signal) =>
        answerIn(await run(settings.command, argumentsFor(model, question), env, question, signal)),
      ),
  }
}

function argumentsFor(model: string, { system, schema }: Question): string[] {
  // biome-ignore format: one option a line
  return [
    '-p',
    '--model', model,
    '--output-format', 'json',
    '--no-session-persistence',
    '--tools', '',
    '--strict-mcp-config',
    '--settings', JSON.stringify({ disableAllHooks: true }),
    '--system-prompt', system,
    '--json-schema', JSON.stringify(schema),
  ]
}

/** Without the marks of a session that we may have been started from. */
function cleanEnvironment(env: KeyEnvironment): Record<string, string | undefined> {
  const kept = Object.entries(env).filter(([name]) => !/^(?:CLAUDECODE$|CLAUDE_CODE_)/.test(name))
  return { ...Object.fromEntries(kept), [IN_EXTRACTION]: '1' }
}

/** Windows has no process groups; there the child alone can be ended. */
const HAS_GROUPS = process.platform !== 'win32'

async function run(
  command: string,
  args: readonly string[],
  env: KeyEnvironment,
  question: Question,
  signal: AbortSignal,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: tmpdir(),
      env: cleanEnvironment(env),
      detached: HAS_GROUPS,
      stdio: ['pipe', 'pipe', 'pipe'],
      windowsHide: true,
    })
    const end = () => endGroup(child)
    signal.addEventListener('abort', end, { once: true })
    const out: Buffer[] = []
    let bytes = 0
    let err = ''
    child.stdout.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes > MAX_OUTPUT_BYTES) end()
      else out.push(chunk)
    })
    child.stderr.on('data', (chunk: Buffer) => {
      if (err.length < SHOWN_CHARACTERS) err += chunk.toString()
    })
    child.on('error', (cause) => {
      signal.removeEventListener('abort', end)
      reject(
        new MnemeError('unavailable', `"${command}" cannot be started: ${cause.message}`, {
          hint: 'Install Claude Code, or set model.command to where it is.',
          cause,
        }),
      )
    })
    child.on('close', (code) => {
      signal.removeEventListener('abort', end)
      const text = Buffer.concat(out).toString()
      if (code === 0) resolve(text)
      else reject(cliFailure(`ended with ${code ?? 'a signal'}: ${shortenOutput(err || text)}`))
    })
    // A broken pipe is ignored: the exit code of a program that stops reading says more.
    child.stdin.on('error', () => {})
    child.stdin.end(question.user)
  })
}

function endGroup(child: ChildProcess): void {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
  try {
    if (HAS_GROUPS) process.kill(-child.pid, 'SIGKILL')
    else child.kill('SIGKILL')
  } catch (thrown) {
    // Gone in the meantime is what we wanted.
    if ((thrown as NodeJS.ErrnoException).code !== 'ESRCH') throw thrown
  }
}

function answerIn(text: string): Answer {
  const result = Result.safeParse(jsonInText(text))
  if (!result.success) throw cliFailure('did not return valid JSON')
  const { is_error, result: said, structured_output, usage } = result.data
  if (is_error) throw cliFailure(`says: ${shortenOutput(said ?? '')}`)
  const value = structured_output ?? jsonInText(said ?? '')
  if (value === undefined) throw cliFailure('gave no JSON')
  const read = usage && [
    usage.input_tokens,
    usage.cache_creation_input_tokens,
    usage.cache_read_input_tokens,
  ]
  return {
    value,
    inputTokens: read ? read.reduce<number>((sum, each) => sum + (each ?? 0), 0) : null,
    outputTokens: usage?.output_tokens ?? null,
  }
}

function cliFailure(what: string): MnemeError {
  return new MnemeError('unavailable', `${PROGRAM} ${what}`, {
    hint: 'Try it yourself: claude -p "hello"',
  })
}

function shortenOutput(text: string): string {
  return text.replace(/\s+/g, ' ').trim().slice(0, SHOWN_CHARACTERS)
}
