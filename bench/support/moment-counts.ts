/** What an answer to a prompt brought: bodies, and whether each is right, near or wrong. */
import type { Moment, MomentSet } from './moment-sets.ts'

const RUN = 6
const SHARE = 0.7
const MIN_WORDS = 3
const STABLE = ['anchor', 'project-index', 'global-index', 'standing', 'more']

export interface Body {
  readonly text: string
  readonly attributes: string
}

export interface Judged {
  readonly right: number
  readonly near: number
  readonly wrong: number
  readonly tokens: number
  readonly wrongTokens: number
}

/** Everything of a set that judging needs, prepared once. */
export interface Judge {
  bodiesOf(answer: string): Body[]
  judge(moment: Moment, answer: string): Judged
  isStale(moment: Moment, answer: string): boolean
}

export function judgeOf(set: MomentSet): Judge {
  const runsOf = new Map<string, Set<string>>()
  const owners = new Map<string, Set<string>>()
  for (const { session, said } of set.transcripts) {
    const runs = new Set(said.flatMap(({ text }) => runs6(wordsOf(text))))
    runsOf.set(session, runs)
    for (const run of runs) owners.set(run, (owners.get(run) ?? new Set()).add(session))
  }
  const isFrom = (session: string, { text, attributes }: Body) =>
    attributes.includes(session) ||
    attributes.includes(session.slice(0, 8)) ||
    runs6(wordsOf(text)).some((run) => owners.get(run)?.size === 1 && runsOf.get(session)?.has(run))
  const commitOf = (label: string) => set.commits.find((commit) => commit.label === label)
  const isOf = (gold: Moment['gold'][number], body: Body) => {
    if (gold.kind === 'session') return isFrom(gold.id, body)
    const message = commitOf(gold.id)?.message ?? ''
    return shares(wordsOf(message), wordsOf(body.text))
  }
  const verdictOf = (moment: Moment, body: Body): 'right' | 'near' | 'wrong' => {
    for (const gold of moment.gold) {
      for (const fragment of gold.fragments) {
        if (fragment === '*' ? isOf(gold, body) : carries(body.text, fragment)) return 'right'
      }
    }
    return moment.gold.some((gold) => isOf(gold, body)) ? 'near' : 'wrong'
  }
  return {
    bodiesOf,
    judge(moment, answer) {
      const counted = { right: 0, near: 0, wrong: 0, tokens: 0, wrongTokens: 0 }
      for (const body of bodiesOf(answer)) {
        const verdict = verdictOf(moment, body)
        const tokens = Math.ceil(body.text.length / 4)
        counted[verdict] += 1
        if (verdict === 'wrong') counted.wrongTokens += tokens
      }
      counted.tokens = Math.ceil(answer.length / 4)
      return counted
    },
    isStale(moment, answer) {
      // An index is one element of many entries: what one line says of itself says nothing of the others.
      const entries = innermost(answer).flatMap(({ text, attributes }) =>
        text.split('\n').map((line) => ({ line, attributes })),
      )
      return entries.some(
        ({ line, attributes }) =>
          !/supersed|no longer|replaced|older/i.test(`${attributes} ${line}`) &&
          moment.stale.some((stale) => sharesRun(wordsOf(line), wordsOf(stale))),
      )
    },
  }
}

export function bodiesOf(answer: string): Body[] {
  let tail = answer
  for (const tag of STABLE) {
    tail = tail.replace(new RegExp(`<${tag}[^>]*>[\\s\\S]*?</${tag}>|<${tag}[^>]*/>`, 'g'), '')
  }
  const found = innermost(tail)
  const outside = tail.replace(ELEMENT, '')
  const quoted = outside.match(/(?:^>.*\n?)+/gm) ?? []
  return [...found, ...quoted.map((text) => ({ text, attributes: '' }))].filter(
    ({ text }) => wordsOf(text).length >= MIN_WORDS,
  )
}

const ELEMENT = /<([\w-]+)([^<>]*)>([^<]*)<\/\1>/g

function innermost(answer: string): Body[] {
  return Array.from(answer.matchAll(ELEMENT), ([, , attributes = '', text = '']) => ({
    text: text.replace(/&lt;/g, '<').replace(/&amp;/g, '&'),
    attributes,
  }))
}

export function wordsOf(text: string): string[] {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s]+/gu, ' ')
    .split(/\s+/)
    .filter((word) => word !== '')
}

const LITTLE = new Set(
  'a an and are as at be but by for from if in is it its of on or our so that the their then there this to was we were with you your i not no do does'.split(
    ' ',
  ),
)

