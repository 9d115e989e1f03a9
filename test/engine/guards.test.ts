import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { guardVerdict } from '../../src/engine/hosts/guards.ts'
import { forget } from '../../src/operations/forget.ts'
import { guardDisable, guardEnable, guardList } from '../../src/operations/guard.ts'
import { hook } from '../../src/operations/hook.ts'
import { remember } from '../../src/operations/remember.ts'
import { undo } from '../../src/operations/undo.ts'
import { type TestHome, testHome } from '../support/home.ts'

async function toolCall(home: TestHome, command: string) {
  return toolCallOf(home, 'Bash', { command })
}

async function toolCallOf({ ask, folder }: TestHome, name: string, input: object) {
  const payload = {
    session_id: 's-1',
    cwd: folder,
    tool_name: name,
    tool_use_id: 'call-1',
    tool_input: input,
  }
  const where = { door: 'hook', session: 's-1' } as const
  const { answer } = await ask(hook, { host: 'claude-code', event: 'PreToolUse', payload }, where)
  return answer
}

describe('guards', () => {
  const rule = { content: 'Never force-push to main', type: 'negative', triggers: ['push --force'] }

  it('K-07 a memory acts on a tool call only once a person switched it on', async () => {
    const home = await testHome()
    const { id } = await home.ask(remember, rule)
    expect(await toolCall(home, 'git push --force origin main')).toBeNull()
    await home.ask(guardEnable, { id: id ?? '', action: 'block' })
    expect(await toolCall(home, 'git push --force origin main')).toMatchObject({
      hookSpecificOutput: {
        permissionDecision: 'deny',
        permissionDecisionReason: expect.stringMatching(
          /Never force-push[\s\S]*user-stated on 2026-01-01/,
        ),
      },
    })
    expect(await toolCall(home, 'git push origin main')).toBeNull()
    await home.ask(guardDisable, { id: id ?? '' })
    expect(await toolCall(home, 'git push --force origin main')).toBeNull()
  })

  it('K-07 a warning lets the call through, and the consent can be undone', async () => {
    const home = await testHome()
    const { id } = await home.ask(remember, rule)
    const { batch } = await home.ask(guardEnable, { id: id ?? '' })
    expect(await toolCall(home, 'git push --force')).toMatchObject({
      hookSpecificOutput: { additionalContext: expect.stringContaining('Never force-push') },
    })
    await home.ask(undo, { batch: batch ?? '' })
    expect((await home.ask(guardList, {})).guards).toMatchObject([{ action: null }])
  })

  it('M-06 while a guard blocks, the hook client knows what to say where no daemon answers', async () => {
    const home = await testHome()
    const mark = join(home.engine.home.run, 'guards.json')
    const denied = () => JSON.parse(readFileSync(mark, 'utf8'))
    const { id } = await home.ask(remember, rule)
    await home.ask(guardEnable, { id: id ?? '', action: 'warn' })
    expect(existsSync(mark)).toBe(false)
    await home.ask(guardEnable, { id: id ?? '', action: 'block' })
    expect(denied()).toMatchObject({
      'claude-code': { PreToolUse: { hookSpecificOutput: { permissionDecision: 'deny' } } },
      gemini: { BeforeTool: { decision: 'deny' } },
      cursor: { preToolUse: { permission: 'deny' } },
      opencode: { 'tool.execute.before': { guard: { decision: 'block' } } },
    })
    await home.ask(forget, { id: [id ?? ''] })
    await toolCall(home, 'ls')
    expect(existsSync(mark)).toBe(false)
  })

  const forbidden = 'git push --force origin main'
  let nested: unknown = forbidden
  for (let depth = 0; depth < 50; depth += 1) nested = [nested, 0]
  const many = Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`key${at}`, 'value']))

  it.each([
    [
      'long lines around it',
      'Bash',
      { command: `#${'x'.repeat(9000)}\n${forbidden}\n#${'y'.repeat(9000)}` },
    ],
    ['tags of what is private', 'Bash', { command: `: '<private>'; ${forbidden}; : '</private>'` }],
    ['unprintable characters', 'Bash', { command: `: ${'\u0001'.repeat(900)}; ${forbidden}` }],
    ['depth', 'mcp__terminal__run', { nested }],
    ['many fields', 'mcp__terminal__run', { ...many, line: forbidden }],
    [
      'a long field',
      'mcp__terminal__run',
      { line: `${'x '.repeat(9000)}${forbidden}${' y'.repeat(9000)}` },
    ],
  ])('M-06 %s hide nothing of a call from a guard', async (_, tool, input) => {
    const home = await testHome()
    const { id } = await home.ask(remember, rule)
    await home.ask(guardEnable, { id: id ?? '', action: 'block' })
    expect(await toolCallOf(home, tool, input)).toMatchObject({
      hookSpecificOutput: { permissionDecision: 'deny' },
    })
  })

  it('K-07 a block outweighs a warning', async () => {
    const home = await testHome()
    const warning = await home.ask(remember, rule)
    await home.ask(guardEnable, { id: warning.id ?? '', action: 'warn' })
    const block = await home.ask(remember, {
      content: 'Main is protected: open a pull request',
      type: 'policy',
      triggers: ['origin main'],
    })
    await home.ask(guardEnable, { id: block.id ?? '', action: 'block' })
    const newest = await home.ask(remember, {
      content: 'Pushing takes the tests with it',
      type: 'pitfall',
      triggers: ['git push'],
    })
    await home.ask(guardEnable, { id: newest.id ?? '', action: 'warn' })
    for (const command of ['git push --force origin main', 'git push origin main --force']) {
      expect(await toolCall(home, command)).toMatchObject({
        hookSpecificOutput: { permissionDecision: 'deny' },
      })
    }
  })

  it('M-07 what is forgotten is no guard any more, and is one again when that is undone', async () => {
    const home = await testHome()
    const { id } = await home.ask(remember, rule)
    await home.ask(guardEnable, { id: id ?? '', action: 'block' })
    const switchedOn = () => home.engine.store.documents.list('guard', {}, 10)
    const { batch } = await home.ask(forget, { id: [id ?? ''] })
    expect(await switchedOn()).toEqual([])
    await home.ask(undo, { batch: batch ?? '' })
    expect(await switchedOn()).toMatchObject([{ key: id, body: { action: 'block' } }])
    expect(await toolCall(home, 'git push --force')).toMatchObject({
      hookSpecificOutput: { permissionDecision: 'deny' },
    })
  })

  it('M-06 guards that were on and cannot be read let nothing through', async () => {
    const home = await testHome()
    const { id } = await home.ask(remember, rule)
    const { engine, caller } = home
    const call = { id: 'call-1', name: 'Bash', command: 'ls', input: '{"command":"ls"}' }
    const tool = {
      ...call,
      kind: 'command',
      filesRead: [],
      filesModified: [],
      todos: null,
    } as const
    const { documents } = engine.store
    const broken = new Proxy(documents, {
      get: (target, key) =>
        key === 'list'
          ? () => Promise.reject(new Error('disk I/O error'))
          : Reflect.get(target, key),
    })
    const faulty = new Proxy(engine.store, {
      get: (target, key) => (key === 'documents' ? broken : Reflect.get(target, key, target)),
    })
    const unread = { ...engine, store: faulty }
    await expect(guardVerdict(unread, caller, tool)).rejects.toThrow('disk I/O error')
    await home.ask(guardEnable, { id: id ?? '', action: 'warn' })
    let isBroken = false
    const later = new Proxy(engine.store, {
      get: (target, key) =>
        key === 'documents' && isBroken ? broken : Reflect.get(target, key, target),
    })
    const failing = { ...engine, store: later }
    expect(await guardVerdict(failing, caller, tool)).toBeNull()
    isBroken = true
    expect(await guardVerdict(failing, caller, tool)).toMatchObject({ decision: 'block' })
  })

  it('K-11 words of a web page may not stop anybody’s tools, and no agent may switch a guard on', async () => {
    const home = await testHome()
    const { id } = await home.ask(remember, { ...rule, type: 'pitfall', origin: 'web' })
    await expect(home.ask(guardEnable, { id: id ?? '' })).rejects.toMatchObject({
      code: 'not_allowed',
    })
    const own = await home.ask(remember, { ...rule, content: 'Never rewrite the history of main' })
    await expect(
      home.ask(guardEnable, { id: own.id ?? '' }, { door: 'mcp' }),
    ).rejects.toMatchObject({
      code: 'not_allowed',
    })
  })
})
