/** M-30. Asked in other words altogether: no word of the question stands in the text that answers. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Opened, openMneme } from '../../src/compose.ts'
import { fillVectors } from '../../src/engine/recall/fill-vectors.ts'
import { call } from '../../src/operations/operation.ts'
import { remember } from '../../src/operations/remember.ts'
import { search } from '../../src/operations/search.ts'
import { contentWords, stem } from '../../src/text/words.ts'

const EMBEDDING_MS = 120_000

/** Each question with the text that answers it. */
const PAIRS = [
  ['linter setup', 'The team formats code with Biome.'],
  ['database engine', 'Orders are stored in PostgreSQL 16.'],
  ['how do users sign in', 'Authentication goes through Keycloak with OIDC tokens.'],
  ['shipping to production', 'Releases are deployed on Tuesday mornings by the pipeline.'],
  ['secrets management', 'Passwords and API keys live in HashiCorp Vault.'],
  ['container orchestration', 'All services run on a Kubernetes cluster in Frankfurt.'],
  ['message broker', 'Events are published to a Kafka topic and read by consumers.'],
  ['front-end framework', 'The web interface is written in React with hooks.'],
  ['unit testing tool', 'Vitest runs the specs of every package.'],
  ['vacation of the staff', 'Marta is on holiday for the whole of August.'],
  ['slow pages', 'The dashboard takes nine seconds to load because of its latency.'],
  ['money transfers', 'Payments are settled with Stripe at midnight.'],
  ['crash on start', 'The app fails at launch when the config file is missing.'],
  ['picture uploads', 'Images are resized to 800 pixels and kept in S3.'],
  [
    'translating the interface',
    'Localised strings for German and French are in the locales folder.',
  ],
  ['disaster recovery', 'Backups are restored from the nightly snapshot within two hours.'],
  ['preferred meeting time', 'The daily standup begins at half past nine.'],
  ['source control workflow', 'Git branches are squashed before they are merged into main.'],
  ['alerting on outages', 'PagerDuty calls the engineer on duty when monitoring turns red.'],
  ['mobile client', 'The iPhone and Android apps share one Flutter codebase.'],
] as const

/** About the same world, and answers to none of the questions. */
const OTHERS = [
  'Invoices are numbered per calendar year.',
  'Customers in Norway pay no import duty.',
  'The search box waits 200 milliseconds after the last key.',
  'Dates are written in ISO 8601 everywhere.',
  'The office in Lyon has a new coffee machine.',
  'Emails are sent with Postmark from a separate domain.',
  'Feature flags are removed two weeks after a rollout.',
  'The public API is limited to a hundred requests a minute.',
  'Colours of the brand are defined as CSS variables.',
  'Log lines carry the trace id of the request.',
  'Dependencies are updated by Renovate every Monday.',
  'The parser for CSV files is written in Rust.',
] as const

/** A team's notes, and questions that ask for the kind of what a note names. */
const NOTES = JSON.parse(
  readFileSync(join('test', 'fixtures', 'recall', 'paraphrases.json'), 'utf8'),
) as { memories: string[]; questions: { asked: string; answer: string }[] }

const HOMES = [
  {
    of: 'a few notes',
    pairs: PAIRS.map(([asked, answer]) => ({ asked, answer })),
    memories: [...PAIRS.map(([, answer]) => answer), ...OTHERS],
    minFirst: 18,
  },
  {
    of: 'the notes of a team',
    pairs: NOTES.questions,
    memories: NOTES.memories,
    minFirst: 25,
  },
]

describe.each(HOMES)('paraphrases over $of', ({ pairs, memories, minFirst }) => {
  const home = mkdtempSync(join(tmpdir(), 'mneme-paraphrases-'))
  let opened: Opened

  beforeAll(async () => {
    opened = await openMneme({ speaker: 'person', home, env: { MNEME_VAULT_ENABLED: 'false' } })
    for (const content of memories) {
      await call(remember, opened.engine, opened.caller, { content, type: 'fact' })
    }
    await fillVectors(opened.engine, 'memories', {})
  }, EMBEDDING_MS)
  afterAll(async () => {
    await opened.close()
    rmSync(home, { recursive: true, force: true })
  })

  it('M-30 no question shares a word with its answer', () => {
    const stems = (text: string) => contentWords(text).map(stem)
    const shared = pairs.filter(({ asked, answer }) =>
      stems(asked).some((each) => stems(answer).includes(each)),
    )
    expect(shared).toEqual([])
  })

  it(`M-30 at least ${minFirst} are answered first`, async () => {
    const missed: string[] = []
    for (const { asked: query, answer } of pairs) {
      const { hits } = await call(search, opened.engine, opened.caller, { query, limit: 5 })
      if (hits[0]?.snippet !== answer) missed.push(`${query}: ${hits[0]?.snippet}`)
    }
    expect(pairs.length - missed.length, missed.join('\n')).toBeGreaterThanOrEqual(minFirst)
  })
})
