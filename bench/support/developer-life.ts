/**
 * A developer's year, made up: projects whose facts and rules are stated, repeated in other words and
 * changed, in many ways of saying so, among a hundred thousand things that tools did. The same seed
 * gives the same life.
 */

/** Something that holds in a project until it is changed. */
export interface Truth {
  readonly key: string
  readonly project: number
  readonly question: string
  /** How it is told: a person's rule to be heard, or a fact that the agent keeps. */
  readonly kind: 'rule' | 'fact'
  /** The words by which a sentence is about this at all. */
  readonly about: readonly string[]
  value: string
  /** Values that held before. */
  readonly former: string[]
  /** How often it comes up: a few things all the time, most now and then. */
  readonly weight: number
  since: number
}

export interface Saying {
  readonly truth: Truth
  readonly text: string
  readonly is: 'new' | 'repetition' | 'correction'
}

export interface ToolUse {
  readonly project: number
  readonly kind: 'read' | 'modify' | 'command'
  readonly file: string
  readonly command: string | null
  readonly result: string
  readonly failed: boolean
}

export interface Day {
  readonly number: number
  readonly sayings: readonly Saying[]
  readonly tools: readonly ToolUse[]
  /** What the agent wants to know today. */
  readonly questions: readonly Truth[]
}

export interface LifeOptions {
  readonly seed: number
  readonly days: number
  readonly projects: number
  /** Of each project. */
  readonly truths: number
  readonly toolsPerDay: number
}

export interface Life {
  readonly truths: readonly Truth[]
  day(number: number): Day
}

const CHANGES_A_DAY = 1.2
const REPETITIONS_A_DAY = 8
const QUESTIONS_A_DAY = 25
/** The first part of the year brings most of what there is to know. */
const LEARNING_SHARE = 0.4

export function developerLife(options: LifeOptions): Life {
  const random = randomFrom(options.seed)
  const truths = truthsOf(options, random)
  const known = () => truths.filter(({ since }) => since >= 0)
  const learningDays = Math.max(options.days * LEARNING_SHARE, 1)
  return {
    truths,
    day(number) {
      const sayings: Saying[] = []
      const wanted = Math.ceil(Math.min(number + 1, learningDays) * (truths.length / learningDays))
      for (const truth of truths.slice(known().length, wanted)) {
        truth.since = number
        sayings.push({ truth, text: stated(random, truth), is: 'new' })
      }
      const changeable = known().filter(({ since }) => since < number)
      for (let n = poisson(random, CHANGES_A_DAY); n > 0 && changeable.length > 0; n -= 1) {
        const truth = weighted(random, changeable)
        const old = truth.value
        truth.former.push(old)
        truth.value = anotherValue(random, truth)
        truth.since = number
        sayings.push({ truth, text: corrected(random, truth, old), is: 'correction' })
      }
      for (let n = poisson(random, REPETITIONS_A_DAY); n > 0; n -= 1) {
        const truth = weighted(random, known())
        sayings.push({ truth, text: stated(random, truth), is: 'repetition' })
      }
      const tools = Array.from({ length: options.toolsPerDay }, () =>
        toolUse(options, random, number),
      )
      const questions = Array.from({ length: QUESTIONS_A_DAY }, () => weighted(random, known()))
      return { number, sayings, tools, questions }
    },
  }
}

interface Attribute {
  readonly noun: string
  readonly question: (service: string) => string
  readonly values: readonly string[]
  /** Ways to say it outright. */
  readonly says: readonly ((service: string, value: string) => string)[]
}

