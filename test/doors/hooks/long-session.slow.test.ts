/** M-20, M-23, M-24. Where a person stands: the built hook client, the daemon and the host's transcript. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { runCli } from '../../support/cli.ts'
import { runHook } from '../../support/hook-chaos.ts'
import { hostMachine, type Machine } from '../../support/host-machine.ts'
import { longSession, NOISE, STATEMENTS, SYMPTOMS } from '../../support/long-session.ts'
import { sessionFile } from '../../support/session-files.ts'

const HOOK = fileURLToPath(new URL('../../../dist/hook.cjs', import.meta.url))
const ID = '6a4f1c52-8f55-4a3b-9d35-0d5c2f8f4a11'
const AGO_MS = 20 * 60_000
const ALL = ['list', '--all', '-n', '200']

interface Listed {
  readonly memories: readonly {
    readonly id: string
    readonly type: string
    readonly title: string
    readonly description: string
  }[]
}

interface Status {
  readonly hosts: readonly { readonly name: string; readonly captureAt: string | null }[]
}

function hostOf(machine: Machine) {
  const start = new Date(Date.now() - AGO_MS).toISOString()
  const file = sessionFile(machine.home, ID, { cwd: machine.project, start })
  const hook = async (event: string, more: object = {}) => {
    const about = { session_id: ID, cwd: machine.project, transcript_path: file.path }
    const told = { ...about, hook_event_name: event, ...more }
    const { code, out } = await runHook(HOOK, machine.env, told)
    expect(code).toBe(0)
    return out === '' ? {} : (JSON.parse(out) as { systemMessage?: string })
  }
  const prompt = (text: string) => {
    file.prompt(text)
    return hook('UserPromptSubmit', { prompt: text })
  }
  return { file, hook, prompt }
}

describe('a session through the hook client', { timeout: 400_000 }, () => {
  it('M-23 200 tool calls leave at most 20 memories, all incidents and all statements among them', async () => {
    const machine = hostMachine({ maxMs: 400_000 })
    expect(machine.mneme('serve', '--detach').code).toBe(0)
    const { file, hook, prompt } = hostOf(machine)
    await hook('SessionStart', { source: 'startup' })
    for (const scene of longSession()) {
      if (scene.kind === 'agent') file.answer(scene.text)
      if (scene.kind === 'user') await prompt(scene.text)
      if (scene.kind !== 'tool') continue
      const { name, input, output, failed } = scene
      const id = file.call(name, input)
      file.result(id, output, failed)
      const used = { tool_name: name, tool_input: input, tool_use_id: id }
      if (failed) await hook('PostToolUseFailure', { ...used, error: output })
      else await hook('PostToolUse', { ...used, tool_response: { stdout: output, stderr: '' } })
    }
    await hook('SessionEnd', { reason: 'other' })
    const { memories } = await machine.until<Listed>(ALL, ({ memories: all }) => {
      const explained = all.filter(({ description }) => description.includes('Cause:'))
      return explained.length >= SYMPTOMS.length && all.some(({ type }) => type === 'episode')
    })
    const said = memories.filter(({ type }) => type !== 'episode')
    const texts = said.map(({ type, title, description }) => `${type}: ${title}\n${description}`)
    for (const statement of STATEMENTS)
      expect(
        texts.filter((text) => text.includes(statement)),
        statement,
      ).toHaveLength(1)
    for (const symptom of SYMPTOMS) {
      const told = said.filter(({ type, title }) => type === 'bugfix' && title.includes(symptom))
      expect(told, symptom).toHaveLength(1)
      const { out } = machine.mneme('get', told[0]?.id ?? '')
      expect(out).toMatch(
        /Symptom: [\s\S]*Cause: The error was caused by loader\d returning[\s\S]*Fix: changed module\d\.ts/,
      )
    }
    expect(texts.join('\n')).not.toMatch(NOISE)
    expect(memories.length, texts.join('\n')).toBeLessThanOrEqual(20)
  })

  it('M-24 what was kept is shown with the next reply and in the status, and taken back in one step', async () => {
    const machine = hostMachine()
    mkdirSync(join(machine.home, '.claude'))
    expect(machine.mneme('setup', '--yes', '--host', 'claude-code').code).toBe(0)
    expect(machine.mneme('serve', '--detach').code).toBe(0)
    const { prompt } = hostOf(machine)
    const wish = 'Remember that the staging database listens on port 5433.'
    await prompt(wish)
    await machine.until<Listed>(ALL, ({ memories }) => memories.length === 1)
    // A machine that is too busy answers one prompt late; it is told with the next one, and once.
    const shown: (string | undefined)[] = []
    for (let i = 0; i < 6; i++) shown.push((await prompt(`go on ${i}`)).systemMessage)
    expect(shown.filter((message) => message !== undefined)).toEqual([
      expect.stringContaining('5433'),
    ])
    await prompt('Remember to run the tests now.')
    const told: (string | undefined)[] = []
    for (let i = 0; i < 6; i++) told.push((await prompt(`carry on ${i}`)).systemMessage)
    expect(told.filter((message) => message !== undefined)).toEqual([
      expect.stringMatching(/did not remember .*: it is something to do now/),
    ])
    const { hosts } = JSON.parse(machine.mneme('status', '--json').out) as Status
    expect(hosts.find(({ name }) => name === 'claude-code')?.captureAt).not.toBeNull()
    const { home, project: cwd, env } = machine
    const person = { home, cwd, env: { ...env, MNEME_NO_DAEMON: '' }, atTerminal: true }
    expect(runCli(['undo', '--last-capture'], person).out).toContain('5433')
    const left = JSON.parse(machine.mneme(...ALL, '--json').out) as Listed
    expect(left.memories).toEqual([])
  })
})
