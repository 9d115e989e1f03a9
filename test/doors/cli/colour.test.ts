import { expect, it } from 'vitest'
import { wantsColour, withoutColourFlag } from '../../../src/doors/cli/colour.ts'

it.each([
  { why: 'a terminal', env: {}, isTerminal: true, isRefused: false, colour: true },
  { why: 'a pipe', env: {}, isTerminal: false, isRefused: false, colour: false },
  { why: 'NO_COLOR', env: { NO_COLOR: '1' }, isTerminal: true, isRefused: false, colour: false },
  {
    why: 'an empty NO_COLOR',
    env: { NO_COLOR: '' },
    isTerminal: true,
    isRefused: false,
    colour: true,
  },
  {
    why: 'FORCE_COLOR in a pipe',
    env: { FORCE_COLOR: '1' },
    isTerminal: false,
    isRefused: false,
    colour: true,
  },
  {
    why: 'FORCE_COLOR against NO_COLOR',
    env: { FORCE_COLOR: '3', NO_COLOR: '1' },
    isTerminal: false,
    isRefused: false,
    colour: true,
  },
  {
    why: 'FORCE_COLOR=0',
    env: { FORCE_COLOR: '0' },
    isTerminal: true,
    isRefused: false,
    colour: false,
  },
  {
    why: '--no-color against FORCE_COLOR',
    env: { FORCE_COLOR: '1' },
    isTerminal: true,
    isRefused: true,
    colour: false,
  },
  {
    why: 'a dumb terminal',
    env: { TERM: 'dumb' },
    isTerminal: true,
    isRefused: false,
    colour: false,
  },
])('J-02 colour with $why: $colour', ({ colour, why: _, ...circumstances }) => {
  expect(wantsColour(circumstances)).toBe(colour)
})

it('J-02 --no-color is a flag of every command, and behind -- a word', () => {
  expect(withoutColourFlag(['list', '--no-color', '-n', '3'])).toEqual({
    argv: ['list', '-n', '3'],
    isRefused: true,
  })
  expect(withoutColourFlag(['remember', '--', '--no-color'])).toEqual({
    argv: ['remember', '--', '--no-color'],
    isRefused: false,
  })
})
