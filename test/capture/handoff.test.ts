import { describe, expect, it } from 'vitest'
import { handoffOf, renderHandoff } from '../../src/capture/handoff.ts'
import { LifeboatSettings } from '../../src/capture/settings.ts'
import { promptMessage, toolMessages } from '../../src/sessions/message.ts'

const settings = LifeboatSettings.parse({})

function prompt(text: string) {
  return promptMessage({ eventId: text, text, at: null, origin: 'user' })
}

function run(id: string, command: string, text: string, failed: boolean) {
  const call = { id, name: 'Bash', kind: 'command', input: '{}', command } as const
  const none = { filesRead: [], filesModified: [], todos: null }
  const result = { callId: id, text, failed }
  return toolMessages({ call: { ...call, ...none }, result, at: null, origin: 'tool-output' })
}

describe('M-55 handoff', () => {
  it('a check counts by its last run', () => {
    const { failing } = handoffOf(settings, [
      prompt('Make the invoice tests pass'),
      ...run('a', 'npm test', 'Error: expected 3 to be 4', true),
      ...run('b', 'npx eslint src', 'error  no-undef', true),
      ...run('c', 'npm test', 'Tests 12 passed', false),
    ])
    expect(failing).toHaveLength(1)
    expect(failing[0]).toContain('npx eslint src')
  })

  it('names the task, and leaves empty sections out', () => {
    const text = renderHandoff(
      handoffOf(settings, [prompt('Move the invoice worker to its own queue')]),
      'a codex session',
    )
    expect(text).toContain('# Continue the work of a codex session')
    expect(text).toContain('- Move the invoice worker to its own queue')
    expect(text).not.toContain('## Failing checks')
  })

  it('a session that asked for nothing gives nothing', () => {
    expect(renderHandoff(handoffOf(settings, [prompt('ok')]), 'x')).toBeNull()
  })
})
