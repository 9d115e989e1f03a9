/**
 * Inputs that make a careless pattern slow: what it looks for, over and over, without the end it
 * waits for. Made from the pattern's own letters, so that a new pattern brings its own.
 */

const SPACES = [' ', '\t', '\n', '\r\n'] as const
const ORDINARY = [
  'a',
  'A',
  '0',
  '_',
  '-',
  '"',
  "'",
  '`',
  '<',
  '(',
  '{',
  '[',
  '/',
  '\\',
  '.',
  '#',
  '*',
  '>',
  'a ',
  'a\n',
  '0.',
  '- ',
] as const

/** Each of the length asked for, and each followed by something no pattern wants. */
export function hostileInputs(source: string, length: number): string[] {
  const own = fragments(source)
  const seeds = new Set<string>([...SPACES, ...ORDINARY, ...own])
  for (const each of own) for (const space of [' ', '\n', 'a', '0']) seeds.add(each + space)
  return [...seeds].map((seed) => `${repeated(seed, length)}\u0001`)
}

const MAX_FRAGMENTS = 6

/** The literal stretches of a pattern: `<private`, `ERR!`, `password`. */
export function fragments(source: string): string[] {
  const plain = source
    .replace(/\(\?(?:<[=!]|<\w+>|[:=!])/g, '(')
    .replace(/\\[bBdDwWsSpP](?:\{[^}]{1,40}\})?/g, '|')
    .replace(/\[[^\]]{0,200}\]/g, '|')
    .replace(/\{\d*,?\d*\}/g, '|')
    .replace(/\\n/g, '\n')
    .replace(/\\([^a-z0-9])/gi, '$1')
  const found = plain.split(/[|()?*+^$]+/).filter((each) => each.length > 1 && each.length <= 40)
  return [...new Set(found)].slice(0, MAX_FRAGMENTS)
}

export function repeated(seed: string, length: number): string {
  return seed.repeat(Math.ceil(length / seed.length)).slice(0, length)
}
