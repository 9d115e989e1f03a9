/** B-03, B-05. The words by which a statement shows what it changes. Adding one means adding it here. */

/** Words without weight of their own; two statements that differ in these alone say the same. */
export const FILLERS: ReadonlySet<string> = wordSet(
  'a an the this that these those we you i he she they it our my your their its his her us me ' +
    'them do does did doing having been being there here please just really very ' +
    'simply also too already still basically note remember reminder fyi always generally usually ' +
    'should must shall will would can could may might ought optionally ever and or so then well all any ' +
    'each both such let make sure ensure try need needs which ' +
    'who whom whose what how about approximately around roughly exactly per each while than yes ok okay ' +
    'der die das dem den des ein eine einen einem einer wir ihr ich du sie man bitte etwa immer ' +
    'le la les un une nous vous je tu on toujours el los las una nosotros yo siempre o os nós eu ' +
    'sempre il lo gli noi io мы я ты вы всегда 请',
)

/** Words that tie others together. They tell which place a word holds, and are not compared. */
export const LINKS: ReadonlySet<string> = wordSet(
  'for in on at to from of with via by under within during when if as between after before ' +
    'through into inside onto over across against until toward towards where ' +
    'für auf mit von vom zu zum zur bei aus nach vor pour dans sur avec du à aux para con por en em ' +
    'com per su di del da для на с в из по к',
)

/** Of the links, those that name what a thing is done with. */
export const MEANS_LINKS: ReadonlySet<string> = wordSet('with via by through')

/** Of the links, those that turn the meaning when their sides are swapped. */
export const DIRECTIONS: ReadonlySet<string> = wordSet(
  'before after into from over than depends depend extends calls imports',
)

export const COPULAS: ReadonlySet<string> = wordSet(
  'is are was were be has have had equals equal named called = : ' +
    'ist sind war waren est sont était es está están é são è sono это',
)

export const CHOOSING: ReadonlySet<string> = wordSet(
  'use uses used using utilize utilizes utilise employ employs prefer prefers preferred choose ' +
    'chooses chose chosen pick picks adopt adopts adopted select selects favor favors favour rely ' +
    'relies like likes love loves want wants 使用 采用 用 ' +
    'benutze benutzen nutze nutzen verwende verwenden utilise utiliser utilisons usa usar usamos usiamo ' +
    'используем использовать используй',
)

/** Verbs whose place or target is their value: what is "hosted on" one is not on another. */
export const PLACING: ReadonlySet<string> = wordSet(
  'run runs running live lives living listen listens store stores stored keep keeps kept host ' +
    'hosts hosted deploy deploys deployed write writes written set sets default defaults point ' +
    'points map maps start starts happen happens belong belongs save saves saved log logs sit ' +
    'sits reside resides target targets release releases bind binds ship ships publish publishes ' +
    'stay stays go goes sent send sends held put puts built made thrown drawn shown found read',
)

/** What a subject ends in when it can have one value only. */
export const ATTRIBUTES: ReadonlySet<string> = wordSet(
  'branch port url uri host hostname domain address version limit timeout format style theme mode ' +
    'language framework database db manager runner tool editor color colour size length width ' +
    'height count threshold key path directory folder region zone owner lead maintainer manager ' +
    'deadline date day time timezone environment license level strategy algorithm protocol engine ' +
    'provider target schedule frequency interval budget quota maximum minimum default name title ' +
    'username email shell os platform indentation indent encoding charset locale currency ' +
    'retention ttl backend store queue broker registry bucket cluster namespace prefix suffix ' +
    'extension command endpoint model role status client library orm bundler linter formatter ' +
    'compiler logger owner',
)

/** A number behind one of these names a thing instead of measuring it. */
export const NUMBERED_THINGS: ReadonlySet<string> = wordSet(
  'issue bug pr ticket section step phase chapter line task story rfc adr sprint item question ' +
    'page figure table part stage milestone case example commit build service server worker shard ' +
    'replica customer option error status code level tier plan test room building user team rule ' +
    'day week month quarter year group class type unit floor gate channel season episode volume ' +
    'edition method variant migration agent player article law',
)

