/** What hosts wrote to a hook's standard input, as it was recorded from running programs. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import type { HostName } from '../../src/hosts/hook-event.ts'
import { HOST_HOOKS } from '../../src/hosts/hosts.ts'

const fixture = (path: string) =>
  fileURLToPath(new URL(`../fixtures/transcripts/${path}`, import.meta.url))

const RECORDED: readonly { readonly host: HostName; readonly path: string }[] = [
  { host: 'qwen', path: 'qwen-code/qwen-code-0.24.4-hook-stdin.jsonl' },
  { host: 'copilot', path: 'copilot-cli/copilot-1.0.102-hook-stdin-pascal.jsonl' },
  { host: 'droid', path: 'droid/droid-0.225.2-hook-stdin.jsonl' },
  { host: 'goose', path: 'goose/goose-1.34.0-hook-stdin.jsonl' },
]

function eventsOf({ host, path }: (typeof RECORDED)[number]) {
  const lines = readFileSync(fixture(path), 'utf8').trim().split('\n')
  return lines.map((line) => {
    const payload = JSON.parse(line) as Record<string, unknown>
    const name = String(payload.hook_event_name ?? payload.event)
    return { name, event: HOST_HOOKS[host].read(name, payload) }
  })
}

describe.each(RECORDED)('M-50 hooks of $host', (recorded) => {
  it('J-07 tell of the session and of the prompt', () => {
    const events = eventsOf(recorded)
    const prompts = events.flatMap(({ event }) =>
      event.kind === 'prompt:submit' ? [event.prompt] : [],
    )
    expect(prompts[0]).toBe('Use the shell to say hi')
    expect(events.some(({ event }) => event.kind === 'session:start')).toBe(true)
    const sessions = events.flatMap(({ event }) =>
      event.kind === 'nothing' ? [] : [event.session],
    )
    expect(sessions.every((session) => session !== '')).toBe(true)
  })

  it('J-07 an event after each tool result with no prompt in it is not a prompt', () => {
    for (const { event } of eventsOf(recorded)) {
      if (event.kind === 'prompt:submit') expect(event.prompt).not.toBe('')
    }
  })
})

describe('M-50 answers', () => {
  const reply = { context: 'Use pnpm.', guard: null }
  const block = { context: null, guard: { decision: 'block', reason: 'No force push.' } } as const

  it.each<{ host: HostName; event: string; answer: unknown }>([
    {
      host: 'qwen',
      event: 'UserPromptSubmit',
      answer: {
        additionalContext: 'Use pnpm.',
        hookSpecificOutput: { hookEventName: 'UserPromptSubmit', additionalContext: 'Use pnpm.' },
      },
    },
    { host: 'copilot', event: 'UserPromptSubmit', answer: { additionalContext: 'Use pnpm.' } },
    {
      host: 'cursor',
      event: 'beforeSubmitPrompt',
      answer: { continue: true, additional_context: 'Use pnpm.' },
    },
    { host: 'kiro', event: 'UserPromptSubmit', answer: 'Use pnpm.' },
    { host: 'goose', event: 'UserPromptSubmit', answer: 'Use pnpm.' },
    { host: 'goose', event: 'SessionStart', answer: 'Use pnpm.' },
    { host: 'windsurf', event: 'pre_user_prompt', answer: null },
    { host: 'zed', event: 'UserPromptSubmit', answer: null },
  ])('$host takes context at $event in its own form', ({ host, event, answer }) => {
    expect(HOST_HOOKS[host].answer(event, reply)).toEqual(answer)
  })

  it.each<{ host: HostName; event: string; answer: object }>([
    {
      host: 'copilot',
      event: 'PreToolUse',
      answer: { permissionDecision: 'deny', permissionDecisionReason: 'No force push.' },
    },
    {
      host: 'cursor',
      event: 'preToolUse',
      answer: {
        permission: 'deny',
        user_message: 'No force push.',
        agent_message: 'No force push.',
      },
    },
  ])('K-07 $host blocks a tool call in its own form', ({ host, event, answer }) => {
    expect(HOST_HOOKS[host].answer(event, block)).toEqual(answer)
  })
})
