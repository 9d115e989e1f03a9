/** Runs one of the build's programs to its end, as a host or a shell does, and gives what it printed. */
import { spawn } from 'node:child_process'

interface Place {
  readonly env: Readonly<Record<string, string>>
}

/** Whatever it ends with: a refusal is an outcome, too. */
export async function runProgram(
  args: readonly string[],
  input: string,
  place: Place,
  cwd: string,
): Promise<string> {
  return (await run(args, input, place, cwd)).printed
}

/** Fails when the program does: without this step nothing is measured. */
export async function runOrFail(
  args: readonly string[],
  input: string,
  place: Place,
  cwd: string,
): Promise<string> {
  const { printed, complained, code } = await run(args, input, place, cwd)
  if (code !== 0) throw new Error(`${args.slice(1).join(' ')} ended with ${code}: ${complained}`)
  return printed
}

function run(
  args: readonly string[],
  input: string,
  { env }: Place,
  cwd: string,
): Promise<{ printed: string; complained: string; code: number | null }> {
  return new Promise((done, fail) => {
    const child = spawn(process.execPath, args, { env, cwd, stdio: ['pipe', 'pipe', 'pipe'] })
    let printed = ''
    let complained = ''
    child.stdout.on('data', (some) => {
      printed += some
    })
    child.stderr.on('data', (some) => {
      complained += some
    })
    child.on('error', fail)
    child.on('close', (code) => done({ printed, complained, code }))
    child.stdin.on('error', () => null) // It may have ended without reading.
    child.stdin.end(input)
  })
}
