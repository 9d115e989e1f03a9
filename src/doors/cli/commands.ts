/** Every command by what is typed. A command's code loads only when it is called. */
import type { Command } from './command.ts'

type Loader = () => Promise<Command>

/** Groups as people look for them; the order is the order of --help. */
export const COMMAND_GROUPS: Readonly<Record<string, Readonly<Record<string, Loader>>>> = {
  'Keep and find': {
    remember: async () => (await import('./commands/remember.ts')).rememberCommand,
    search: async () => (await import('./commands/search.ts')).searchCommand,
    get: async () => (await import('./commands/get.ts')).getCommand,
    list: async () => (await import('./commands/list.ts')).listCommand,
    update: async () => (await import('./commands/update.ts')).updateCommand,
    forget: async () => (await import('./commands/forget.ts')).forgetCommand,
  },
  'Understand and undo': {
    why: async () => (await import('./commands/why.ts')).whyCommand,
    history: async () => (await import('./commands/history.ts')).historyCommand,
    journal: async () => (await import('./commands/journal.ts')).journalCommand,
    undo: async () => (await import('./commands/undo.ts')).undoCommand,
  },
}

export const COMMANDS: Readonly<Record<string, Loader>> = Object.assign(
  {},
  ...Object.values(COMMAND_GROUPS),
)
