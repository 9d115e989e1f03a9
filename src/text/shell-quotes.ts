/** M-02, M-06. A shell reads `--fo""rce` and `--force` alike; so does whoever watches what it is told. */
export function withoutShellQuotes(command: string): string {
  return command.replace(/["'\\]/g, '')
}