/** What is counted, so that the number before it is a count and no label. */
export const COUNTED: ReadonlySet<string> = wordSet(
  'times retries attempts spaces lines characters approvals reviewers reviews items rows columns ' +
    'requests connections workers threads replicas nodes cores users files results entries points ' +
    'tokens pages copies instances kids children people',
)

/** Subjects that say nothing about what is meant. */
export const GENERIC_SUBJECTS: ReadonlySet<string> = wordSet(
  'user team project codebase repo repository app application everyone everybody developer ' +
    'company people code thing stuff work',
)

/**
 * Verbs and nouns that only carry what is said: "is kept in", "is where it lives", "needs to be done".
 * A difference in these alone makes no other memory.
 */
export const LIGHT_WORDS: ReadonlySet<string> = wordSet(
  'live lives living stay stays reside resides sit sits locate located keep keeps kept store stores ' +
    'stored hold holds held save saved put puts go goes going gone come comes came get gets got run runs ' +
    'ran running start starts started happen happens do done make makes made take takes took give gives ' +
    'follow follows work works belong belongs own owns reach reachable serve serves talk talks build ' +
    'built write writes written bring brings set sets see find found place home way thing form figure ' +
    'value number rule whole straight direct own please reason cause way whenever whatever wherever ' +
    'otherwise stale need needs needed require requires required must want like prefer should carry ' +
    'about some somehow maybe new existing changed least most',
)

/** Verbs that say where a thing is at home: it is in one place only. */
export const DWELLING: ReadonlySet<string> = wordSet(
  'live lives living stay stays reside resides sit sits located kept keep keeps stored hosted host hosts ' +
    'belong belongs default defaults points point written map maps',
)

/** Verbs of ownership: a thing has one owner at a time. */
export const OWNING: ReadonlySet<string> = wordSet(
  'own owns owned owner maintain maintains maintained maintainer lead leads leader manage manages manager ' +
    'responsible responsibility charge',
)

/** What a given-up thing may be called beside its name: "the sim-clean target", "the Flux setup". */
export const GENERIC_THINGS: ReadonlySet<string> = wordSet(
  'target command script job approach way setup version option tool service system process step rule ' +
    'policy practice habit idea plan method restriction requirement convention server instance stack ' +
    'thing part solution workflow pipeline library package framework',
)

/** Verbs that say where a thing is. */
export const STAYING: ReadonlySet<string> = wordSet(
  'live lives living stay stays reside resides sit sits located kept keep keeps stored store stores hosted ' +
    'host hosts deployed installed placed saved held found published',
)

/** Of the verbs of change, those that say where to. */
export const MOVING: ReadonlySet<string> = wordSet(
  'moved move moving migrated migrate migrating relocated transferred shifted',
)

