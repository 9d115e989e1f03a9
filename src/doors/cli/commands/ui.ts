import { UI_HELP, ui } from '../../ui/commands.ts'
import type { BareCommand } from '../command.ts'

export const uiCommand: BareCommand = {
  summary: 'Open the page, or with --terminal the picker, to see and steer memory',
  help: UI_HELP,
  run: ui,
}
