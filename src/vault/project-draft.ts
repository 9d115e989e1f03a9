/** C-08. A first PROJECT.md out of what a repository says about itself. */

export interface RepositoryFacts {
  readonly name: string
  readonly about: string
  /** How it is built, tested and checked, in the order they were found. */
  readonly commands: readonly { readonly does: string; readonly command: string }[]
  readonly layout: readonly string[]
}

const MAX_CHARACTERS = 200

export function projectDraft(facts: RepositoryFacts): string {
  const about = plain(facts.about)
  return [
    `# ${plain(facts.name)}`,
    ...(about === '' ? [] : [about]),
    '<!-- Everything in this file goes into every session here, once it is approved:\n     mneme anchor approve. Keep what an agent must always know; delete the rest. -->',
    '## Commands',
    facts.commands.length > 0
      ? facts.commands.map(({ does, command }) => `- ${does}: ${code(command)}`).join('\n')
      : 'None were found. Say how this is built, tested and checked.',
    '## Layout',
    facts.layout.length > 0
      ? facts.layout.map((folder) => `- ${code(`${folder}/`)}`).join('\n')
      : 'Everything is in one folder.',
    '## Rules',
    'Say here what must always or never be done.',
  ]
    .join('\n\n')
    .concat('\n')
}

/** A repository's own words stay on one line and in their place. */
function plain(text: string): string {
  const line = text.replace(/[\s\u0000-\u001f\u007f]+/g, ' ').replace(/<!--|-->/g, '')
  return line.trim().slice(0, MAX_CHARACTERS)
}

function code(text: string): string {
  return `\`${plain(text).replaceAll('`', "'")}\``
}
