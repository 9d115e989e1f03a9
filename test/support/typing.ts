/** The command line in the process of the test, as a person at a terminal of a given width sees it. */
import { vi } from 'vitest'
import { runLine } from '../../src/doors/cli/line.ts'

export interface Terminal {
  readonly columns: number
  readonly folder: string
  readonly env: Readonly<Record<string, string>>
}

export interface Typed {
  readonly code: number
  readonly out: string
  readonly err: string
}

/** `line` is what stands behind `mneme`, quoted as in a shell. */
export async function typeLine(line: string, terminal: Terminal): Promise<Typed> {
  const written = { out: '', err: '' }
  const take = (to: 'out' | 'err') => (chunk: unknown) => {
    written[to] += String(chunk)
    return true
  }
  const undo = [
    vi.spyOn(process, 'cwd').mockReturnValue(terminal.folder),
    vi.spyOn(process.stdout, 'write').mockImplementation(take('out')),
    vi.spyOn(process.stderr, 'write').mockImplementation(take('err')),
  ]
  const streams = [process.stdin, process.stdout, process.stderr]
  const before = streams.map(({ isTTY }) => isTTY)
  for (const stream of streams) Object.assign(stream, { isTTY: true, columns: terminal.columns })
  vi.stubEnv('TERM', 'xterm')
  for (const [name, value] of Object.entries(terminal.env)) vi.stubEnv(name, value)
  try {
    const code = await runLine(wordsOf(line))
    return { code, out: asShown(written.out), err: asShown(written.err) }
  } finally {
    vi.unstubAllEnvs()
    streams.forEach((stream, at) => {
      Object.assign(stream, { isTTY: before[at] })
    })
    for (const spy of undo) spy.mockRestore()
  }
}

/** What stays of a line that was wiped and written again, as progress is. */
function asShown(text: string): string {
  return text
    .split('\n')
    .map((line) => line.split('\r\u001b[2K').at(-1) ?? '')
    .join('\n')
}

function wordsOf(line: string): string[] {
  return [...line.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
    ([, double, single, bare]) => double ?? single ?? bare ?? '',
  )
}