/** Sides of which both may be said of two things, but not of one. Words of one side say the same. */
export const ANTONYMS: readonly (readonly ReadonlySet<string>[])[] = [
  'long detailed thorough verbose extensive lengthy comprehensive | short brief concise terse minimal compact',
  'hard | soft',
  'public | private internal secret confidential',
  'shared share shares common | separate own isolated dedicated individual per',
  'first before upfront | last after later afterwards',
  'large big huge | small tiny little',
  'fast quick quickly | slow slowly',
  'strict tight | lenient loose relaxed',
  'manual manually hand | automatic automated automatically',
  'eager eagerly | lazy lazily',
  'internal | external',
  'local locally | remote remotely',
  'gross | net',
  'ascending asc | descending desc',
  'uppercase | lowercase',
  'static statically | dynamic dynamically',
  'absolute | relative',
  'explicit explicitly | implicit implicitly',
  'inclusive | exclusive',
  'plural | singular',
  'british | american',
  'high higher | low lower',
  'encrypted encrypt | plaintext unencrypted',
  'optimistic | pessimistic',
  'stateful | stateless',
  'ordered | unordered',
  'sorted | unsorted',
  'server | browser client',
  'cookie | header',
  'float floats | integer integers int | decimal decimals | string strings',
  'always | sometimes rarely',
  'hot | cold',
  'primary | replica secondary',
  'push pushes pushed | pull pulls pulled',
  'open | closed',
  'early | late',
  'disk | memory ram',
  'root admin administrator | user unprivileged normal',
  'left | right',
  'top | bottom',
  'inside within | outside',
  'stay stays remain remains | leave leaves',
  'keep keeps retain preserve | discard discards delete deletes purge',
  'accept accepts accepted | reject rejects rejected refuse refused decline',
  'online | offline',
  'single 1 | multiple several many',
  'permanent permanently | temporary temporarily',
  'sequential sequentially serial serially | parallel concurrently concurrent',
  'batch batches | streaming stream realtime',
  'polling polls | webhook webhooks',
  'formal | informal casual',
  'horizontal horizontally | vertical vertically',
  'deterministic | random randomly',
  'fail fails abort aborts stop stops | continue continues ignore ignores proceed',
  'throw throws raise raises | return returns',
  'weekday weekdays | weekend weekends',
  'morning | evening night afternoon',
  'increase increases | decrease decreases',
  'free | paid',
  'monorepo | polyrepo',
  'nullable | required',
  'once | repeatedly',
  'most maximum | least minimum',
  'same together | separate separately apart',
  'synchronous synchronously | asynchronous queued later background',
  'commit commits committed tracked | ignored gitignored untracked',
  'self-hosted | managed hosted',
  'immutable append-only | mutable updated editable',
  'everything all every any | nothing none',
  'fixed constant | variable varies vary varying adaptive',
  'central centrally centralised centralized | decentral decentralised decentralized distributed local',
  'peer peer-to-peer | server dedicated',
  'enabled enable enables on | disabled disable disables off',
  'opt-in | opt-out',
  'allowed allow allows permitted encouraged welcome | forbidden banned prohibited disallowed discouraged',
  'required mandatory compulsory obligatory | optional voluntary unnecessary',
  'include includes included contain contains | exclude excludes excluded omit omits omitted',
  'add adds added keep keeps | strip strips stripped remove removes removed drop drops dropped',
  'start starts begin begins | end ends finish finishes',
  'plugged attached connected | unplugged detached disconnected',
  'sleeps sleep asleep | wakes wake awake',
  'metric kilometres kilometers kilograms celsius | imperial miles pounds fahrenheit',
  'useful helpful | useless pointless',
  'safe harmless | unsafe dangerous harmful risky',
  'works work working | broken fails fail failing',
  'simple simpler | complex complicated',
  'cheap cheaper | expensive costly',
  'nobody noone | everybody everyone anyone anybody',
  'upside | right',
  'recursion recursive recursively | loop loops iteration iterative',
  'inheritance | composition',
  'blocking | non-blocking nonblocking',
  'full-time | part-time',
  'indoors | outdoors',
  'import imports imported | export exports exported',
  'read-only readonly | writable read-write',
  'incoming inbound | outgoing outbound',
  'daytime day | overnight night nightly',
  'untouched unchanged | changed changes modified rewritten',
  'visible shown shows show | hidden hide hides invisible',
  'success succeeds passes pass green | failure fails fail red',
  'hand-written handwritten manual | generated generator',
  'sandboxed isolated | in-process unsandboxed',
  'separately extra | free included bundled',
  'vertical portrait | horizontal landscape',
  'light | dark',
  'new newest latest | old oldest legacy',
].map((row) => row.split(' | ').map(wordSet))

/** Verbs of which a thing may have many objects: what is supported beside it is no conflict. */
export const ADDING: ReadonlySet<string> = wordSet(
  'support supports supported available include includes offer offers provide provides have has contain ' +
    'contains call calls test tests like likes love loves know knows speak speaks',
)

/** Words around a limit, which are no part of what is limited. */
export const LIMITING: ReadonlySet<string> = wordSet(
  'up under over below above most least max maximum min minimum more less fewer within exceed exceeds limit ' +
    'cap capped than keep stay',
)