// biome-ignore format: a table reads best in columns
const ATTRIBUTES: readonly Attribute[] = [
  { noun: 'port', question: (s) => `Which port does ${s} listen on?`,
    values: '5081 5082 6110 6244 7003 7350 8127 8444 9012 9633'.split(' '),
    says: [(s, v) => `${s} listens on port ${v}.`, (s, v) => `The port of ${s} is ${v}.`, (s, v) => `You reach ${s} on port ${v}.`] },
  { noun: 'rate limit', question: (s) => `What is the rate limit of ${s}?`,
    values: ['120 requests per minute', '250 requests per minute', '400 requests per minute', '650 requests per minute', '900 requests per minute', '1500 requests per minute'],
    says: [(s, v) => `The rate limit of ${s} is ${v}.`, (s, v) => `${s} allows ${v}, that is its rate limit.`] },
  { noun: 'timeout', question: (s) => `After how long do calls to ${s} time out?`,
    values: ['3 seconds', '7 seconds', '12 seconds', '25 seconds', '40 seconds', '75 seconds'],
    says: [(s, v) => `The timeout of ${s} is ${v}.`, (s, v) => `Calls to ${s} have a timeout of ${v}.`] },
  { noun: 'database', question: (s) => `Which database does ${s} use?`,
    values: ['PostgreSQL', 'MySQL', 'SQLite', 'MongoDB', 'DynamoDB', 'CockroachDB'],
    says: [(s, v) => `The database of ${s} is ${v}.`, (s, v) => `${s} uses ${v} as its database.`] },
  { noun: 'deploy day', question: (s) => `On which day is ${s} deployed?`,
    values: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'],
    says: [(s, v) => `The deploy day of ${s} is ${v}.`, (s, v) => `${s} is deployed every ${v}.`] },
  { noun: 'log retention', question: (s) => `How long are logs of ${s} kept?`,
    values: ['5 days', '10 days', '21 days', '45 days', '60 days', '120 days'],
    says: [(s, v) => `The log retention of ${s} is ${v}.`, (s, v) => `Logs of ${s} are kept for ${v}, that is the log retention.`] },
  { noun: 'region', question: (s) => `In which region does ${s} run?`,
    values: ['eu-west-1', 'eu-central-1', 'us-east-1', 'us-west-2', 'ap-south-1', 'sa-east-1'],
    says: [(s, v) => `The region of ${s} is ${v}.`, (s, v) => `${s} runs in region ${v}.`] },
  { noun: 'owner', question: (s) => `Which team owns ${s}?`,
    values: ['team Orca', 'team Falcon', 'team Maple', 'team Granite', 'team Ember', 'team Willow'],
    says: [(s, v) => `The owner of ${s} is ${v}.`, (s, v) => `${s} is owned by ${v}.`] },
]

const SERVICES =
  'billing-api checkout-web ledger-sync invoice-mailer search-indexer media-resizer login-gateway report-builder webhook-relay stock-feed pricing-engine audit-trail session-store cart-service geo-lookup mail-parser chat-bridge photo-vault route-planner tax-rules coupon-desk profile-hub event-router backup-runner metric-collector queue-keeper'.split(
    ' ',
  )

/** Each with what it was; some name it, some do not, some only tell what is so now. */
// biome-ignore format: a table reads best in lines
const CORRECTIONS: readonly ((np: string, value: string, old: string) => string)[] = [
  (np, v, o) => `We changed the ${np} from ${o} to ${v}.`,
  (np, v)    => `The ${np} is ${v} now.`,
  (np, v, o) => `Actually the ${np} is ${v}, not ${o}.`,
  (np, v, o) => `Forget ${o}: the ${np} is ${v}.`,
  (np, v)    => `As of today the ${np} is ${v}.`,
  (np, v)    => `From now on, the ${np} is ${v}.`,
  (np, v)    => `Heads up, ops moved the ${np} to ${v}.`,
  (np, v, o) => `The ${np} went from ${o} to ${v} this morning.`,
  (np, v)    => `Small fix to what I said before: the ${np} should be ${v}.`,
  (np, v, o) => `${o} is no longer the ${np}, use ${v}.`,
  (np, v, o) => `Please stop using ${o} as the ${np}, it is ${v} these days.`,
  (np, v)    => `Going forward, the ${np} is ${v}.`,
  (np, v)    => `Update: the ${np} is ${v}.`,
  (np, v, o) => `It turned out that the ${np} is ${v} rather than ${o}.`,
  (np, v, o) => `Instead of ${o}, the ${np} is now ${v}.`,
  (np, v)    => `Scratch that, the ${np} is ${v}.`,
  (np, v)    => `After the incident they set the ${np} to ${v}.`,
  (np, v, o) => `The old ${np} (${o}) is gone, the new one is ${v}.`,
  (np, v)    => `I was wrong about the ${np}: it is ${v}.`,
  (np, v, o) => `The ${np} used to be ${o}, but it is ${v} since yesterday.`,
  (np, v, o) => `${v} replaces ${o} as the ${np}.`,
  (np, v)    => `We have a new ${np}: ${v}.`,
  (np, v, o) => `Not ${o} any more, the ${np} is ${v}.`,
  (np, v)    => `By the way, the ${np} has become ${v}.`,
]

