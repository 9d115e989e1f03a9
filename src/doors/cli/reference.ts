/** The reference pages that are made from the code: written by `npm run docs`, compared by a test. */
import { configurationReference, tuningReference } from '../../config/reference.ts'
import { claudeCodePlugin } from '../../hosts/setup/claude-code-plugin.ts'
import { version } from '../../version.ts'
import { COMMAND_GROUPS } from './commands.ts'
import { type Groups, manPage } from './man-page.ts'
import { helpFor } from './parse.ts'

/** Path in the repository to what must be there. */
export async function referencePages(): Promise<Readonly<Record<string, string>>> {
  return {
    'docs/configuration.md': configurationReference(),
    'docs/tuning.md': tuningReference(),
    'docs/commands.md': await commandReference(),
    'man/mneme.1': manPage(version(), await loadGroups()),
    ...claudeCodePlugin(version()),
  }
}

async function loadGroups(): Promise<Groups> {
  const groups = Object.entries(COMMAND_GROUPS).map(async ([title, commands]) => {
    const each = Object.entries(commands).map(async ([name, load]) => [name, await load()] as const)
    return [title, Object.fromEntries(await Promise.all(each))] as const
  })
  return Object.fromEntries(await Promise.all(groups))
}

async function commandReference(): Promise<string> {
  const sections: string[] = []
  for (const [title, commands] of Object.entries(COMMAND_GROUPS)) {
    sections.push(`## ${title}`)
    for (const [name, load] of Object.entries(commands)) {
      const command = await load()
      const help = 'run' in command ? command.help : helpFor(command)
      sections.push(`### mneme ${name}\n\n\`\`\`text\n${help.trimEnd()}\n\`\`\``)
    }
  }
  return `# Commands\n\nWritten by \`npm run docs\` from the operations themselves. Every command also takes \`--json\`,\nwhose shape is the output of its operation.\n\n${sections.join('\n\n')}\n`
}
