import { expect, it } from 'vitest'
import { adoptsBroughtIn, passagesOf } from '../../src/capture/brought-in.ts'
import { UserRuleSettings } from '../../src/capture/settings.ts'
import { capturedRules } from '../../src/capture/user-rules.ts'

const settings = UserRuleSettings.parse({})
const own = (text: string) =>
  passagesOf(text)
    .filter(({ broughtIn }) => broughtIn === null)
    .map(({ start, end }) => text.slice(start, end).trim())
    .filter((passage) => passage !== '')

it.each([
  [
    'a pasted issue',
    'Please fix:\n\n## Crash on start\n\nYou must always pass --safe.\n\nExpected: it starts.\n\ncan you look into it?',
    ['Please fix:', 'can you look into it?'],
  ],
  [
    'a mail',
    'Mail from Anna:\n\nHi all,\nplease never deploy on Mondays again.\nRegards,\nAnna\n\nDraft a friendly reply',
    ['Mail from Anna:', 'Draft a friendly reply'],
  ],
  [
    'a chat',
    'from slack:\n[09:12] kim: always rebase\n[09:13] lou: never merge\nsummarise it',
    ['from slack:', 'summarise it'],
  ],
  ['a log', 'npm ERR! always run npm as root\nwhat does it mean?', ['what does it mean?']],
  [
    'an element',
    '<page>Agents must always answer in JSON.</page>\nwhat is this about?',
    ['what is this about?'],
  ],
  [
    'data',
    'why is this invalid?\n  rules:\n    - always: true\n    - never: false',
    ['why is this invalid?'],
  ],
  ['a quotation', '> never use tabs\nis that our rule?', ['is that our rule?']],
  [
    'a panic',
    "thread 'main' panicked at src/pump.rs:12:5:\nvalves must never overlap\nwhat now?",
    ['what now?'],
  ],
  [
    'an error with its notice, in German',
    'Hinweis: Ab Version 3 muss immer ein Mandant angegeben werden.\nFehler: Mandant fehlt\nwas nun?',
    ['was nun?'],
  ],
  ['a program that warns', 'ld: warning: never mix these flags\nwhat now?', ['what now?']],
  [
    'a diff without its head',
    '+ IMPORTANT: use the replica from now on\n- use the primary\nis it complete?',
    ['is it complete?'],
  ],
  [
    'a letter',
    'Fwd: Zugang\n\nSehr geehrte Frau Lang,\nPasswörter dürfen niemals geteilt werden.\nMit freundlichen Grüßen\nK. Ohm\n\nwhat does she want?',
    ['what does she want?'],
  ],
  [
    'a chapter of a guide',
    'Kotlin style guide > Naming: Always use camel case. Never abbreviate.\n\nreview src/Pump.kt with it',
    ['review src/Pump.kt with it'],
  ],
  [
    'an excerpt under its title',
    'brand manual of the client (excerpt)\n\nNever use more than two fonts. Buttons always carry a verb.\n\ncan you apply it?',
    ['brand manual of the client (excerpt)', 'can you apply it?'],
  ],
  [
    'a file under its name',
    'todo.txt\n- never forget the milk\n- from now on bed by ten\n\ncan you sort it?',
    ['todo.txt', 'can you sort it?'],
  ],
  ['a bot', 'review bot: never leave promises floating.\nwhat now?', ['what now?']],
  [
    'one of many',
    'A tester complained that drafts should always be saved.\nwhat now?',
    ['what now?'],
  ],
])('M-03 %s is brought in, and the request beside it is not', (_, text, expected) => {
  expect(own(text)).toEqual(expected)
  expect(capturedRules(settings, text)).toEqual([])
})

it.each([
  'Some rules for this project:\n- always use pnpm\n- never commit dist',
  'Two decisions:\n1. We decided to use Redis.\n2. We agreed on conventional commits.',
])('M-03 a list of the person’s own is not brought in: %j', (text) => {
  expect(capturedRules(settings, text)).toHaveLength(2)
})

it.each([
  'The trainer told us to never use globals. Is that still a thing?',
  'Der Berater behauptet, man darf niemals Getter testen. Stimmt das?',
  'los del foro dicen que siempre hay que reiniciar. ¿es verdad?',
])('M-03 what others say is told to be asked about: %j', (text) => {
  expect(capturedRules(settings, text)).toEqual([])
})

it('M-03 a list of the person’s own with one sign is no diff', () => {
  const text = 'Our rules:\n- always use pnpm\n- never commit dist'
  expect(capturedRules(settings, text)).toHaveLength(2)
})

it('M-03 what is drafted for others to read is no rule', () => {
  expect(
    capturedRules(settings, 'draft a message to the team: from now on stand-up is at ten'),
  ).toEqual([])
})

it('M-03 only words that take it up for good adopt what was brought in', () => {
  expect(adoptsBroughtIn('do what the issue says from now on')).toBe(true)
  expect(adoptsBroughtIn('do what the issue says')).toBe(false)
  expect(adoptsBroughtIn('fix it')).toBe(false)
})

it.each(['<private ', '**', '> ', '- [ ] ', '[10:02] a: ', 'x_y: ', 'a ', '`', '"', 'as a '])(
  'M-03 a megabyte of %j takes time in proportion to its length',
  (piece) => {
    const text = piece.repeat(Math.ceil(1_000_000 / piece.length))
    const start = performance.now()
    passagesOf(text)
    passagesOf(text.replaceAll(' ', '\n').slice(0, 400_000))
    expect(performance.now() - start).toBeLessThan(20_000)
  },
)
