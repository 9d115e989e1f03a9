import { createRequire } from 'node:module'
import { HOSTS } from '../../../hosts/hook-event.ts'
import type { BareCommand } from '../command.ts'

export const hookCommand: BareCommand = {
  summary: 'Handle a hook event from standard input (called by hosts)',
  help: `Usage: mneme hook <host> [event]\n\nPasses a host’s hook event to the daemon and prints the answer. Always exits with 0. “mneme setup” writes it into the settings of your agents.\n\nHosts: ${HOSTS.join(', ')}\n\nExamples:\n  mneme hook claude-code SessionStart < event.json\n`,
  async run() {
    const here = import.meta.url
    // The client is one small file that ends the process by itself.
    createRequire(here)(here.includes('/chunks/') ? '../hook.cjs' : './hook.cjs')
    return new Promise(() => {})
  },
}
