/** Every prompt of the history in its order, each asked of the sessions before it. */
import { systemClock } from '../../src/clock.ts'
import { turnContext } from '../../src/engine/hosts/turn-context.ts'
import { type Body, bodiesOf, type Counts } from './moment-counts.ts'
import { openAt, type Place } from './moment-direct.ts'
import type { MomentSet } from './moment-sets.ts'

const MAX_PROMPT = 1200

/** Prints how often it speaks, how much, and whether a source comes twice in a session. */
export async function playDaily(set: MomentSet, place: Place): Promise<Counts> {
  const [project = ''] = Object.keys(set.projects)
  const sessions = set.transcripts
    .map(({ session, said }) => ({
      session,
      began: said[0]?.at ?? '',
      prompts: said.filter(({ role, text }) => role === 'user' && text.length <= MAX_PROMPT),
    }))
    .sort((a, b) => a.began.localeCompare(b.began))
  let today = sessions[0]?.began ?? ''
  const clock = { ...systemClock(), now: () => today }
  const mneme = await openAt(place, { clock })
  let asked = 0
  let spoke = 0
  let twice = 0
  const tokens: number[] = []
  try {
    for (const { session, began, prompts } of sessions) {
      today = began
      const folder = place.folderOf(project)
      const { engine, caller } = await mneme.at({ door: 'hook', actor: 'bench', folder })
      if (asked === 0) await engine.embedding.embed(['warm'], { kind: 'query' })
      const at = {
        host: 'claude-code',
        id: `daily-${session}-${process.pid}`,
        parent: null,
      } as const
      const seen = new Set<string>()
      await turnContext(engine, caller, { session: at, prompt: '', start: 'startup' })
      for (const { text } of prompts) {
        const options = { session: at, prompt: text, start: null } as const
        const answer = (await turnContext(engine, caller, options)) ?? ''
        await engine.background.settle()
        const bodies = bodiesOf(answer)
        asked += 1
        tokens.push(bodies.length > 0 ? Math.ceil(answer.length / 4) : 0)
        if (bodies.length > 0) spoke += 1
        const sources = new Set(bodies.map(sourceOf))
        for (const source of sources) if (seen.has(source)) twice += 1
        for (const source of sources) seen.add(source)
        if (place.show && bodies.length > 0) {
          console.log(`\n=== ${began} ${text.slice(0, 200)}`)
          for (const body of bodies)
            console.log(`  [${body.attributes.trim()}] ${body.text.trim()}`)
        }
      }
    }
  } finally {
    await mneme.close()
  }
  const mean = tokens.reduce((sum, each) => sum + each, 0) / Math.max(tokens.length, 1)
  console.log(
    `daily use: ${asked} prompts, speaks at ${((100 * spoke) / asked).toFixed(0)} %, ` +
      `${mean.toFixed(0)} tokens a prompt, ${twice} quoted twice in a session`,
  )
  return {
    asked,
    ...{ gold1: Number.NaN, gold2: Number.NaN, edit: Number.NaN, precision: Number.NaN },
    ...{
      unrelatedSilent: 100 - (100 * spoke) / asked,
      continuationSilent: Number.NaN,
      stale: twice,
    },
    ...{ tokensMedian: 0, tokensMean: mean, wrongMean: Number.NaN },
    ...{ session1: Number.NaN, session5: Number.NaN, search5: Number.NaN },
  }
}

/** A quote names its source; a memory is known by its text. */
function sourceOf({ attributes, text }: Body): string {
  return /from="([^"]*)"/.exec(attributes)?.[1] ?? text
}
