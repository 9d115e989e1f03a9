/** J-11. The page that lists every key, made from the schema so that it cannot drift. */
import type { ConfigKey } from './keys.ts'
import { configKeys } from './keys.ts'
import type { RepositoryRule, Section } from './schema.ts'
import { SECTIONS } from './schema.ts'
import { tomlLiteral } from './toml-edit.ts'
import { wantedText } from './value-text.ts'

const OPENING = `# Configuration

Everything has a default; a file is needed only to change one. Settings are taken from these
places, the later winning over the earlier, key by key:

1. the defaults below,
2. \`config.toml\` in the home folder (\`~/.mneme\`, or where \`MNEME_HOME\` says),
3. \`.mneme/config.toml\` in the repository,
4. the environment.

\`\`\`toml
[retrieval]
top_k = 5

[memory]
enabled = true
\`\`\`

\`mneme config set retrieval.top_k 5\` writes the same and keeps your comments. In the environment
lists are separated by commas or written as JSON, and an empty variable counts as not set.

A repository's file is not trusted because it is there: it may set only what the column
*repository* allows, and what it may not set is left out with a warning. "off" may switch off but
not on, "adds" may add to your list but not replace it.
`

// biome-ignore format: a table reads best in columns
const RULE_WORDS: Readonly<Record<RepositoryRule, string>> = {
  'any':        'yes',
  'never':      'no',
  'off-only':   'off',
  'adds':       'adds',
  'adds-paths': 'adds',
}

export function configurationReference(): string {
  const sections = Object.entries<Section>(SECTIONS).map(([name, { about }]) => {
    const keys = [...configKeys().values()].filter((key) => key.path[0] === name)
    return [
      `## ${name}`,
      '',
      about,
      '',
      '| key | value | default | environment | repository | meaning |',
      '|---|---|---|---|---|---|',
      ...keys.map(row),
      '',
    ].join('\n')
  })
  return [OPENING, ...sections].join('\n')
}

function row(key: ConfigKey): string {
  const standard = key.default === undefined ? 'not set' : code(tomlLiteral(key.default))
  const cells = [
    code(key.key),
    wantedText(key.schema),
    standard,
    code(key.environment),
    RULE_WORDS[key.repository],
    key.description,
  ]
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
}

function code(text: string): string {
  return `\`${text}\``
}