function carries(text: string, fragment: string): boolean {
  const held = wordsOf(text)
  const wanted = wordsOf(fragment)
  if (wanted.length < RUN) return ` ${held.join(' ')} `.includes(` ${wanted.join(' ')} `)
  if (sharesRun(held, wanted)) return true
  const content = [...new Set(wanted.filter((word) => !LITTLE.has(word)))]
  const known = new Set(held)
  return content.filter((word) => known.has(word)).length >= SHARE * content.length
}

function shares(a: readonly string[], b: readonly string[]): boolean {
  return sharesRun(a, b)
}

function sharesRun(a: readonly string[], b: readonly string[]): boolean {
  const runs = new Set(runs6(a))
  return runs6(b).some((run) => runs.has(run))
}

function runs6(words: readonly string[]): string[] {
  if (words.length < RUN) return []
  return Array.from({ length: words.length - RUN + 1 }, (_, at) =>
    words.slice(at, at + RUN).join(' '),
  )
}

/** A moment and what came back for it. */
export interface Played {
  readonly moment: Moment
  readonly first: string
  readonly second: string
  readonly edit: string
  /** All that the session was given when it began. */
  readonly start: string
  /** Ranks of the gold source by explicit search, from 1; null where it was not found or not asked. */
  readonly ceilings: { readonly sessions: number | null; readonly memories: number | null } | null
}

export interface Counts {
  readonly asked: number
  readonly gold1: number
  readonly gold2: number
  readonly edit: number
  readonly precision: number
  readonly unrelatedSilent: number
  readonly continuationSilent: number
  readonly stale: number
  readonly tokensMedian: number
  readonly tokensMean: number
  readonly wrongMean: number
  readonly session1: number
  readonly session5: number
  readonly search5: number
}

export function countsOf(set: MomentSet, played: readonly Played[]): Counts {
  const judge = judgeOf(set)
  const seen = played.map((each) => ({
    ...each,
    one: judge.judge(each.moment, each.first),
    two: judge.judge(each.moment, each.second),
    three: judge.judge(each.moment, each.edit),
  }))
  const answerable = seen.filter(({ moment }) => moment.kind === 'answerable')
  const silent = (kind: Moment['kind']) => {
    const of = seen.filter(({ moment }) => moment.kind === kind)
    return share(of, ({ one, two }) => bodies(one) + bodies(two) === 0)
  }
  const all = seen.flatMap(({ one, two }) => [one, two])
  const good = all.reduce((sum, { right, near }) => sum + right + near, 0)
  const total = all.reduce((sum, each) => sum + bodies(each), 0)
  const tokens = all.map((each) => each.tokens)
  const spoken = tokens.filter((count) => count > 0)
  const withStale = seen.filter(({ moment }) => moment.stale.length > 0)
  const ranked = answerable.filter(({ ceilings }) => ceilings !== null)
  const within = (which: 'sessions' | 'memories', limit: number) =>
    share(ranked, ({ ceilings }) => (ceilings?.[which] ?? Number.POSITIVE_INFINITY) <= limit)
  return {
    asked: seen.length,
    gold1: share(answerable, ({ one }) => one.right > 0),
    gold2: share(answerable, ({ one, two }) => one.right + two.right > 0),
    edit: share(answerable, ({ one, two, three }) => one.right + two.right + three.right > 0),
    precision: total === 0 ? Number.NaN : (100 * good) / total,
    unrelatedSilent: silent('unrelated'),
    continuationSilent: silent('continuation'),
    stale: share(withStale, ({ moment, first, second, start }) =>
      [first, second, start].some((answer) => judge.isStale(moment, answer)),
    ),
    tokensMedian: median(spoken),
    tokensMean: mean(tokens),
    wrongMean: mean(all.map(({ wrongTokens }) => wrongTokens)),
    session1: within('sessions', 1),
    session5: within('sessions', 5),
    search5: within('memories', 5),
  }
}

export function rowOf(counts: Counts): (string | number)[] {
  const { asked, ...rest } = counts
  return [
    asked,
    ...Object.values(rest).map((each) => (Number.isNaN(each) ? '–' : Math.round(each))),
  ]
}

function bodies({ right, near, wrong }: Judged): number {
  return right + near + wrong
}

function share<T>(of: readonly T[], holds: (each: T) => boolean): number {
  return of.length === 0 ? Number.NaN : (100 * of.filter(holds).length) / of.length
}

function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, each) => sum + each, 0) / values.length
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}
