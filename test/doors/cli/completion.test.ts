import { describe, expect, it } from 'vitest'
import { COMMANDS } from '../../../src/doors/cli/commands.ts'
import { candidatesFor } from '../../../src/doors/cli/completion.ts'

const offered = async (...words: readonly string[]) =>
  (await candidatesFor(COMMANDS, words)).map(({ text }) => text)

describe('J-02 completion', () => {
  it.each([
    { words: ['sea'], texts: ['search'] },
    { words: ['sess'], texts: ['session-search', 'sessions'] },
    { words: ['config', ''], texts: ['list', 'get', 'set'] },
    { words: ['procedure', 'out'], texts: ['outcome'] },
    { words: ['search', '--strat'], texts: ['--strategy'] },
    { words: ['search', '--strategy', ''], texts: ['auto', 'keyword', 'bm25', 'semantic'] },
    { words: ['search', '--strategy=k'], texts: ['--strategy=keyword'] },
    { words: ['search', '--strategy', '=', 'k'], texts: ['--strategy=keyword'] },
    { words: ['remember', 'text', '--type', 'dec'], texts: ['decision'] },
    { words: ['remember', '-t', 'pol'], texts: ['policy'] },
    { words: ['ui', '--ter'], texts: ['--terminal'] },
    { words: ['completion', ''], texts: ['bash', 'zsh', 'fish'] },
    { words: ['upkeep', 'run', 'rank'], texts: ['ranking'] },
    { words: ['nonsense', ''], texts: [] },
    { words: ['constructor', ''], texts: [] },
  ])('J-02 $words offers $texts', async ({ words, texts }) => {
    expect(await offered(...words)).toEqual(texts)
  })

  it('J-02 what is stored is asked for where its kind may stand', async () => {
    const asked: string[] = []
    const stored = async (kind: string) => {
      asked.push(kind)
      return [
        { text: 'deploy-days', about: 'We deploy on Fridays' },
        { text: 'not one word', about: '' },
      ]
    }
    const found = async (...words: readonly string[]) =>
      (await candidatesFor(COMMANDS, words, stored)).map(({ text }) => text)
    for (const words of [
      ['show', 'd'],
      ['rm', ''],
      ['link', 'a', 'd'],
      ['edit', ''],
    ]) {
      expect(await found(...words)).toEqual(['deploy-days'])
    }
    expect(await found('remember', 'x', '--tag', 'd')).toEqual(['deploy-days'])
    expect(await found('list', '--project', 'd')).toEqual(['deploy-days'])
    expect(await found('search', 'd')).toEqual([])
    expect(asked).toEqual(['memory', 'memory', 'memory', 'memory', 'tag', 'project'])
  })

  it('J-02 every command and every flag of every command is offered', async () => {
    const { flagsOf } = await import('../../../src/doors/cli/flags.ts')
    const first = await offered('')
    for (const [name, load] of Object.entries(COMMANDS)) {
      const words = name.split(' ')
      expect(first, name).toContain(words[0])
      const command = await load()
      if ('run' in command) continue
      const shown = await offered(...words, '--')
      const free = (command.positional ?? []).map((each) => each.replace('…', ''))
      const taken = [...free, ...Object.values(command.fileFor ?? {})]
      for (const { field, name: flag } of flagsOf(command.op)) {
        if (!taken.includes(field)) expect(shown, name).toContain(`--${flag}`)
      }
    }
  })

  it('J-02 nothing that holds a tab or a line end is offered', async () => {
    for (const text of await offered('')) expect(text).toMatch(/^[a-z-]+$/)
  })
})
