/** J-02. Words that people bring from other tools, and what they are called here. */

/** Short names that people know from other tools. */
export const COMMAND_ALIASES: Readonly<Record<string, string>> = {
  add: 'remember',
  ls: 'list',
  rm: 'forget',
  show: 'get',
}

/** Not accepted as commands; the error suggests the command they stand for. */
const COMMAND_WORDS: Readonly<Record<string, string>> = {
  install: 'setup',
  connect: 'setup',
  uninstall: 'remove',
  save: 'remember',
  store: 'remember',
  new: 'remember',
  note: 'remember',
  find: 'search',
  query: 'search',
  grep: 'search',
  recall: 'search',
  view: 'get',
  cat: 'get',
  delete: 'forget',
  del: 'forget',
  revert: 'undo',
  rollback: 'undo',
  log: 'journal',
  info: 'status',
  check: 'doctor',
  web: 'ui',
  open: 'ui',
  server: 'serve',
  start: 'serve',
  demo: 'tour',
  settings: 'config list',
  inject: 'context',
  approve: 'review accept',
}

const FLAG_WORDS: Readonly<Record<string, string>> = {
  '--global': '--scope global',
  '--local': '--scope project',
  '--verbose': '--explain, where a command has it',
  '--force': 'commands ask before they change what cannot be undone',
  '--yes': 'commands ask before they change what cannot be undone',
  '--all-projects': '--all',
}

export function commandForWord(word: string): string | null {
  return Object.hasOwn(COMMAND_WORDS, word) ? (COMMAND_WORDS[word] ?? null) : null
}

/** From the message about an option that is not known. */
export function flagForWord(message: string): string | null {
  const word = /'(--[a-z-]+)/.exec(message)?.[1] ?? ''
  return Object.hasOwn(FLAG_WORDS, word) ? `Use instead: ${FLAG_WORDS[word]}` : null
}
