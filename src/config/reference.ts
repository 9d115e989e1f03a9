/** J-11. The pages that list every key, generated from the schema so that they cannot drift. */
import type { ConfigKey } from './keys.ts'
import { configKeys } from './keys.ts'
import { isTuningKey } from './people.ts'
import type { RepositoryRule, Section } from './schema.ts'
import { SECTIONS } from './schema.ts'
import { tomlLiteral } from './toml-edit.ts'
import { describeAccepted } from './value-text.ts'

const OPENING = `# Configuration

Every setting has a default; you need a file only to change one. Settings are read from these
places, and later ones override earlier ones key by key:

1. the defaults below,
2. \`config.toml\` in Mneme's home (\`~/.mneme\`, or the folder in \`MNEME_HOME\`),
3. \`.mneme/config.toml\` in the repository,
4. environment variables.

\`\`\`toml
[retrieval]
top_k = 5

[memory]
enabled = true
\`\`\`

\`mneme config set retrieval.top_k 5\` does the same and keeps your comments. In environment
variables, write lists separated by commas or as JSON; an empty variable counts as unset.

A repository's file is not trusted: it can set only the keys that the column *repository* allows;
others are ignored with a warning. "off" means it can turn the setting off but not on, "adds" that
it can add to your list but not replace it.

The constants of the ranking and retrieval formulas are settings too, listed in
[Tuning](tuning.md). You should not need them.
`

const TUNING_OPENING = `# Tuning

The constants of Mneme's formulas, under \`[tuning]\` in \`config.toml\`. They were chosen by
measurement, and changing one usually makes something else worse: use \`mneme search --explain\` and
\`mneme context --explain\` to see what a change does. The settings meant for everyday use are in
[Configuration](configuration.md).

\`\`\`toml
[tuning.ranking]
recency_days = 60
\`\`\`
`

// biome-ignore format: a table reads best in columns
const RULE_WORDS: Readonly<Record<RepositoryRule, string>> = {
  'any':        'yes',
  'never':      'no',
  'off-only':   'off',
  'adds':       'adds',
  'adds-paths': 'adds',
}

/** The settings for people. */
export function configurationReference(): string {
  return page(OPENING, ({ key }) => !isTuningKey(key))
}

/** The constants of the formulas. */
export function tuningReference(): string {
  return page(TUNING_OPENING, ({ key }) => isTuningKey(key))
}

function page(opening: string, isListed: (key: ConfigKey) => boolean): string {
  const sections = Object.entries<Section>(SECTIONS).flatMap(([name, { about }]) => {
    const keys = [...configKeys().values()].filter((key) => key.path[0] === name && isListed(key))
    if (keys.length === 0) return []
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
  return [opening, ...sections].join('\n')
}

function row(key: ConfigKey): string {
  const standard = key.default === undefined ? 'not set' : code(tomlLiteral(key.default))
  const cells = [
    code(key.key),
    describeAccepted(key.schema),
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
