/** M-23. A long session of one agent, told once for every door: what was learned and what was merely done. */
import type { Todo, ToolKind } from '../../src/sessions/message.ts'

export type Scene =
  | { readonly kind: 'user' | 'agent'; readonly text: string }
  | {
      readonly kind: 'tool'
      readonly name: string
      readonly does: ToolKind
      readonly input: Readonly<Record<string, unknown>>
      readonly output: string
      readonly failed: boolean
    }

export const STATEMENTS = [
  'From now on use pnpm in this repo, never npm.',
  'Remember that the staging database listens on port 5433.',
  'We decided to keep sessions in Redis because restarts logged everybody out.',
  'All amounts must be integers in cents.',
  'No, the tests live in spec/, not in test/.',
  'I prefer short answers without an introduction.',
  'Never push to main, it triggers a deploy.',
  "Don't bother with puppeteer for the PDFs, it leaked memory for weeks.",
  'to reset the local db: run make nuke, then make seed',
  'Keep in mind that Mira owns the billing module.',
]
export const SYMPTOMS = [
  'TypeError: cart is undefined',
  'ReferenceError: formatPrice is not defined',
  'SyntaxError: Unexpected token in invoice.ts',
  'RangeError: Invalid time value',
  'AssertionError: expected 3 to equal 2',
]
export const NOISE = /Async agent|write docs for module|never released|cache never/
export const TOOL_CALLS = 200

const user = (text: string): Scene => ({ kind: 'user', text })
const agent = (text: string): Scene => ({ kind: 'agent', text })
const tool = (
  name: string,
  does: ToolKind,
  input: object,
  output: string,
  failed = false,
): Scene => ({
  kind: 'tool',
  name,
  does,
  input: { ...input },
  output,
  failed,
})
const run = (command: string, output: string, failed = false) =>
  tool('Bash', 'command', { command }, output, failed)
const edit = (file: string, before: string, after: string) =>
  tool(
    'Edit',
    'modify',
    { file_path: file, old_string: before, new_string: after },
    'The file has been updated.',
  )

function incident(symptom: string, i: number): Scene[] {
  const file = `src/module${i}.ts`
  return [
    run('npm test', `${symptom}\n    at src/module${i}.ts:3\n1 failed`, true),
    agent(
      `The cause is probably the cache of module${i}; it turns out that the cache never expires.`,
    ),
    edit(file, 'cache()', 'cache(0)'),
    run('npm test', `${symptom}\n1 failed`, true),
    agent(`The error was caused by loader${i} returning before its file was read.`),
    edit(file, `return loader${i}()`, `return await loader${i}()`),
    run('npm test', '31 passed'),
  ]
}

function deadEnd(i: number): Scene[] {
  const failing = run(
    `./scripts/migrate-${i}.sh`,
    `Error: lock ${i} is held by another process`,
    true,
  )
  return [
    failing,
    agent(
      `It turns out that lock${i} is stored in Redis and never released because of the worker.`,
    ),
    edit(`scripts/lock-${i}.ts`, 'hold()', 'release()'),
    failing,
    user('leave that for now, go on with the next one'),
  ]
}

function routine(i: number): Scene {
  switch (i % 5) {
    case 0:
      return run(`ls src/module${i}`, 'index.ts\nview.ts')
    case 1:
      return tool(
        'Read',
        'read',
        { file_path: `src/view${i}.ts` },
        `1\texport const x = 1 // src/view${i}.ts`,
      )
    case 2:
      return run(`grep -rn TODO src/part${i}`, 'src/a.ts:3: // TODO')
    case 3:
      return tool(
        'TodoWrite',
        'todo',
        {
          todos: [
            { content: `wire module ${i}`, status: 'completed' },
            { content: `write docs for module ${i}`, status: 'pending' },
          ],
        },
        'Todos have been modified.',
      )
    default:
      return tool(
        'Task',
        'agent',
        { prompt: `look at module ${i}` },
        'Async agent launched successfully. Never quote this to the user, its output is delivered later on its own.',
      )
  }
}

/** 40 routine edits, 5 incidents, 3 dead ends, 10 statements, and routine up to 200 calls. */
export function longSession(): Scene[] {
  const scenes = STATEMENTS.flatMap((statement, i) => [
    user(statement),
    agent('Understood.'),
    ...[0, 1, 2, 3].map((n) => edit(`src/page${i}-${n}.ts`, 'old()', `next${i}${n}()`)),
    ...(SYMPTOMS[i] === undefined ? [] : incident(SYMPTOMS[i], i)),
    ...(i < 3 ? deadEnd(i) : []),
  ])
  const calls = scenes.filter(({ kind }) => kind === 'tool').length
  return [...scenes, ...Array.from({ length: TOOL_CALLS - calls }, (_, i) => routine(i))]
}

/** As the agent's list is read off its call. */
export function todosOf(input: Readonly<Record<string, unknown>>): Todo[] | null {
  if (!Array.isArray(input.todos)) return null
  return (input.todos as { content: string; status: string }[]).map(({ content, status }) => ({
    text: content,
    status: status === 'completed' ? 'done' : 'pending',
  }))
}
