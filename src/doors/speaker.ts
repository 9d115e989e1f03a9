/**
 * M-01. Whether a person is at this door. Only a real terminal that no agent has opened, or the page's
 * session, is one. This stops an agent that uses the tools it was given; it is no wall against a
 * program with the same user id that sets out to look like a person (docs/security.md).
 */

import { MnemeError } from '../errors.ts'
import { PERSON_HINT } from '../memory/origins.ts'

/** Variables that coding agents set for the commands they run. A new agent is a new row. */
// biome-ignore format: a table reads best in columns
const AGENT_MARKS: readonly { readonly agent: string; readonly mark: RegExp }[] = [
  { agent: 'claude-code', mark: /^(?:CLAUDECODE|CLAUDE_CODE_(?:ENTRYPOINT|SESSION_ID|SSE_PORT))$/ },
  { agent: 'codex',       mark: /^CODEX_(?!HOME$|API_KEY$)/ },
  { agent: 'gemini-cli',  mark: /^GEMINI_CLI$/ },
  { agent: 'opencode',    mark: /^OPENCODE(?:_PID|_CLIENT|_SESSION)?$/ },
  { agent: 'cursor',      mark: /^CURSOR_(?:AGENT|CLI)$/ },
  { agent: 'qwen-code',   mark: /^QWEN_CODE$/ },
  { agent: 'copilot',     mark: /^COPILOT_(?:CLI|AGENT)/ },
  { agent: 'cline',       mark: /^CLINE_ACTIVE$/ },
  { agent: 'augment',     mark: /^AUGMENT_AGENT$/ },
  { agent: 'amp',         mark: /^AMP_(?:CURRENT_)?THREAD_ID$/ },
  { agent: 'goose',       mark: /^GOOSE_TERMINAL$/ },
  { agent: 'aider',       mark: /^AIDER_(?:RUN|SESSION)/ },
  { agent: 'crush',       mark: /^CRUSH$/ },
  { agent: 'unknown',     mark: /^(?:AI_AGENT|AGENT|MNEME_AGENT)$/ },
]

interface TerminalFacts {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly stdin: { readonly isTTY?: boolean }
  readonly stdout: { readonly isTTY?: boolean }
}

/** The agent whose variables are set; null when there are none. */
function agentOf(env: TerminalFacts['env']): string | null {
  const names = Object.keys(env).filter((name) => env[name] !== undefined && env[name] !== '')
  const found = AGENT_MARKS.find(({ mark }) => names.some((name) => mark.test(name)))
  return found?.agent ?? null
}

interface TerminalSpeaker {
  readonly speaker: 'person' | 'agent'
  /** For the journal: `cli` for a person; with the agent's name where one is known. */
  readonly actor: string
}

export function speakerAtTerminal(facts: TerminalFacts = process): TerminalSpeaker {
  const agent = agentOf(facts.env)
  const isTerminal = facts.stdin.isTTY === true && facts.stdout.isTTY === true
  if (agent === null && isTerminal) return { speaker: 'person', actor: 'cli' }
  return { speaker: 'agent', actor: agent === null ? 'cli:script' : `cli:${agent}` }
}

/** For actions that are not operations, such as removing Mneme. */
export function requirePersonAtTerminal(what: string, facts: TerminalFacts = process): void {
  if (speakerAtTerminal(facts).speaker === 'person') return
  throw new MnemeError('not_allowed', `${what} takes a person at a terminal`, { hint: PERSON_HINT })
}
