/** M-31. What came up again later, by its words or by meaning. */
import { expect, it } from 'vitest'
import type { EvidenceUnit } from '../../src/context/evidence/unit.ts'
import { findLaterTalk } from '../../src/engine/context/later-talk.ts'
import { reindex } from '../../src/operations/reindex.ts'
import { sessionsBackfill } from '../../src/operations/sessions.ts'
import type { SaidMessage } from '../../src/store/evidence.ts'
import { temporaryFolder } from '../support/folder.ts'
import { testHome } from '../support/home.ts'
import { sessionFile } from '../support/session-files.ts'

const HELD = 'seat reservations are held for 15 minutes, then released'

it('M-31 terse talk about the same thing is found by meaning, the earlier never by the later', async () => {
  const person = temporaryFolder()
  const home = await testHome({ HOME: person, MNEME_EMBED_PROVIDER: 'builtin' })
  const chat = (id: string, start: string, ...texts: readonly string[]) => {
    const file = sessionFile(person, id, { cwd: home.folder, start })
    for (const text of texts) {
      file.prompt(text)
      file.answer('Done, with a test.')
    }
  }
  chat(
    'early',
    '2025-10-01T10:00:00.000Z',
    'kiosks lose bookings when the wifi drops near the lighthouse, mostly in fog',
    HELD,
    'show the queue length beside the departure board',
  )
  chat('between', '2025-10-05T10:00:00.000Z', 'the harbour office wants its invoices on paper')
  chat(
    'late',
    '2025-10-09T10:00:00.000Z',
    'commuters complain about full boats, half of them empty in the end',
    'then seat reservations are held for 5 minutes only, not 15, and released',
    'print the new rule on the tickets too, below the barcode, in all four languages',
    'and count how many people walk up to the gangway without any booking on a sunday',
  )
  await home.ask(sessionsBackfill, {})
  const { model } = await home.ask(reindex, {})
  const { engine, caller } = await home.at({ door: 'cli', actor: 'test', folder: home.folder })
  const filter = {
    project: caller.project?.id ?? null,
    exceptSession: null,
    before: engine.clock.now(),
  }
  const { said } = engine.store.sessions
  const all = await said.withRows(await said.sample(filter, 100), filter, 'user')
  const places = new Map(all.map((message) => [message.key, message]))
  const history = {
    model,
    placeOf: (key: string) => places.get(key),
    measure: async (messages: readonly SaidMessage[]) => messages.map(scored),
    closing: async () => [],
    vectorOf: async ({ message }: EvidenceUnit) => {
      const rows = all.filter(({ key }) => key === message).map(({ row }) => row)
      const [passage] = await engine.store.vectors.of('messages', model, rows)
      return passage?.vector ?? null
    },
  }
  const find = (text: string, way: 'words' | 'meaning') => {
    const message = all.find((each) => each.text.includes(text))
    if (message === undefined) throw new Error(`not said: "${text}"`)
    return findLaterTalk(engine, filter, history, scored(message), [way])
  }
  expect(await find(HELD, 'words')).toBeNull()
  expect((await find(HELD, 'meaning'))?.quotes[0]?.unit.source).toBe('late')
  expect(await find('5 minutes only', 'meaning')).toBeNull()
  expect(await find('invoices on paper', 'meaning')).toBeNull()
}, 60_000)

function scored(message: SaidMessage) {
  const { key, session, role, at, text, turn } = message
  const unit: EvidenceUnit = {
    ...{ kind: 'session', source: session, message: key, role, at, text, turn },
    ...{ start: 0, end: text.length },
  }
  return {
    unit,
    measured: { words: 0, meaning: null, surroundings: 0 },
    parts: { words: 0, meaning: 0, surroundings: 0, prior: 0, source: 0 },
    score: text.includes('15') ? 1 : 0,
  }
}