/** Behind these, a number is what is asked for even where it is before the verb. */
export const REQUIRING: ReadonlySet<string> = wordSet(
  'required require requires needed minimum supported target used mandatory',
)

export const NEGATORS: ReadonlySet<string> = wordSet(
  'not no never nothing none nobody cannot neither nor without avoid avoids stop stopped stops refrain skip forget ' +
    'dont doesnt didnt isnt arent wasnt wont cant shouldnt mustnt nicht kein keine keinen nie ' +
    'niemals ohne weder pas jamais sans nunca jamás não sem non senza mai не нет никогда без',
)

/** Words that narrow a rule; a rule with one is another rule. */
export const RESTRICTORS: ReadonlySet<string> = wordSet('only except unless but excluding solely')

/** What is allowed is not what is asked for. */
export const PERMISSIONS: ReadonlySet<string> = wordSet('can could may might optionally')

/** The newer speaks of a change by itself. */
export const CHANGE_CUES: ReadonlySet<string> = wordSet(
  'now currently instead actually anymore nowadays henceforth correction longer',
)

/** Verbs of change: "was raised to" says "is", and that it was otherwise. */
export const CHANGE_VERBS: ReadonlySet<string> = wordSet(
  'changed change changes switched switch moved move migrated migrate migrating moving switching ' +
    'upgraded upgrade downgraded bumped raised lowered increased decreased reduced renamed ' +
    'converted transitioned updated replaced became becomes turned relocated transferred shifted',
)

/** Each left word is the right one denied. */
// biome-ignore format: a table reads best in columns
export const OPPOSITES: Readonly<Record<string, string>> = {
  disable: 'enable',      disables: 'enable',       disabled: 'enable',    disabling: 'enable',
  forbid: 'allow',        forbids: 'allow',         forbidden: 'allow',    disallow: 'allow',
  disallowed: 'allow',    prohibit: 'allow',        prohibited: 'allow',   deny: 'allow',
  denied: 'allow',        ban: 'allow',             banned: 'allow',       denies: 'allow',
  optional: 'required',   unnecessary: 'required',  off: 'switched-on',    false: 'true',
  exclude: 'include',     excludes: 'include',      excluded: 'include',   remove: 'add',
  removed: 'add',         removes: 'add',           dislike: 'use',        dislikes: 'use',
  hates: 'use',           hate: 'use',              unsupported: 'support', invalid: 'valid',
  unsafe: 'safe',         insecure: 'secure',       incompatible: 'compatible',
  impossible: 'possible', inactive: 'active',       fail: 'pass',          fails: 'pass',
  failing: 'pass',        unused: 'used',           broken: 'working',     asynchronous: 'synchronous',
  async: 'sync',          mutable: 'immutable',     insensitive: 'sensitive', decrease: 'increase',
  wrong: 'correct',       incorrect: 'correct',     untested: 'tested',    unavailable: 'available',
}

/** Different words, one meaning; only pairs that hold in every sentence. */
// biome-ignore format: a table reads best in columns
export const SAME_WORD: Readonly<Record<string, string>> = {
  execute: 'run',      executes: 'run',       executed: 'run',     prior: 'before',
  configuration: 'config', configurations: 'config', configs: 'config',
  repo: 'repository',  repos: 'repository',   database: 'db',      databases: 'db',
  directory: 'folder', directories: 'folder', dir: 'folder',       docs: 'documentation',
  authentication: 'auth', postgresql: 'postgres', golang: 'go',    js: 'javascript',
  ts: 'typescript',    k8s: 'kubernetes',     mandatory: 'required', permitted: 'allow',
  permit: 'allow',     mongo: 'mongodb',      env: 'environment',  max: 'maximum',
  min: 'minimum',      function: 'func',      functions: 'func',   parameter: 'param',
  parameters: 'param', params: 'param',       delete: 'remove',    requests: 'req',
  request: 'req',      tab: 'tabs',           space: 'spaces',     fine: 'allow',
  acceptable: 'allow', allowed: 'allow',      development: 'dev',     production: 'prod',
}

