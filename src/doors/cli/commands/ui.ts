import { UI_HELP, ui } from '../../ui/commands.ts'
import type { BareCommand } from '../command.ts'

export const uiCommand: BareCommand = {
  summary: 'Open the page on which memory can be seen, searched and steered',
  help: UI_HELP,
  run: ui,
}
