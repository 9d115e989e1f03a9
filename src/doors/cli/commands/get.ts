import { get } from '../../../operations/get.ts'
import { command } from '../command.ts'
import { memoryPage } from '../memory-page.ts'

export const getCommand = command(get, {
  positional: ['id'],
  examples: ['mneme get api-rate-limit', 'mneme get 01J8Z3 --json'],
  print: ({ memory }) => memoryPage(memory),
})