const OBJECTS = [
  'function',
  'method',
  'variable',
  'attribute',
  'class',
  'constant',
  'argument',
  'module',
]
const PREFIXES = 'x_ q_ gn_ wr_ at_ tt_ b_ vr_'.split(' ')
const SUFFIXES = '_fn _md _ud _vr _kz _ow _c _gn'.split(' ')
/** A prefix does not replace a suffix: the rule for a kind of name stays on its side. */
const affixesOf = (object: string) => (OBJECTS.indexOf(object) % 2 === 0 ? PREFIXES : SUFFIXES)

/** A person's rule about names, as people put them to an agent. */
// biome-ignore format: a table reads best in lines
const RULES: readonly ((object: string, how: string, affix: string) => string)[] = [
  (o, h, a) => `Always ${h} ${o} names with '${a}'.`,
  (o, h, a) => `Please ${h} all ${o} names with '${a}'.`,
  (o, h, a) => `When you name a ${o}, always ${h} its name with '${a}'.`,
]
// biome-ignore format: a table reads best in lines
const RULE_CHANGES: readonly ((object: string, how: string, affix: string) => string)[] = [
  (o, h, a) => `From now on, I want you to ${h} ${o} names with '${a}'.`,
  (o, h, a) => `Going forward, I'd like you to ${h} all ${o} names with '${a}' instead.`,
  (o, h, a) => `I now want you to ${h} ${o} names with '${a}'.`,
  (o, h, a) => `From now on, please ${h} all your ${o} names with '${a}'.`,
  (o, h, a) => `I changed my mind about ${o} names: always ${h} them with '${a}'.`,
  (o, h, a) => `For ${o} names, please ${h} them with '${a}' from now on.`,
  (o, h, a) => `I want to update one thing: from now on, ${h} ${o} names with '${a}'.`,
]

function truthsOf({ projects, truths }: LifeOptions, random: () => number): Truth[] {
  const all: Truth[] = []
  for (let project = 0; project < projects; project += 1) {
    // A preference is the person's own, in every project: it is stated once, in the first.
    const rules = (project === 0 ? OBJECTS : []).map((object) => ({
      kind: 'rule' as const,
      key: `${project} rule ${object}`,
      question: `What is the current rule for ${object} names?`,
      about: [object, 'name'],
      values: affixesOf(object),
    }))
    const facts = shuffled(
      random,
      SERVICES.flatMap((service) => ATTRIBUTES.map((attribute) => ({ service, attribute }))),
    ).map(({ service, attribute }) => ({
      kind: 'fact' as const,
      key: `${project} fact ${service} ${attribute.noun}`,
      question: attribute.question(service),
      about: [service],
      values: attribute.values,
    }))
    const chosen = shuffled(random, [
      ...rules,
      ...facts.slice(0, Math.max(truths - rules.length, 0)),
    ])
    for (const { values, ...truth } of chosen.slice(0, truths)) {
      const value = pick(random, values)
      const weight = 1 / (1 + Math.floor(random() * truths))
      all.push({ ...truth, project, value, former: [], weight, since: -1 })
    }
  }
  return shuffled(random, all)
}

function stated(random: () => number, truth: Truth): string {
  if (truth.kind === 'rule') {
    return pick(random, RULES)(truth.about[0] ?? '', howOf(truth.value), truth.value)
  }
  const { attribute, service } = factOf(truth)
  return capital(pick(random, attribute.says)(service, truth.value))
}

function corrected(random: () => number, truth: Truth, old: string): string {
  if (truth.kind === 'rule') {
    return pick(random, RULE_CHANGES)(truth.about[0] ?? '', howOf(truth.value), truth.value)
  }
  const { attribute, service } = factOf(truth)
  return capital(pick(random, CORRECTIONS)(`${attribute.noun} of ${service}`, truth.value, old))
}

function anotherValue(random: () => number, truth: Truth): string {
  const values =
    truth.kind === 'rule' ? affixesOf(truth.about[0] ?? '') : factOf(truth).attribute.values
  const others = values.filter((value) => value !== truth.value)
  const fresh = others.filter((value) => !truth.former.includes(value))
  return pick(random, fresh.length > 0 ? fresh : others)
}

function factOf(truth: Truth): { attribute: Attribute; service: string } {
  const [, , service = ''] = truth.key.split(' ')
  const noun = truth.key.split(' ').slice(3).join(' ')
  const attribute = ATTRIBUTES.find((each) => each.noun === noun)
  if (!attribute) throw new RangeError(`no attribute ${noun}`)
  return { attribute, service }
}

