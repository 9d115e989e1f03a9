/** J-01. Every operation by name. Each loads when it is first called. */
export const OPERATIONS = {
  remember: async () => (await import('./remember.ts')).remember,
  search: async () => (await import('./search.ts')).search,
  get: async () => (await import('./get.ts')).get,
  list: async () => (await import('./list.ts')).list,
  update: async () => (await import('./update.ts')).update,
  forget: async () => (await import('./forget.ts')).forget,
  why: async () => (await import('./why.ts')).why,
  history: async () => (await import('./history.ts')).history,
  journal: async () => (await import('./journal.ts')).journal,
  undo: async () => (await import('./undo.ts')).undo,
} as const

export type OperationName = keyof typeof OPERATIONS
export type OperationOf<Name extends OperationName> = Awaited<ReturnType<(typeof OPERATIONS)[Name]>>
