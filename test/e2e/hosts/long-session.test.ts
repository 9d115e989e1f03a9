/**
 * M-35, K-08. A session of 200 turns with the real Claude Code: nothing said in it comes back to it, the
 * stable part is sent once, and the ledger says what the requests carried. Long: by `--all` only.
 */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { loadTokenCounter } from '../../../src/text/token-count.ts'
import { hostMachine } from '../../support/host-machine.ts'
import { hostCommand } from '../../support/host-programs.ts'
import { standInApi } from '../../support/stand-in-api.ts'

const [claude = ''] = process.env.MNEME_E2E_ALL === '1' ? hostCommand('claude-code') : []
const TURNS = 200

/** Said in an earlier session. */
const EARLIER = [
  'Always use pnpm instead of npm in this project',
  'Never push to the main branch directly in this project',
  'All amounts must be integers in cents in this project',
  'Remember that the staging database of this project listens on port 5433',
]
/** Said in this one, and asked about later in it. */
const NOW = [
  'Always write migrations with Atlas in this project',
  'Never use lodash in this project',
  'Always put feature flags behind Unleash in this project',
  'Remember that Mira owns the billing module of this project',
]
const QUESTIONS = [
  'Which package manager do we use here?',
  'How are amounts stored here?',
  'Which port has the staging database?',
  'How do we write migrations here?',
  'May I use lodash here?',
  'Who owns the billing module?',
]

function promptOf(turn: number): string {
  const said = turn % 20 === 5 ? NOW[Math.floor(turn / 20)] : undefined
  if (said !== undefined) return said
  if (turn % 7 === 3) return `${QUESTIONS[turn % QUESTIONS.length]} (turn ${turn})`
  return `Please rename variable v${turn} in src/part${turn % 30}.ts to value${turn}.`
}

/** However it is rendered, these words of it are in it. */
const told = (said: string) => said.replace(/^Remember that /, '').slice(0, 34)

interface Message {
  readonly role: string
  readonly content: string | readonly { readonly text?: string }[]
}

const CONTEXT = /<memory-context[\s\S]*?<\/memory-context>/g

/** What hooks added, in order, as it stands in the last request. */
function contextsIn(body: string): string[] {
  const { messages } = JSON.parse(body) as { messages: readonly Message[] }
  const texts = messages.flatMap(({ content }) =>
    typeof content === 'string' ? [content] : content.map(({ text }) => text ?? ''),
  )
  return texts.flatMap((text) => text.match(CONTEXT) ?? [])
}

it.skipIf(claude === '')(
  'M-35 200 turns: no echo, the stable part once, and a ledger that agrees with the requests',
  { timeout: 3_600_000 },
  async () => {
    const machine = hostMachine({ maxMs: 3_000_000 })
    mkdirSync(join(machine.home, '.claude'))
    expect(machine.mneme('setup', '--host', 'claude-code', '--yes').code).toBe(0)
    expect(machine.mneme('serve', '--detach').code).toBe(0)
    const api = await standInApi()
    const env = {
      ANTHROPIC_API_KEY: 'dummy',
      ANTHROPIC_BASE_URL: api.url,
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      DISABLE_AUTOUPDATER: '1',
    }
    const talk = (prompts: readonly string[]) => {
      const streaming = ['--input-format', 'stream-json', '--output-format', 'stream-json']
      const lines = prompts.map((content) =>
        JSON.stringify({ type: 'user', message: { role: 'user', content } }),
      )
      const conversation = { lines, answered: /"type":"result"/ }
      return machine.converse(claude, ['-p', ...streaming, '--verbose'], conversation, env)
    }
    interface Ledger {
      readonly total: { readonly tokens: number; readonly injections: number }
    }
    const ledger = () => (JSON.parse(machine.mneme('ledger', '--json').out) as Ledger).total.tokens
    expect((await talk(EARLIER)).code).toBe(0)
    await machine.until<{ memories: readonly unknown[] }>(
      ['list'],
      ({ memories }) => memories.length >= EARLIER.length,
    )
    const before = ledger()
    api.forget()
    const talked = await talk(Array.from({ length: TURNS }, (_, turn) => promptOf(turn)))
    expect(talked.code, talked.err).toBe(0)
    const last = api.requests.reduce((longest, body) =>
      body.length > longest.length ? body : longest,
    )
    const contexts = contextsIn(last)
    const all = contexts.join('\n')
    const counter = await loadTokenCounter()
    const sent = contexts.reduce((sum, text) => sum + counter.count(text), 0)
    const counted = ledger() - before
    console.log(JSON.stringify({ contexts: contexts.length, sent, counted, share: counted / sent }))
    expect(contexts.length).toBeGreaterThan(0)
    for (const said of EARLIER) expect(all).toContain(told(said))
    for (const said of NOW) expect(all).not.toContain(told(said))
    // An index may name what a rule says as well.
    for (const said of EARLIER) {
      expect(all.split(`>${told(said)}`).length - 1, `${said}: sent once`).toBeLessThanOrEqual(1)
    }
    const withStable = contexts.filter((text) => text.includes('<standing>'))
    expect(withStable, 'nothing of the stable part changed for this session').toHaveLength(1)
    expect(Math.abs(counted - sent) / sent).toBeLessThanOrEqual(0.02)
  },
)
