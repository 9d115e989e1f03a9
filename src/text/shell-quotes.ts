/** M-02, M-06. A shell reads `--fo""rce` and `--force` alike; so must a check of the command. */
export function withoutShellQuotes(command: string): string {
  return command.replace(/["'\\]/g, '')
}
