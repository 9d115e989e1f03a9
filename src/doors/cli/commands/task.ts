import { taskAdd, taskDone, taskList } from '../../../operations/task.ts'
import { oneLine } from '../../terminal/text.ts'
import { command } from '../command.ts'
import { paint } from '../terminal.ts'
import { rememberCommand } from './remember.ts'

export const taskAddCommand = command(taskAdd, {
  positional: ['content…'],
  stdin: 'content',
  examples: ['mneme task add "Add pagination to the search endpoint"'],
  exitCode: (output) => rememberCommand.exitCode?.(output) ?? 0,
  print: (output, shown) => rememberCommand.print(output, shown),
})

export const taskDoneCommand = command(taskDone, {
  positional: ['id'],
  examples: [
    'mneme task done add-pagination-to-the-search-endpoint',
    'mneme task done 01J8Z3 --reopen',
  ],
  print: ({ memory }) => `${memory.done ? 'Done' : 'Open again'}: ${oneLine(memory.title)}`,
})

export const taskListCommand = command(taskList, {
  examples: ['mneme task list', 'mneme task list --done'],
  print: ({ tasks }) =>
    tasks
      .map((task) => `${task.done ? '☑' : '☐'} ${oneLine(task.title)}  ${paint('dim', task.name)}`)
      .join('\n') || 'No open tasks. To add one: mneme task add "…"',
})
