import { describe, expect, it } from 'vitest'
import { candidateOf } from '../../../src/capture/extract/candidate.ts'
import {
  candidatesIn,
  chooseCandidates,
  whyDropped,
} from '../../../src/capture/extract/candidates.ts'
import { ExtractionSettings, UserRuleSettings } from '../../../src/capture/settings.ts'
import type { Message } from '../../../src/sessions/message.ts'
import {
  agent,
  conversation,
  edited,
  type Line,
  messageBy,
  planned,
  ran,
  read,
  user,
} from '../conversation.ts'

const settings = ExtractionSettings.parse({})
const noSecrets = () => false
const from = messageBy('assistant', 'x')
const extracted = (
  messages: readonly Message[],
  holdsSecret: (text: string) => boolean = noSecrets,
) => candidatesIn({ settings, rules: UserRuleSettings.parse({}), messages, holdsSecret })
const proposal = (content: string, confidence = 0.9, type = 'discovery') =>
  candidateOf({ type, title: content, content, confidence, reason: 'said so', from })

const session = conversation(
  user('The invoice export crashes for customers without an address. Please repair it.'),
  read('src/export/invoice.ts'),
  ran('npm test', 'TypeError: address is undefined\n1 failed', true),
  agent('The crash is caused by the formatter reading the street before checking the address.'),
  edited('src/export/invoice.ts', 'address.street', 'address?.street ?? ""'),
  ran('npm test', '31 passed'),
  agent(
    'We decided to print an empty line instead of skipping the block because the layout is fixed.',
  ),
  user('Good. From now on, never read nested fields without a guard in exporters.'),
  agent('TODO: cover the French layout in the export tests.'),
  ran('ls'),
  planned(['tell support', 'pending']),
)

describe('the deterministic extractor', () => {
  it('G-09 finds what a session is worth without a model, and nothing else', () => {
    const found = extracted(session)
    expect(found.map(({ type }) => type).sort()).toEqual(['bugfix', 'decision', 'policy'])
    for (const candidate of found) {
      expect(candidate.confidence).toBeGreaterThanOrEqual(0.7)
      expect(candidate.snippet).not.toBe('')
      expect(session.map(({ messageId }) => messageId)).toEqual(
        expect.arrayContaining([...candidate.messages]),
      )
    }
  })

  it('G-08 the same messages give the same candidates', () => {
    expect(extracted(session)).toEqual(extracted(session))
  })

  it('G-10 what holds a secret is not proposed', () => {
    expect(extracted(session, () => true)).toEqual([])
  })

  it.each([
    ['not sure enough', proposal('The S3 client retries three times', 0.69)],
    ['a temporary workaround', proposal('For now the S3 client retries three times')],
    ['routine', proposal('I read the S3 client and its retry settings')],
    ['known to everybody', proposal('Generally speaking the S3 client retries three times')],
    ['says nothing', proposal('It works now')],
  ])('G-08 skips what is %s', (why, candidate) => {
    expect(whyDropped(settings, candidate, noSecrets)).toBe(why)
  })

  it('G-08 at most 15 of a chunk, the surest first', () => {
    const many = Array.from({ length: 40 }, (_, i) =>
      proposal(`alpha${i} beta${i} gamma${i} delta${i} epsilon${i}`, 0.7 + i / 1000),
    )
    const kept = chooseCandidates(settings, many, noSecrets)
    expect(kept).toHaveLength(15)
    expect(kept[0]?.content).toContain('alpha39')
  })

  it('G-08 the same finding in other words order is kept once', () => {
    const twice = [
      proposal('The S3 client retries three times by default'),
      proposal('By default the S3 client retries three times', 0.8),
    ]
    expect(chooseCandidates(settings, twice, noSecrets)).toHaveLength(1)
  })

  describe('M-23 what an agent says is kept once it is settled', () => {
    const finding = 'The `refreshToken` helper is stored in session.ts because the router reads it.'
    const choice = 'We chose Hono over Express because it starts in half the time.'
    const asked = user('Why is everybody logged out at night?')
    const texts = (...lines: readonly Line[]) =>
      extracted(conversation(...lines)).map(({ content }) => content)

    it('not while it is its opinion', () => {
      expect(texts(asked, agent(finding), agent(choice))).toEqual([])
      expect(texts(asked, agent(finding), user('Hm, look at the cron job.'))).toEqual([])
      expect(texts(asked, agent(finding), user('Right, but that is not it.'))).toEqual([])
    })

    it('when a tool showed it', () => {
      const seen = ran('cat src/session.ts', 'export function refreshToken() {}')
      expect(texts(asked, seen, agent(finding))).toEqual([finding])
      expect(texts(asked, ran('cat src/cron.ts', 'nothing'), agent(finding))).toEqual([])
    })

    it('when the work followed it', () => {
      expect(texts(asked, agent(choice), edited('src/server.ts', 'a', 'b'))).toEqual([choice])
    })

    it.each(['Yes, that was it.', 'Good catch!', 'Genau, danke.', '是的'])(
      'when the person says %j',
      (reply) => {
        expect(texts(asked, agent(finding), user(reply))).toEqual([finding])
        expect(texts(asked, agent(choice), user(reply))).toEqual([choice])
      },
    )
  })

  it('K-11 the prompt of a subagent is the agent’s words and states no user’s decision', () => {
    const words = 'We decided to use Redis for the sessions because restarts logged everybody out.'
    const [spoken, prompt] = [
      messageBy('user', words),
      messageBy('user', words, { origin: 'agent' }),
    ]
    expect(extracted([spoken]).map(({ origin }) => origin)).toContain('user')
    expect(extracted([prompt]).map(({ origin }) => origin)).not.toContain('user')
  })

  it('K-11 no rule is made of what the agent or a tool said', () => {
    const messages = conversation(
      agent('Always use tabs. You must never call `eval`. We use npm.'),
      ran('cat CONTRIBUTING.md', 'Always use spaces. Commits must be signed.'),
    )
    const rules = ['policy', 'preference', 'negative', 'correction']
    expect(extracted(messages).filter(({ type }) => rules.includes(type))).toEqual([])
  })
})
