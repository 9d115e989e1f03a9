/** J-09. What a terminal sends, as keys. Anything else is swallowed whole, so that no half of it is typed. */

type KeyName = (typeof CONTROLS)[keyof typeof CONTROLS] | (typeof SEQUENCES)[SequenceText]
export type Key =
  | { readonly name: 'text'; readonly text: string }
  | { readonly name: KeyName | 'escape' }

type SequenceText = keyof typeof SEQUENCES

// biome-ignore format: a table reads best in columns
const CONTROLS = {
  '\r': 'enter',     '\n': 'enter',
  '\t': 'next-tab',
  '\u007f': 'erase', '\u0008': 'erase',
  '\u0015': 'clear', '\u0017': 'erase-word',
  '\u0010': 'up',    '\u000e': 'down',
  '\u0002': 'read-up', '\u0006': 'read-down',
  '\u0004': 'forget',
  '\u001a': 'undo',
  '\u0012': 'reindex',
  '\u0019': 'approve',
  '\u0007': 'help',
  '\u000c': 'redraw',
  '\u0003': 'quit',  '\u0011': 'quit',
} as const

/** Behind the escape character. */
// biome-ignore format: a table reads best in columns
const SEQUENCES = {
  '[A': 'up',        'OA': 'up',        '[B': 'down',        'OB': 'down',
  '[1;2A': 'read-up',                   '[1;2B': 'read-down',
  '[5~': 'page-up',                     '[6~': 'page-down',
  '[H': 'first',     'OH': 'first',     '[1~': 'first',
  '[F': 'last',      'OF': 'last',      '[4~': 'last',
  '[3~': 'forget',
  '[Z': 'previous-tab',
  'OP': 'help',      '[11~': 'help',    '[[A': 'help',
} as const

const PASTE_BEGINS = '\u001b[200~'
const PASTE_ENDS = '\u001b[201~'
const SEQUENCE = /^\u001b(?:\[\[[A-E]|\[[0-?]*[ -/]*[@-~]|O[ -~])/
/** The beginning of a sequence whose rest is still under way. */
const UNFINISHED = /^\u001b(?:\[\[?[0-?]*[ -/]*|O)?$/
const TYPED = /^[^\u0000-\u001f\u007f]+/u
/** A longer beginning is no key. */
const MAX_SEQUENCE_LENGTH = 32

interface Read {
  readonly keys: readonly Key[]
  /** An incomplete sequence, to be prepended to the next input. */
  readonly rest: string
}

/** With `isAll` nothing follows any more: a lone escape is the key of that name. */
export function keysIn(sent: string, isAll = false): Read {
  const keys: Key[] = []
  let rest = sent
  while (rest !== '') {
    if (rest.startsWith(PASTE_BEGINS)) {
      const end = rest.indexOf(PASTE_ENDS)
      if (end === -1 && !isAll) return { keys, rest }
      const text = rest.slice(PASTE_BEGINS.length, end === -1 ? undefined : end)
      keys.push({ name: 'text', text: text.replace(/\s+/g, ' ') })
      rest = end === -1 ? '' : rest.slice(end + PASTE_ENDS.length)
      continue
    }
    const typed = TYPED.exec(rest)?.[0]
    if (typed !== undefined) {
      keys.push({ name: 'text', text: typed })
      rest = rest.slice(typed.length)
      continue
    }
    const sequence = SEQUENCE.exec(rest)?.[0]
    if (sequence !== undefined) {
      const name = nameOf(sequence.slice(1))
      if (name !== null) keys.push({ name })
      rest = rest.slice(sequence.length)
      continue
    }
    if (rest.startsWith('\u001b')) {
      if (!isAll && rest.length < MAX_SEQUENCE_LENGTH && UNFINISHED.test(rest))
        return { keys, rest }
      const isAlone = rest.length === 1 || rest[1] === '\u001b'
      if (isAlone) keys.push({ name: 'escape' })
      // With the alternate key held, a letter is no letter.
      rest = rest.slice(isAlone ? 1 : 2)
      continue
    }
    const [first = ''] = rest
    if (isControl(first)) keys.push({ name: CONTROLS[first] })
    rest = rest.slice(first.length)
  }
  return { keys, rest }
}

function isControl(character: string): character is keyof typeof CONTROLS {
  return Object.hasOwn(CONTROLS, character)
}

function nameOf(sequence: string): KeyName | null {
  return Object.hasOwn(SEQUENCES, sequence) ? SEQUENCES[sequence as SequenceText] : null
}
