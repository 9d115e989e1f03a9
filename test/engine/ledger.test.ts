/** K-08. Whether a session made use of what it was given. */
import { expect, it } from 'vitest'
import {
  ledgerOf,
  recordInjection,
  settleLedger,
  useAfter,
} from '../../src/engine/context/ledger.ts'
import { memoryWith } from '../support/memory.ts'
import { NOW, PROJECT, testHome } from '../upkeep/home.ts'

const memory = memoryWith({
  name: 'release-signing',
  title: 'Release signing',
  content: 'Packages are signed with the yubikey in the vault before upload.',
})
const said = (role: 'assistant' | 'user', text: string, at = '2026-06-01T00:05:00.000Z') => ({
  at,
  role,
  text,
  calls: [],
})

it.each([
  ['named by its name', [said('assistant', 'As release-signing says, not yet.')], 'named'],
  [
    'its words are taken up',
    [said('assistant', 'I will have the packages signed with the yubikey, then upload them.')],
    'words',
  ],
  ['something else is said', [said('assistant', 'The tests are green.')], null],
  [
    'it was said before',
    [said('assistant', 'packages signed yubikey vault upload', '2026-05-31T23:00:00.000Z')],
    null,
  ],
  [
    'the words are the person’s own',
    [
      said('user', 'Are packages signed with the yubikey in the vault before upload?'),
      said('assistant', 'Packages signed yubikey vault upload: I do not know.'),
    ],
    null,
  ],
] as const)('K-08 %s', (_, messages, how) => {
  expect(useAfter(memory, { at: NOW }, messages)?.how ?? null).toBe(how)
})

it('K-08 what was used after its injection counts as used, in the ledger and in the ranking', async () => {
  const home = await testHome()
  const { engine, caller } = home.mneme
  const [made] = await home.keep({ content: memory.content, title: memory.title })
  const id = made?.id ?? ''
  const project = await engine.store.projects.get(PROJECT)
  const here = { ...caller, project, session: 'session-1' }
  await recordInjection(engine, here, { turn: 1, tokens: 21, injected: [{ id, tokens: 21 }] })
  const message = (seq: number, text: string) => ({
    key: `m${seq}`,
    session: { host: 'test', id: 'session-1' },
    messageId: `m${seq}`,
    eventId: `m${seq}`,
    role: 'assistant' as const,
    origin: 'agent' as const,
    at: '2026-06-01T00:05:00.000Z',
    text,
    calls: [],
    callId: null,
    failed: false,
    cwd: null,
    branch: null,
    model: null,
    isMeta: false,
  })
  const session = { host: 'test', id: 'session-1' }
  await engine.store.sessions.put([
    {
      path: '/t.jsonl',
      host: 'test',
      revision: 0,
      cursor: 'c',
      at: NOW,
      restarted: false,
      skipped: [],
      sessions: [
        {
          ...session,
          parent: null,
          project: PROJECT,
          cwd: null,
          branch: null,
          title: null,
          model: null,
          version: null,
          headless: null,
          startedAt: NOW,
          lastAt: NOW,
          compactions: 0,
        },
      ],
      messages: [message(1, 'Packages are signed with the yubikey from the vault, then upload.')],
    },
  ])
  expect(await settleLedger(engine, PROJECT, async () => {})).toBe(1)
  expect(await home.get(id)).toMatchObject({ accessCount: 1 })
  const { total } = await ledgerOf(engine, here, { days: undefined, everywhere: false, limit: 5 })
  expect(total).toEqual({ injections: 1, tokens: 21, used: 1, usedTokens: 21, memories: 1 })
  expect(await settleLedger(engine, PROJECT, async () => {})).toBe(0)
})
