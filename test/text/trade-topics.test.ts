import { describe, expect, it } from 'vitest'
import { topicPart } from '../../src/search/parts/topic.ts'
import { wordGroups } from '../../src/search/terms.ts'
import { SynonymSettings } from '../../src/text/synonyms.ts'
import { askedTopics } from '../../src/text/trade-topics.ts'

const phrases = (question: string) => askedTopics(question).topics.map(({ phrase }) => phrase)

describe('topics', () => {
  it.each([
    ['which linter do we use', ['linter']],
    ['Package Managers', ['Package Managers']],
    ['how do users sign-in', ['sign-in']],
    ['the message queue behind the ORM', ['message queue', 'ORM']],
    ['continuous-integration', ['continuous-integration']],
    ['what did Anna say about the dog', []],
    ['formats of the price list', []],
  ])('D-02 %j names %j', (question, named) => {
    expect(phrases(question)).toEqual(named)
  })

  it.each([
    ['linter setup', 'The team formats code with Biome.', 1],
    ['which CI do we use', 'GitHub Actions runs them on every push.', 1],
    ['hosting', 'The site is on Fly.io in Amsterdam.', 1],
    ['hosting', 'Flies were all over the kitchen.', 0],
    ['ORM and queue', 'Queries are written with Drizzle.', 0.5],
    ['the colour of the door', 'Queries are written with Drizzle.', 0],
    ['names of all columns of one table in the database', 'import sqlite3', 0.4],
  ])('D-02 asked for %j, %j names %d of it', (question, text, share) => {
    expect(topicPart(askedTopics(question), text)).toBe(share)
  })

  it('D-02 the names are looked up as synonyms of the last word of the phrase', () => {
    const question = 'package manager'
    const groups = wordGroups(SynonymSettings.parse({}), question, 48, askedTopics(question))
    const [ofPackage, ofManager] = groups.map(({ tokens }) => tokens.map(({ token }) => token))
    expect(ofManager).toEqual(expect.arrayContaining(['manag', 'pnpm', 'yarn']))
    expect(ofPackage).not.toContain('pnpm')
  })
})
