import { describe, expect, it } from 'vitest'
import { resultOrigin, toolCall } from '../../src/sessions/tools.ts'
import { defaults } from './fixture.ts'

function call(name: string, input: unknown) {
  return toolCall(defaults, { id: 'c', name, input })
}

describe('toolCall', () => {
  it.each([
    ['Read', { file_path: '/p/a.ts' }, { kind: 'read', filesRead: ['/p/a.ts'] }],
    ['read_file', { absolute_path: '/p/a.ts' }, { kind: 'read', filesRead: ['/p/a.ts'] }],
    ['MultiEdit', { file_path: '/p/a.ts' }, { kind: 'modify', filesModified: ['/p/a.ts'] }],
    ['edit', { filePath: '/p/a.ts' }, { kind: 'modify', filesModified: ['/p/a.ts'] }],
    ['Bash', { command: 'npm test' }, { kind: 'command', command: 'npm test' }],
    ['shell', '{"command":["bash","-lc","ls -l"]}', { kind: 'command', command: 'ls -l' }],
    ['exec_command', '{"cmd":"pnpm i"}', { kind: 'command', command: 'pnpm i' }],
    ['shell', { command: ['git', 'status'] }, { kind: 'command', command: 'git status' }],
    [
      'apply_patch',
      '*** Begin Patch\n*** Update File: src/a.ts\n@@\n*** Add File: src/b.ts\n*** End Patch',
      { kind: 'modify', filesModified: ['src/a.ts', 'src/b.ts'] },
    ],
    [
      'shell',
      { command: ['bash', '-lc', "apply_patch <<'X'\n*** Update File: c.ts\nX"] },
      { kind: 'command', filesModified: ['c.ts'] },
    ],
    ['WebFetch', { url: 'https://example.org' }, { kind: 'web' }],
    ['mcp__github__get_issue', { path: '/p' }, { kind: 'other', filesRead: [], filesModified: [] }],
    ['constructor', null, { kind: 'other', input: 'null' }],
  ])('F-01 %s %j', (name, input, expected) => {
    expect(call(name, input)).toMatchObject(expected)
  })

  it('F-03 lists of things to do keep their entries, and broken entries are left out', () => {
    const todos = ['broken', { content: 'write tests', status: 'in_progress' }, { content: 'ship' }]
    expect(call('TodoWrite', { todos }).todos).toEqual([
      { text: 'write tests', status: 'in-progress' },
      { text: 'ship', status: 'pending' },
    ])
    const plan = [{ step: 'look', status: 'completed' }]
    expect(call('update_plan', JSON.stringify({ plan })).todos).toEqual([
      { text: 'look', status: 'done' },
    ])
  })

  it('F-01 an input of any size or depth gives a short summary', () => {
    let deep: unknown = 'bottom'
    for (let i = 0; i < 50_000; i++) deep = { deep }
    expect(call('x', deep).input.length).toBeLessThan(100)
    const long = { content: 'x'.repeat(1_000_000), list: Array(10_000).fill('y'.repeat(1000)) }
    expect(call('Write', long).input.length).toBeLessThanOrEqual(defaults.maxInputChars + 1)
  })

  it('F-09 private parts of an input are not kept', () => {
    const made = call('Bash', { command: 'echo <private>hunter2</private> done' })
    expect(JSON.stringify(made)).not.toContain('hunter2')
  })
})

it.each([
  ['WebSearch', 'web'],
  ['Read', 'file'],
  ['Bash', 'tool-output'],
  [undefined, 'tool-output'],
])('K-11 what %s answers is %s', (name, origin) => {
  expect(resultOrigin(name)).toBe(origin)
})
