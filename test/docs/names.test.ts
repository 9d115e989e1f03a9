/** What the documents and our own messages name exists: every setting, every command, every flag. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { expect, it } from 'vitest'
import { configKeys, isSection } from '../../src/config/keys.ts'
import { SECTIONS } from '../../src/config/schema.ts'
import { COMMANDS } from '../../src/doors/cli/commands.ts'
import { helpFor } from '../../src/doors/cli/parse.ts'
import { COMMAND_ALIASES } from '../../src/doors/cli/synonyms.ts'
import { SOURCE, sourceFiles } from '../support/patterns.ts'

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
    for (const each of await unknownIn(line)) wrong.push(`${page}: mneme ${each}`)
  }
  expect(wrong).toEqual([])
})

it('J-02 every command in our messages exists, with its flags', async () => {
  const lines = sourceFiles().flatMap((file) =>
    textsIn(file).flatMap((text) =>
      [...text.matchAll(NAMED)].map(({ index, 1: line = '' }) => ({ file, line, index })),
    ),
  )
  expect(lines.length).toBeGreaterThan(100)
  const wrong: string[] = []
  for (const { file, line, index } of lines) {
    // At its start a text may say what mneme did.
    const unknown = (await unknownIn(line)).filter((each) => index > 0 || each !== line)
    for (const each of unknown) wrong.push(`${file}: mneme ${each}`)
  }
  expect(wrong).toEqual([])
})

/** Where a message says what to type, and not what mneme does: at its start, after a colon, in ticks, "run …". */
const NAMED = /(?:^|: |`|"|\b[Rr]un |\b[Ss]ee )mneme ([a-z][^`"'.;|&()\n\u0001]*)/g

/** What stands between quotes in a file; a value put in is one sign. */
function textsIn(file: string): string[] {
  const tree = ts.createSourceFile(
    file,
    readFileSync(join(SOURCE, file), 'utf8'),
    ts.ScriptTarget.ESNext,
  )
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node)) found.push(node.text)
    else if (ts.isTemplateExpression(node)) {
      const parts = node.templateSpans.map(({ literal }) => literal.text)
      found.push([node.head.text, ...parts].join('\u0001'))
    }
    ts.forEachChild(node, visit)
  }
  visit(tree)
  return found
}

/** The command, or those of its flags, that do not exist. */
async function unknownIn(line: string): Promise<string[]> {
  const words = line.replace(/"[^"]*"/g, '…').split(/[\s,)]+/)
  const name = [words.slice(0, 2).join(' '), COMMAND_ALIASES[words[0] ?? ''], words[0] ?? ''].find(
    (each) => each !== undefined && Object.hasOwn(COMMANDS, each),
  )
  const command = name === undefined ? undefined : await COMMANDS[name]?.()
  if (command === undefined) {
    const isTopic = Object.keys(COMMANDS).some((each) => each.startsWith(`${words[0]} `))
    return words[0] === 'help' || isTopic ? [] : [line]
  }
  const help = 'run' in command ? command.help : helpFor(command)
  const known = ['--json', '--help', '--no-color', '--project', '--session']
  return words
    .flatMap((word) => /^--[a-z][a-z-]*/.exec(word)?.[0] ?? [])
    .filter((flag) => !known.includes(flag) && !new RegExp(`${flag}(?![\\w-])`).test(help))
    .map((flag) => `${name} ${flag}`)
}
