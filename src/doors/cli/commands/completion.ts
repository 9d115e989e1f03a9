/** J-02. `mneme completion bash`: a script for the shell; it asks back with `completion words`. */
import { MnemeError } from '../../../errors.ts'
import type { BareCommand, Loaders } from '../command.ts'
import { COMPLETION_SCRIPTS, SHELLS, type Shell } from '../completion-scripts.ts'
import { sayData } from '../out.ts'

const HELP = `Usage: mneme completion <shell>

Prints a script that completes commands, flags, values and names in the shell. Shells: bash, zsh, fish.

Examples:
  source <(mneme completion bash)
  mneme completion zsh > ~/.zfunc/_mneme
  mneme completion fish > ~/.config/fish/completions/mneme.fish
`

export const completionCommand: BareCommand = {
  summary: 'Print a script that completes commands, flags, values and names in your shell',
  help: HELP,
  words: SHELLS,
  async run([what, ...rest], commands = {}) {
    if (what === '--help' || what === '-h') sayData(HELP)
    else if (what === 'words') await offer(commands, rest[0] === '--' ? rest.slice(1) : rest)
    else sayData(COMPLETION_SCRIPTS[shellOf(what)])
    return 0
  },
}

async function offer(commands: Loaders, words: readonly string[]): Promise<void> {
  const { candidatesFor } = await import('../completion.ts')
  const found = await candidatesFor(commands, words, async (kind, current) => {
    const { findStoredNames } = await import('../stored-names.ts')
    // The tab key stays silent where the home cannot be opened.
    return findStoredNames(kind, current).catch(() => [])
  })
  sayData(found.map(({ text, about }) => `${text}\t${about}`).join('\n'))
}

function shellOf(name: string | undefined): Shell {
  const shell = SHELLS.find((each) => each === name)
  if (shell) return shell
  const shown = name === undefined ? 'say which shell' : `there is no completion for "${name}"`
  throw new MnemeError('invalid_input', shown, {
    hint: `One of: ${SHELLS.join(', ')}. For example: source <(mneme completion bash)`,
  })
}
