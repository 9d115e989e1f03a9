/** Runs one of the build's programs to its end, as a host or a shell does, and gives what it printed. */
import { spawn } from 'node:child_process'

export function runProgram(
  args: readonly string[],
  input: string,
  { env }: { readonly env: Readonly<Record<string, string>> },
  cwd: string,
): Promise<string> {
  return new Promise((done, fail) => {
    const child = spawn(process.execPath, args, { env, cwd, stdio: ['pipe', 'pipe', 'ignore'] })
    let printed = ''
    child.stdout.on('data', (some) => {
      printed += some
    })
    child.on('error', fail)
    child.on('close', () => done(printed))
    child.stdin.on('error', () => null) // It may have ended without reading.
    child.stdin.end(input)
  })
}
