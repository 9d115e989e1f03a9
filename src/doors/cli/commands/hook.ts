import { createRequire } from 'node:module'
import type { BareCommand } from '../command.ts'

export const hookCommand: BareCommand = {
  summary: 'Handle a hook event from standard input (called by hosts)',
  help: 'Usage: mneme hook <host> [event]\n\nHands what a host wrote to its hook to the daemon and prints the answer. Always ends with 0.\nHosts: claude-code, codex, gemini, opencode. `mneme setup` puts it in place.\n\nExamples:\n  mneme hook claude-code SessionStart < event.json\n',
  async run() {
    const here = import.meta.url
    // The client is one small file that ends the process by itself.
    createRequire(here)(here.includes('/chunks/') ? '../hook.cjs' : './hook.cjs')
    return new Promise(() => {})
  },
}