/** Choices of which one is taken: naming another is a change of mind, not a second fact. */
export const ALTERNATIVES: readonly ReadonlySet<string>[] = [
  'tabs spaces',
  'npm yarn pnpm bun deno',
  'postgres mysql mariadb sqlite mongodb dynamodb oracle cockroachdb cassandra mssql duckdb clickhouse bigquery snowflake',
  'jest vitest mocha jasmine ava',
  'pytest unittest nose',
  'react vue angular svelte solid preact',
  'rest graphql grpc soap trpc',
  'aws gcp azure heroku vercel netlify cloudflare render railway',
  'jenkins circleci travis gitlab github buildkite teamcity',
  'merge rebase squash',
  'camelcase snake_case pascalcase kebab snake camel pascal',
  'light dark',
  'single double',
  'eslint biome tslint oxlint',
  'prettier biome dprint',
  'webpack vite rollup esbuild parcel turbopack rspack',
  'redis memcached valkey',
  'kafka rabbitmq sqs nats pulsar',
  'docker podman',
  'python java go rust typescript javascript ruby kotlin php c# c++ scala elixir swift',
  'express fastify koa hono nestjs',
  'django flask fastapi',
  'main master develop trunk',
  'vim neovim emacs vscode',
  'bash zsh fish powershell',
  'black ruff yapf autopep8',
  'poetry pip uv pipenv conda',
  'maven gradle bazel',
  'mit apache gpl bsd',
  'monday tuesday wednesday thursday friday saturday sunday mondays tuesdays wednesdays thursdays fridays saturdays sundays',
  'january february march april may june july august september october november december',
  'json yaml toml xml protobuf csv',
  'jwt sessions session cookies cookie oauth saml',
  'http https',
  'monolith microservices',
  'prisma drizzle typeorm sequelize kysely knex',
  'cypress playwright selenium puppeteer',
  'terraform pulumi cloudformation cdk ansible',
  'daily weekly monthly hourly nightly yearly quarterly',
  'debug info warn error trace',
  'metric imperial',
  'slack teams discord',
  'jira linear asana trello',
  'zustand redux mobx recoil jotai',
  'english german french spanish italian japanese chinese',
  'celsius kelvin fahrenheit',
  'get post put patch delete',
  'mean max cls sum',
  'utc cet est pst',
  'eur usd gbp chf euro euros dollar dollars',
].map(wordSet)

/** Spelled-out numbers; "one" is left out since it is mostly a pronoun. */
export const NUMBER_WORDS: Readonly<Record<string, string>> = Object.fromEntries(
  'zero - two three four five six seven eight nine ten eleven twelve'
    .split(' ')
    .map((word, index) => [word, String(index)]),
)

/** Seconds or bytes in a unit, so that 60 s is a minute. */
// biome-ignore format: a table reads best in columns
export const UNITS: Readonly<Record<string, readonly [string, number]>> = {
  ms: ['s', 0.001],       millisecond: ['s', 0.001], milliseconds: ['s', 0.001],
  s: ['s', 1],            sec: ['s', 1],             secs: ['s', 1],
  second: ['s', 1],       seconds: ['s', 1],         min: ['s', 60],
  mins: ['s', 60],        minute: ['s', 60],         minutes: ['s', 60],
  h: ['s', 3600],         hr: ['s', 3600],           hrs: ['s', 3600],
  hour: ['s', 3600],      hours: ['s', 3600],        d: ['s', 86400],
  day: ['s', 86400],      days: ['s', 86400],        week: ['s', 604800],
  weeks: ['s', 604800],   kb: ['b', 1e3],            mb: ['b', 1e6],
  gb: ['b', 1e9],         tb: ['b', 1e12],           '%': ['%', 1],
  percent: ['%', 1],      k: ['', 1e3],              million: ['', 1e6],
  billion: ['', 1e9],     month: ['s', 2592000],     months: ['s', 2592000],
  night: ['s', 86400],    year: ['s', 31536000],     years: ['s', 31536000],
}

function wordSet(words: string): ReadonlySet<string> {
  return new Set(words.split(' '))
}
