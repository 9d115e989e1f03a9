/**
 * What `context` brings for questions about remembered conversations, and whether it is silent for
 * questions that have no answer there: public labelled data, documents as memories, default settings.
 *
 * Arguments: --data DIR (a set of conversations), --homes DIR (kept between runs), --limit N (questions
 * of each kind a conversation), --features FILE (what the gate saw of each question, for `fit-person`).
 */
import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { findEvidence } from '../src/engine/context/evidence.ts'
import type { Caller, Engine } from '../src/engine/engine.ts'
import { context } from '../src/operations/context.ts'
import { call } from '../src/operations/operation.ts'
import { openRecallHome, projectOf } from './support/recall-home.ts'
import { findSets } from './support/recall-sets.ts'

interface Asked {
  readonly answerable: boolean
  readonly right: number
  readonly brought: number
}

export const bench = {
  name: 'context-recall',
  summary: 'What `context` brings for questions about remembered conversations; needs --data DIR',
  async run(args: readonly string[]) {
    const { values } = parseArgs({
      args: [...args],
      options: {
        data: { type: 'string' },
        homes: { type: 'string', default: join(tmpdir(), 'mneme-bench', 'homes') },
        limit: { type: 'string' },
        features: { type: 'string' },
      },
    })
    if (!values.data) throw new Error('Where is the data? --data DIR, a set of conversations')
    const limit = values.limit === undefined ? Number.POSITIVE_INFINITY : Number(values.limit)
    const rows: (string | number)[][] = []
    const figures: Record<string, number> = {}
    const seen: object[] = []
    for (const set of findSets(values.data).filter(({ shape }) => shape === 'conversations')) {
      const collections = set.read()
      const folder = join(values.homes, 'sqlite', `${set.name}, words and meaning`)
      // How well, not how fast: a busy machine is no reason for another answer.
      const env = { MNEME_CONTEXT_DEADLINE_MS: '20000' }
      const home = await openRecallHome(set, collections, {
        folder,
        env,
        embed: true,
        fresh: false,
      })
      const asked: Asked[] = []
      for (const [number, { questions, unanswerable }] of collections.entries()) {
        const { engine, caller } = await home.opened.at({ project: projectOf(number) })
        await engine.embedding.embed(['warm'], { kind: 'query' })
        const documentsOf = (id: string) => home.documentsOf(number, id)
        const ask = async (prompt: string, evidence: readonly string[]) => {
          const { decisions = [] } = await call(context, engine, caller, {
            ...{ prompt, part: 'tail', preview: true, explain: true },
          })
          const brought = decisions.filter(({ outcome }) => outcome === 'in')
          const right = brought.filter(({ id }) =>
            documentsOf(id).some((d) => evidence.includes(d)),
          )
          asked.push({
            answerable: evidence.length > 0,
            right: right.length,
            brought: brought.length,
          })
          if (values.features) seen.push(await featuresOf(engine, caller, prompt, evidence))
        }
        const featuresOf = async (
          of: Engine,
          by: Caller,
          prompt: string,
          evidence: readonly string[],
        ) => {
          const { given, person } = await findEvidence(of, by, { prompt, files: [] })
          const memories = given.map(({ memory, match, verdict, features }) => ({
            ...{ probability: verdict.probability, match, features },
            right: documentsOf(memory.id).some((id) => evidence.includes(id)),
          }))
          const answerable = evidence.length > 0
          return { set: set.name, collection: number, prompt, answerable, person, memories }
        }
        for (const { text, evidence } of questions.slice(0, limit)) await ask(text, evidence)
        for (const text of unanswerable.slice(0, limit)) await ask(text, [])
      }
      await home.close()
      const counted = countsOf(asked)
      rows.push([set.name, ...Object.values(counted).map((each) => Math.round(each))])
      for (const [name, value] of Object.entries(counted)) figures[`${set.name} ${name}`] = value
    }
    if (values.features) writeFileSync(values.features, JSON.stringify(seen))
    return {
      title: 'Memories that `context` brings for a question, percent',
      columns: [
        'set',
        'asked',
        'at least one right',
        'precision',
        'unanswerable silent',
        'brought',
      ],
      rows,
      figures,
    }
  },
}

function countsOf(asked: readonly Asked[]) {
  const answerable = asked.filter((each) => each.answerable)
  const others = asked.filter((each) => !each.answerable)
  const sum = (of: readonly Asked[], part: (each: Asked) => number) =>
    of.reduce((total, each) => total + part(each), 0)
  const brought = sum(answerable, (each) => each.brought)
  return {
    asked: asked.length,
    right: (100 * sum(answerable, ({ right }) => Number(right > 0))) / answerable.length,
    precision: (100 * sum(answerable, ({ right }) => right)) / Math.max(brought, 1),
    silent: (100 * sum(others, (each) => Number(each.brought === 0))) / Math.max(others.length, 1),
    brought: brought / answerable.length,
  }
}
