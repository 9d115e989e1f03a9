/** A home where every job has more to do than fits into one part. */
import { addDays } from '../../src/clock.ts'
import type { Memory } from '../../src/memory/memory.ts'
import { findWords } from '../store/finding.ts'
import { NOW, PROJECT, type TestHome, testHome } from './home.ts'

const daysAgo = (days: number) => addDays(NOW, -days)

const THINGS = 'billing search login export import invoice cache queue mailer report upload sync'
const things = THINGS.split(' ')
const observed: Partial<Memory> = {
  trust: 0.9,
  provenance: {
    source: 'observed',
    origin: 'agent',
    host: null,
    session: null,
    messages: null,
    at: NOW,
    snippet: null,
    confidenceReason: null,
  },
}

export async function busyHome(copies = 1): Promise<TestHome> {
  const home = await testHome({ MNEME_SCHEDULER_PART_SIZE: copies > 1 ? '50' : '5' })
  for (let copy = 0; copy < copies; copy += 1) {
    await home.keep(...things.flatMap((thing) => aboutOne(copies > 1 ? `${thing}${copy}` : thing)))
  }
  await giveVectors(home)
  await askAbout(home)
  return home
}

/** Something expired, faded, unused, said twice, alike and done twice about each thing. */
function aboutOne(thing: string): Partial<Memory>[] {
  const made = (type: string, age: number, title: string, content: string) => ({
    ...observed,
    type,
    title,
    content,
    createdAt: daysAgo(age),
    lastReinforcedAt: daysAgo(age),
    stateSince: daysAgo(age),
  })
  const text = `The ${thing} worker retries four times before it gives up on docker.`
  const steps = [`stop ${thing}`, `migrate ${thing}`, `start ${thing} again`]
  const procedure = { trigger: thing, steps, prerequisites: [], warnings: [], failures: 0 }
  return [
    { ...made('episode', 99, `${thing} demo`, `Showed ${thing} once.`), expiresAt: daysAgo(2) },
    made('change', 160, `Renamed ${thing}`, `Renamed the folder of ${thing} long ago.`),
    { ...made('fact', 20, `${thing} owner`, `Nobody owns ${thing} now.`), confidence: 0.3 },
    made('fact', 6, `Retries of ${thing}`, text),
    made('fact', 3, `Retries of ${thing}`, text.replace('worker retries', 'worker always retries')),
    ...['staging', 'production', 'preview'].map((place, i) =>
      made(
        'discovery',
        40 - i,
        `Log of ${thing} in ${place}`,
        `The log of the ${thing} service is kept ${i + 3} days in ${place}.`,
      ),
    ),
    ...[5, 4].map((age, i) => ({
      ...made('procedure', age, `restart the ${thing} service`, `${steps.join('\n')}\n#${i}`),
      procedure: { ...procedure, successes: i + 1 },
    })),
  ]
}

/** Near each other are those about one thing. */
async function giveVectors(home: TestHome): Promise<void> {
  const { store } = home.mneme.engine
  const memories = await store.memories.list({ living: true }, { limit: 100_000, order: 'id' })
  const units = await store.memories.unitsOf(memories.map(({ id }) => id))
  const due = new Map(
    (await store.vectors.due('memories', 100_000)).map(({ unit, ticket }) => [unit, ticket]),
  )
  const dims = things.length + 1
  await store.vectors.put(
    'memories',
    { id: 'by-thing', dims },
    memories.map(({ id, content, title }, i) => {
      const raw = things.map((thing) => (`${title} ${content}`.includes(thing) ? 1 : 0.01))
      const shifted = [...raw, 0.02 * (i % 7)]
      const length = Math.hypot(...shifted)
      const vector = Float32Array.from(shifted, (value) => value / length)
      const unit = units.get(id) ?? -1
      const passages = [{ start: 0, end: content.length, vector }]
      return { unit, ticket: due.get(unit) ?? -1, passages }
    }),
  )
}

async function askAbout(home: TestHome): Promise<void> {
  const { store } = home.mneme.engine
  for (const thing of things) {
    const hits = await findWords(store, [thing], { living: true }, 5)
    const relevant = hits.map(({ id }) => id)
    for (let i = 0; i < 2; i += 1) {
      const query = `how often does ${thing} retry`
      const asked = { at: NOW, project: PROJECT, session: `s${i}`, query }
      await store.usage.recordRetrieval({ ...asked, relevant, rejected: [] })
      await store.usage.recordUses(
        relevant.map((memory) => ({ memory, at: NOW, session: `s${i}` })),
      )
    }
  }
}
