import { UI_HELP, ui } from '../../ui/commands.ts'
import type { BareCommand } from '../command.ts'

export const uiCommand: BareCommand = {
  summary: 'Open the web page (or, with --terminal, the picker)',
  help: UI_HELP,
  run: ui,
}
