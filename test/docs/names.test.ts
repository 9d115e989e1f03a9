/** What the documents name exists: every setting, every command, every flag. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { configKeys, isSection } from '../../src/config/keys.ts'
import { SECTIONS } from '../../src/config/schema.ts'
import { COMMANDS } from '../../src/doors/cli/commands.ts'
import { helpFor } from '../../src/doors/cli/parse.ts'
import { COMMAND_ALIASES } from '../../src/doors/cli/synonyms.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const pages = [
  'README.md',
  'CONTRIBUTING.md',
  ...readdirSync(join(root, 'docs'))
    .filter((name) => name.endsWith('.md') && name !== 'commands.md')
    .map((name) => `docs/${name}`),
]

/** Each piece of code with its page: the lines of a block, or the words between two ticks. */
const code = pages.flatMap((page) => {
  const text = readFileSync(join(root, page), 'utf8')
  const blocks = [...text.matchAll(/^```(?:sh|text|)\n([\s\S]*?)^```/gm)].flatMap(
    ([, block = '']) => block.split('\n'),
  )
  const words = [...text.replace(/^```[\s\S]*?^```/gm, '').matchAll(/`([^`\n]+)`/g)]
  return [...blocks, ...words.map(([, word = '']) => word)].map((piece) => ({ page, piece }))
})

it('J-11 every setting in the documents exists', () => {
  const isSetting = /^([a-z]+)(?:\.[a-z_]+)+$/
  const wrong = code.flatMap(({ page, piece }) => {
    const [name, section = ''] = isSetting.exec(piece) ?? []
    // In the answer of `mneme status --json`.
    if (name === undefined || name === 'daemon.url' || !Object.hasOwn(SECTIONS, section)) return []
    return configKeys().has(name) || isSection(name) ? [] : [`${page}: ${name}`]
  })
  expect(wrong).toEqual([])
})

it('J-02 every command in the documents exists, with its flags', async () => {
  const lines = code.flatMap(({ page, piece }) => {
    const [, line] = /^(?:\$ )?mneme ([a-z][^#&|;]*)/.exec(piece) ?? []
    return line === undefined ? [] : [{ page, line }]
  })
  expect(lines.length).toBeGreaterThan(100)
  const wrong: string[] = []
  for (const { page, line } of lines) {
    const words = line.replace(/"[^"]*"/g, '…').split(/[\s,)]+/)
    const name = [
      words.slice(0, 2).join(' '),
      COMMAND_ALIASES[words[0] ?? ''],
      words[0] ?? '',
    ].find((each) => each !== undefined && Object.hasOwn(COMMANDS, each))
    const command = name === undefined ? undefined : await COMMANDS[name]?.()
    if (command === undefined) {
      const isTopic = Object.keys(COMMANDS).some((each) => each.startsWith(`${words[0]} `))
      if (words[0] !== 'help' && !isTopic) wrong.push(`${page}: mneme ${line}`)
      continue
    }
    const help = 'run' in command ? command.help : helpFor(command)
    const flags = words.filter((word) => /^--[a-z]/.test(word)).map((word) => word.split('=')[0])
    const known = ['--json', '--help', '--no-color', '--project', '--session']
    for (const flag of flags) {
      if (!help.includes(flag ?? '') && !known.includes(flag ?? ''))
        wrong.push(`${page}: mneme ${name} ${flag}`)
    }
  }
  expect(wrong).toEqual([])
})
