/** J-08. A yes or no from the person at the terminal, where there is one. */
import { createInterface } from 'node:readline/promises'
import { oneLine } from '../terminal/text.ts'

/** Empty in a pipe or a script: there is no person to ask. */
export function confirmer(aside: <Answer>(ask: () => Promise<Answer>) => Promise<Answer>): {
  confirm?: (question: string) => Promise<boolean>
} {
  if (!process.stdin.isTTY || !process.stderr.isTTY) return {}
  return {
    confirm: (question) => aside(() => askYesNo(question)),
  }
}

async function askYesNo(question: string): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return /^y(?:es)?$/i.test((await terminal.question(`${oneLine(question)} [y/N] `)).trim())
  } finally {
    terminal.close()
  }
}
