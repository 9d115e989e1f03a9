/** B-13, C-02. Kills a writer at some moment, and says what it had acknowledged until then. */
import { spawn } from 'node:child_process'
import { openMneme } from '../../src/compose.ts'
import { disagreements } from './agreement.ts'

/** What is tested is the files. */
const ENV = { MNEME_EMBED_PROVIDER: 'none' }

type Line =
  | { readonly about: string; readonly content: string | null }
  | { readonly acknowledged: string; readonly content: string | null }
  | { readonly done: true }

/** What each name may hold now: the last that was acknowledged, or what was under way. */
export type Expected = Map<string, Set<string | null>>

/** Runs until so many writes were acknowledged and some time more, then kill -9. */
export async function killWriter(
  program: string,
  home: string,
  options: { readonly seed: number; readonly after: number; readonly delayMs: number },
  expected: Expected,
): Promise<number> {
  const child = spawn(process.execPath, [program, home, String(options.seed)], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, MNEME_HOME: home },
  })
  let acknowledged = 0
  let text = ''
  const ended = new Promise<void>((resolve) => {
    child.on('close', () => resolve())
  })
  child.stdout.on('data', (chunk: Buffer) => {
    text += chunk.toString()
    acknowledged = text.split('"acknowledged"').length - 1
    if (acknowledged === options.after) setTimeout(() => child.kill('SIGKILL'), options.delayMs)
    else if (acknowledged > options.after + 20) child.kill('SIGKILL')
  })
  await ended
  for (const line of text.split('\n').filter((each) => each.endsWith('}'))) {
    note(JSON.parse(line) as Line, expected)
  }
  return acknowledged
}

function note(line: Line, expected: Expected): void {
  if ('acknowledged' in line) expected.set(line.acknowledged, new Set([line.content]))
  else if ('about' in line) {
    const possible = expected.get(line.about) ?? new Set([null])
    expected.set(line.about, possible.add(line.content))
  }
}

/** After the next start: what was lost, and where files and rows disagree. */
export async function afterTheCrash(home: string, expected: Expected): Promise<string[]> {
  const { close } = await openMneme({
    home,
    door: 'cli',
    speaker: 'person',
    folder: null,
    env: ENV,
  })
  await close()
  const { engine, close: end } = await openMneme({
    home,
    door: 'cli',
    speaker: 'person',
    folder: null,
    env: ENV,
  })
  try {
    const rows = await engine.store.memories.list(
      { states: ['new', 'high', 'low'] },
      { limit: 1000 },
    )
    const contents = new Map(rows.map(({ name, content }) => [name, content]))
    const lost = [...expected].flatMap(([name, possible]) => {
      const present = contents.get(name) ?? null
      expected.set(name, new Set([present]))
      return possible.has(present)
        ? []
        : [`${name} is ${present}, not ${[...possible].join(' or ')}`]
    })
    return [...lost, ...(await disagreements(engine))]
  } finally {
    await end()
  }
}