const howOf = (affix: string) => (affix.startsWith('_') ? 'end' : 'start')

/** Whether a sentence tells this of the truth: the value that holds, or only one that held. */
export function told(truth: Truth, text: string): 'current' | 'former' | null {
  const subject = truth.kind === 'rule' ? null : factOf(truth)
  const words = text.toLowerCase() // at the start of a sentence "team Ember" is "Team Ember"
  const says = (value: string) =>
    words.includes((truth.kind === 'rule' ? `'${value}'` : value).toLowerCase())
  const isAbout =
    truth.about.every((word) => words.includes(word)) &&
    (subject === null || mentions(subject.attribute, text))
  if (!isAbout) return null
  if (says(truth.value)) return 'current'
  return truth.former.some(says) ? 'former' : null
}

/** Several attributes have values of the same look: a sentence is about one only if it says so. */
function mentions({ noun, values }: Attribute, text: string): boolean {
  const verbs: Readonly<Record<string, RegExp>> = {
    port: /port/i,
    'rate limit': /rate limit/i,
    timeout: /timeout|time out/i,
    database: /database/i,
    'deploy day': /deploy/i,
    'log retention': /retention/i,
    region: /region/i,
    owner: /own/i,
  }
  return values.some((value) => text.includes(value)) && (verbs[noun]?.test(text) ?? false)
}

const VERBS = 'add rename extract inline guard cache split move trim batch parse validate'.split(
  ' ',
)
const THINGS =
  'handler parser client router worker schema migration fixture button layout query hook token buffer logger index'.split(
    ' ',
  )
const FOLDERS = 'auth billing search ui api jobs store mail sync admin'.split(' ')
const FAILURES = [
  'TypeError: Cannot read properties of undefined',
  'AssertionError: expected 3 to equal 4',
  'ECONNREFUSED 127.0.0.1',
  'error TS2345: Argument of type string is not assignable',
  'ENOENT: no such file or directory',
  'SyntaxError: Unexpected token',
]

function toolUse({ projects }: LifeOptions, random: () => number, day: number): ToolUse {
  const project = Math.floor(random() * projects)
  const thing = pick(random, THINGS)
  const file = `src/${pick(random, FOLDERS)}/${thing}-${Math.floor(random() * 40)}.ts`
  const dice = random()
  if (dice < 0.35) {
    const result = `export function ${thing}${Math.floor(random() * 900)}() {}`
    return { project, kind: 'read', file, command: null, result, failed: false }
  }
  if (dice < 0.75) {
    const result = `${pick(random, VERBS)} ${thing} in ${file}, ${Math.floor(random() * 200)} lines`
    return { project, kind: 'modify', file, command: null, result, failed: false }
  }
  const failed = random() < 0.3
  const command = pick(random, [
    'npm test',
    'npm run lint',
    `npx vitest run ${file}`,
    'git status',
    `git commit -m "${pick(random, VERBS)} ${thing} ${day}"`,
  ])
  const result = failed
    ? `${pick(random, FAILURES)} at ${file}:${Math.floor(random() * 300)}`
    : `ok, ${Math.floor(random() * 400)} passed`
  return { project, kind: 'command', file, command, result, failed }
}

/** Mulberry32: small, fast, and the same everywhere. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}

function pick<Item>(random: () => number, items: readonly Item[]): Item {
  const item = items[Math.floor(random() * items.length)]
  if (item === undefined) throw new RangeError('nothing to pick from')
  return item
}

function weighted<Item extends { readonly weight: number }>(
  random: () => number,
  items: readonly Item[],
): Item {
  let left = random() * items.reduce((sum, { weight }) => sum + weight, 0)
  for (const item of items) {
    left -= item.weight
    if (left <= 0) return item
  }
  return pick(random, items)
}

function poisson(random: () => number, mean: number): number {
  const limit = Math.exp(-mean)
  let product = random()
  let count = 0
  while (product > limit) {
    product *= random()
    count += 1
  }
  return count
}

function shuffled<Item>(random: () => number, items: readonly Item[]): Item[] {
  const all = [...items]
  for (let i = all.length - 1; i > 0; i -= 1) {
    const j = Math.floor(random() * (i + 1))
    const [a, b] = [all[i], all[j]]
    if (a !== undefined && b !== undefined) {
      all[i] = b
      all[j] = a
    }
  }
  return all
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
