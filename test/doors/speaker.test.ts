import { describe, expect, it } from 'vitest'
import { speakerAtTerminal } from '../../src/doors/speaker.ts'

describe('who speaks at a terminal', () => {
  const tty = { isTTY: true }

  it.each([
    { why: 'a terminal', facts: { env: {}, stdin: tty, stdout: tty }, speaker: 'person' },
    { why: 'input from a pipe', facts: { env: {}, stdin: {}, stdout: tty }, speaker: 'agent' },
    { why: 'output into a pipe', facts: { env: {}, stdin: tty, stdout: {} }, speaker: 'agent' },
    {
      why: 'a terminal of Claude Code',
      facts: { env: { CLAUDECODE: '1' }, stdin: tty, stdout: tty },
      speaker: 'agent',
    },
    {
      why: 'a person who set CODEX_HOME',
      facts: { env: { CODEX_HOME: '/x' }, stdin: tty, stdout: tty },
      speaker: 'person',
    },
  ])('M-01 $why: $speaker', ({ facts, speaker }) => {
    expect(speakerAtTerminal(facts).speaker).toBe(speaker)
  })

  it.each([
    ['CLAUDECODE', 'claude-code'],
    ['CODEX_SANDBOX', 'codex'],
    ['GEMINI_CLI', 'gemini-cli'],
    ['OPENCODE', 'opencode'],
    ['CURSOR_AGENT', 'cursor'],
    ['EDITOR', null],
  ])('M-01 %s is a mark of %s', (name, agent) => {
    const { actor } = speakerAtTerminal({ env: { [name]: '1' }, stdin: tty, stdout: tty })
    expect(actor).toBe(agent === null ? 'cli' : `cli:${agent}`)
  })
})
