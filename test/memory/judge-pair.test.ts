import { describe, expect, it } from 'vitest'
import {
  type Claim,
  isOneMemory,
  isWorthAsking,
  type Judgement,
  judgePair,
} from '../../src/memory/judge-pair.ts'
import { titleFrom } from '../../src/memory/normalise.ts'
import { cuesOf } from '../../src/memory/pair-cues.ts'
import { termsOf } from '../../src/memory/statement.ts'
import { fc } from '../support/property.ts'

type Kind = Judgement['relation']

function claim(content: string, type?: string): Claim {
  const untyped = { title: titleFrom(content), content }
  return type === undefined ? untyped : { ...untyped, type }
}

function check(older: string, newer: string, expected: readonly Kind[]): void {
  const found = judgePair(claim(newer), claim(older))
  expect(expected, `${found.relation} (${found.score.toFixed(2)}): ${found.reason}`).toContain(
    found.relation,
  )
}

/** What was known, and what is said now. */
const SUPERSEDES: readonly (readonly [older: string, newer: string])[] = [
  ['The Ansible inventory is in hosts.ini.', 'The inventory is now in hosts.yml.'],
  ['The queue is rabbitmq.', 'rabbitmq was replaced by kafka.'],
  [
    'The branch of docs-site is trunk-2.',
    'Heads up, ops moved the branch of docs-site to release-4.',
  ],
  [
    'The timeout of mail-relay is 9 seconds.',
    '4 seconds replaces 9 seconds as the timeout of mail-relay.',
  ],
  [
    'It turned out that the port of ui-proxy is 4100 rather than 4000.',
    'Forget 4100: the port of ui-proxy is 4200.',
  ],
  ['API rate limit is 100/min', 'API rate limit is 200/min'],
  ['API rate limit is 100/min', 'The API rate limit is now 200 per minute'],
  ['API rate limit is 100/min', 'API rate limit was raised to 200/min'],
  ['API rate limit is 100/min', 'API rate limit changed from 100/min to 200/min'],
  ['The rate limit of the API is 100 per minute', 'API rate limit: 200/min'],
  ['Request timeout is 30 seconds', 'Request timeout is 2 minutes'],
  ['Request timeout is 30s', 'Request timeout is 45s because uploads are slow'],
  ['The server listens on port 8080', 'The server listens on port 9090'],
  ['Retry failed jobs three times', 'Retry failed jobs 5 times'],
  ['Coverage threshold is 80%', 'Coverage threshold is 85%'],
  ['Node 18 is required', 'Node 20 is required'],
  ['Pin the SDK to v1.2.3', 'Pin the SDK to v1.3.0'],
  ['The release is on 2024-05-01', 'The release is on 2024-06-01'],
  ['Maximum upload size is 10 MB', 'Maximum upload size is 25 MB'],
  ['Sessions expire after 30 minutes', 'Sessions expire after 60 minutes'],
  ['Lines are at most 80 characters long', 'Lines are at most 100 characters long'],
  ['Use Postgres for analytics', 'Use MySQL for analytics'],
  ['We use Jest for unit tests', 'We use Vitest for unit tests'],
  ['The backend uses Redis for caching', 'The backend uses Memcached for caching'],
  ['Deploy the frontend with Vercel', 'Deploy the frontend with Netlify'],
  ['The API is hosted on AWS', 'The API is hosted on GCP'],
  ['The backend is written in Python', 'The backend is written in Go'],
  ['The default branch is master', 'The default branch is main'],
  ['The default branch is trunk', 'The default branch is release'],
  ['The base URL is https://a.example.com', 'The base URL is https://b.example.com'],
  ['The user prefers dark mode', 'The user prefers light mode'],
  ['Use single quotes for strings', 'Use double quotes for strings'],
  ['Releases happen on Tuesdays', 'Releases happen on Thursdays'],
  ['The team lead is Alice', 'The team lead is Bob'],
  ['Config lives in config/app.yaml', 'Config lives in settings/app.toml'],
  ['Install packages with npm', 'Install packages with pnpm'],
  ['Backups run daily', 'Backups run weekly'],
  ['We use Jenkins for CI', 'We moved from Jenkins to GitHub Actions for CI'],
  ['We use Jenkins for CI', 'We switched from Jenkins to CircleCI for CI'],
  ['We use Jenkins', 'We no longer use Jenkins'],
  ['The project uses Redux', 'We replaced Redux with Zustand in the project'],
  ['Use tabs', 'Use spaces instead of tabs'],
  ['Use tabs for indentation', 'Use spaces rather than tabs for indentation'],
  ['Use spaces, not tabs', 'Use tabs, not spaces'],
  ['Use tabs', "Don't use tabs, use spaces"],
  ['Use tabs', 'Now do not use tabs'],
  ['Deploys on Friday are allowed', 'Deploys on Friday are no longer allowed'],
  ['Telemetry is enabled', 'Telemetry is now disabled'],
  ['Prefer classes for components', 'Actually, prefer functions over classes for components'],
  ['Log level is debug', 'Log level is info'],
  ['限流为每分钟100次', '限流为每分钟200次'],
  ['使用Postgres做分析', '使用MySQL做分析'],
  ['Use Postgres for analytics. Keep it simple.', 'Use MySQL for analytics. Keep it simple.'],
  ['Tests run on Node 18', 'Tests run on Node 22 (was 18)'],
  ['We are on Kubernetes 1.27', 'We upgraded Kubernetes from 1.27 to 1.29'],
  ['The auth module lives in src/auth', 'The auth module lives in packages/auth'],
  ['The session cookie is named sid', 'The session cookie is named session_id'],
  ['Use 2 spaces for indentation', 'Use 4 spaces for indentation'],
  ['HTTP client is axios', 'HTTP client is fetch'],
  ['Set MAX_RETRIES=3', 'Set MAX_RETRIES=5'],
  ['Server eu-1 has 16 GB memory', 'Server eu-1 has 32 GB memory'],
  ['Prefer composition over inheritance', 'Prefer inheritance over composition'],
  ['Python 3.11 is used for scripts', 'Python 3.12 is used for scripts'],
  ['Retry 3 times', 'Retry 5 times'],
  ['Lint runs in CI', 'Lint does not run in CI anymore'],
  ['データベースはPostgresです', 'データベースはMySQLです'],
  ['Die Zeitgrenze ist 30 Sekunden', 'Die Zeitgrenze ist 60 Sekunden'],
]

const CONTRADICTS: readonly (readonly [older: string, newer: string])[] = [
  ['Builds are signed.', 'Builds are unsigned.'],
  ['Files above 10 MB are rejected', 'Files above 10 KB are rejected'],
  ['Production uses 3 replicas, staging uses 5.', 'Production uses 5 replicas, staging uses 3.'],
  ['Use tabs', 'Do not use tabs'],
  ['Use tabs for indentation in Go', 'Do not use tabs for indentation in Go'],
  ['Always squash commits', 'Never squash commits'],
  ['Deploy on Fridays', 'Never deploy on Fridays'],
  ["Don't mock the database", 'Mock the database'],
  ['Feature flags are enabled in staging', 'Feature flags are disabled in staging'],
  ['Code review is required', 'Code review is optional'],
  ['Force pushes are allowed', 'Force pushes are forbidden'],
  ['Commit the lock file', "Don't commit the lock file"],
  ['Run lint before tests', 'Run lint after tests'],
  ['The cache is safe for concurrent use', 'The cache is not safe for concurrent use'],
  ['Use tabs', 'Use spaces'],
  ['Use early returns for error handling', 'Use result types for error handling'],
  ['Avoid default exports', 'Use default exports'],
  ['使用制表符缩进', '不要使用制表符缩进'],
  ['Test A fails on Windows', 'Test A passes on Windows'],
  ['In 2023 we had 10 customers', 'In 2024 we had 30 customers'],
  ['Version 1.2 supports dark mode', 'Version 1.3 supports dark mode'],
  ['Enable strict mode in tsconfig', 'Disable strict mode in tsconfig'],
  ['The user wants no emojis in commits', 'The user wants emojis in commits'],
  ['Remember to run make fmt', "You don't need to run make fmt"],
  ['Use tabs for indentation', 'Do not use tabs'],
  ['Use Postgres for analytics. The replica lives in Dublin.', 'Use MySQL for analytics.'],
]

const UNRELATED: readonly (readonly [older: string, newer: string])[] = [
  ['service A listens on 8080', 'service B listens on 9090'],
  ['Service A listens on 8080', 'Service B listens on 8080'],
  ['The auth service timeout is 30s', 'The payment service timeout is 60s'],
  [
    'The auth service runs in Frankfurt on three nodes',
    'The payment service runs in Frankfurt on three nodes',
  ],
  ['Postgres listens on port 5432', 'MySQL listens on port 3306'],
  ['Use Postgres for analytics', 'Use Postgres for billing'],
  [
    'Use Postgres for the analytics service in production',
    'Use Postgres for the billing service in production',
  ],
  ['Use tabs in Go', 'Use spaces in Python'],
  ['On Windows use PowerShell', 'On Linux use Bash'],
  ['The backend uses Express', 'The backend uses Zod'],
  ['The project uses React', 'The project uses Tailwind'],
  ['The user prefers dark mode', 'The user prefers TypeScript'],
  ['The API is slow', 'The API is documented'],
  ['Deploy the frontend with Vercel', 'Deploy the backend with Vercel'],
  ['Fixed bug 123 in the parser', 'Fixed bug 124 in the parser'],
  ['Closed issue #12 about login', 'Closed issue #13 about login'],
  ['Section 3 covers login', 'Section 4 covers login'],
  ['Run lint before tests', 'Run tests before lint'],
  ['Merge develop into main', 'Merge main into develop'],
  ['We use Jenkins for CI', 'We no longer use Jenkins for deploys'],
  ['The Jenkins admin password rotates monthly', 'We moved from Jenkins to GitHub Actions for CI'],
  ['Deploy on Fridays', 'Deploy only on Fridays'],
  ['Timeout for uploads is 60s', 'Timeout for downloads is 30s'],
  ['Use Redis', 'Use TypeScript'],
  ['The login page loads slowly', 'Backups go to the vault every night'],
  ['Never store secrets in code', 'Never store passwords in logs'],
  ['Alice owns the billing service', 'Bob owns the search service'],
  ['getUser returns null when missing', 'getOrder returns null when missing'],
  ['Edit src/app.ts to change the theme', 'Edit src/main.ts to change the theme'],
  ['Retry uploads', 'Retry uploads 5 times'],
  ['The limit is 10 for free users', 'The limit is 100 for paid users'],
  ['Free users can create 3 projects', 'Paid users can create 30 projects'],
  ['The bug was caused by a race in the cache', 'The bug was caused by a leak in the pool'],
  ['In staging the log level is debug', 'In production the log level is info'],
  ['Version 1.2 added dark mode', 'Version 1.3 added light mode'],
  ['Server eu-1 has 16 GB memory', 'Server us-2 has 32 GB memory'],
  ['Max connections: 50', 'Min connections: 10'],
  ['GET /users returns 200', 'GET /orders returns 404'],
  ['Endpoint /v1/orders is deprecated', 'Endpoint /v2/orders is deprecated'],
  ['The user speaks English', 'The user speaks German'],
  ['Table users has column email', 'Table users has column phone'],
  ['Alice prefers tabs', 'Bob prefers spaces'],
  ['Room 101 seats 20', 'Room 102 seats 30'],
  ['Error 404 means missing page', 'Error 410 means missing page'],
  ['Tier 1 limit is 100', 'Tier 2 limit is 500'],
  ['Test 1 passed', 'Test 2 passed'],
  [
    'Users can delete their own posts in the archive',
    'Users must delete their own posts in the archive',
  ],
]

const NEAR: readonly (readonly [older: string, newer: string])[] = [
  ['API rate limit is 100/min', 'The API rate limit is 100/min'],
  ['Use tabs for indentation', 'Always use tabs for indentation'],
  ['Run the tests before you push changes', 'Always run the tests before you push changes'],
  ['Never store secrets or tokens in the code', 'Do not store secrets or tokens in the code'],
  [
    'The cache lives in Redis and expires after an hour',
    'Our cache lives in Redis and it expires after an hour',
  ],
  ['Retry failed jobs three times', 'Retry failed jobs 3 times'],
  [
    'Use tabs, not spaces, for indentation of Go source files',
    'Use tabs instead of spaces for indentation of Go source files',
  ],
  ['使用制表符缩进代码文件', '请使用制表符缩进代码文件'],
  [
    'Webhooks are retried with exponential backoff by the worker',
    'Webhooks are retried using exponential backoff by the worker',
  ],
]

/** The same template about another thing: two memories, at whatever share of common words. */
const DISTINCT: readonly (readonly [one: string, other: string])[] = [
  ['The web service owns src/web.', 'The mobile service owns src/mobile.'],
  [
    'To add a locale: copy en.json, translate it, register it in i18n.ts.',
    'To add a theme: copy light.json, translate it, register it in themes.ts.',
  ],
  [
    'To restart the mail worker: drain it, run systemctl restart worker, watch the queue for a minute.',
    'To restart the report worker: drain it, run systemctl restart worker, watch the queue for a minute.',
  ],
  [
    'Run pnpm test --filter web before pushing web changes.',
    'Run pnpm test --filter api before pushing api changes.',
  ],
  ['Use --watch when developing.', 'Use --coverage when developing.'],
  ['The orders table is partitioned by month.', 'The events table is partitioned by month.'],
  ['Cache user profiles in Redis.', 'Cache product prices in Redis.'],
  ['We moved the billing repo to GitLab.', 'We moved the search repo to GitLab.'],
  ['pnpm build now needs Node 22.', 'pnpm test now needs Docker.'],
  ['Never log passwords.', 'Never log tokens.'],
  ['The invoice worker now uses 4 threads.', 'The tax worker now uses 8 threads.'],
  [
    'Zum Debuggen der Rechnung: LOG_LEVEL=debug setzen, neu starten.',
    'Zum Debuggen der Steuer: LOG_LEVEL=debug setzen, neu starten.',
  ],
  ['要调试发票服务，请设置日志级别并重启。', '要调试税务服务，请设置日志级别并重启。'],
  ['The US cluster runs Kubernetes.', 'The EU cluster runs Kubernetes.'],
  ['The billing module imports search.', 'The search module imports billing.'],
  ['Return 404 when the order is missing.', 'Return 409 when the order is locked.'],
  ['Actually, the staging port is 8443.', 'The staging timeout is 30 seconds.'],
]

/** What was known, and how people say that it no longer holds. */
const CORRECTED: readonly (readonly [older: string, newer: string])[] = [
  ['The backup runs on Sundays.', 'The backup was moved from Sundays to Saturdays.'],
  ['We use Webpack to bundle the app.', 'Webpack is gone, we bundle the app with Vite now.'],
  ['Log lines are plain text.', 'Log lines are JSON now, not plain text.'],
  [
    'Ask Julia for production access.',
    'Julia is no longer responsible; ask Omar for production access.',
  ],
  ['Use yarn in the frontend.', 'The frontend switched to pnpm, yarn is not used any more.'],
  ['The queue is RabbitMQ.', 'RabbitMQ has been replaced with NATS.'],
  ['Errors go to Sentry.', 'Errors go to Grafana instead of Sentry since last week.'],
  ['We review on Mondays.', 'Correction: reviews are on Tuesdays.'],
  ['The max payload is 1 MB.', 'Sorry, I was wrong: the max payload is 5 MB.'],
  ['Run the linter with npm run lint.', 'npm run lint was removed. Run the linter with make lint.'],
  ['Der Server läuft auf Port 8080.', 'Der Server läuft jetzt auf Port 9090 statt 8080.'],
  ['Wir benutzen npm.', 'Wir benutzen jetzt pnpm statt npm.'],
  ['On utilise Jest pour les tests.', 'On utilise Vitest au lieu de Jest pour les tests.'],
  ['Usamos MySQL para los informes.', 'Usamos Postgres en vez de MySQL para los informes.'],
  ['Мы используем npm.', 'Теперь мы используем pnpm вместо npm.'],
  ['The worker has 2 replicas.', 'The worker now has 4 replicas.'],
  // The old value is named by what is wrong with it.
  [
    'Copy the nightly export with rsync.',
    'rsync kept timing out; copy the nightly export with rclone.',
  ],
  ['The trial lasts 14 days.', 'Sales extended the trial to a full month.'],
]

/** Only spelling, case and signs differ. */
const SAME: readonly (readonly [one: string, other: string])[] = [
  ["Don't touch the lock file", 'Do not touch the lock file.'],
  ['Run `npm ci` in "CI"!', 'run npm ci in CI'],
  ['The docs are in `docs/`.', 'the docs are in docs/'],
  [
    "We're on Java 21, it's the oldest we support.",
    'we are on Java 21, it is the oldest we support',
  ],
  ['The cron host is in UTC.', 'Note: the cron host is in UTC.'],
  ['Keep the changelog short.', 'Please keep the changelog short!'],
  ['Keep the changelog short.', 'Keep the changelog short, please.'],
]

/** The same in other words: for a person to decide, given that the vectors are near. */
const RESTATED: readonly (readonly [one: string, other: string, cosine: number])[] = [
  [
    'The database password is rotated every 90 days.',
    'Every 90 days we rotate the password of the database.',
    0.93,
  ],
  ['Keep functions small.', 'Functions should be kept small.', 0.85],
  ['The frontend team owns src/web.', 'src/web belongs to the frontend team.', 0.92],
]

describe('what a new memory is to an old one', () => {
  it.each(DISTINCT)('M-10 %j and %j are two, even if the vectors are near', (one, other) => {
    for (const [newer, older] of [
      [one, other],
      [other, one],
    ] as const) {
      const found = judgePair(claim(newer), claim(older), undefined, { cosine: 0.9 })
      expect([found.relation, found.reason]).toEqual(['distinct', found.reason])
    }
  })

  it.each(CORRECTED)('M-10 %j is corrected by %j', (older, newer) => {
    check(older, newer, ['corrected'])
  })

  it.each(SAME)('M-10 %j is %j', (one, other) => {
    check(one, other, ['same'])
    check(other, one, ['same'])
  })

  it('M-10 of a task "to do" says nothing more, of anything else it does', () => {
    const [plain, labelled] = [
      'Port the login page to Svelte.',
      'TODO: port the login page to Svelte',
    ]
    expect(judgePair(claim(labelled, 'task'), claim(plain, 'task')).relation).toBe('same')
    expect(judgePair(claim(labelled, 'fact'), claim(plain, 'fact')).relation).not.toBe('same')
  })

  it('M-10 what had happened before is told as history', () => {
    const tellsHistory = (text: string) => cuesOf(text).history
    expect(tellsHistory("We had left Jenkins' agents before, they were slow.")).toBe(true)
    expect(tellsHistory('The agents went a year earlier.')).toBe(true)
    expect(tellsHistory('We left Jenkins because of its plugins.')).toBe(false)
    expect(tellsHistory('We had to leave Jenkins.')).toBe(false)
  })

  it('M-10 a type that is called like a denial denies nothing', () => {
    expect(termsOf('Finders return an Optional.').denies).toBe(false)
    expect(termsOf('The second factor is optional.').denies).toBe(true)
  })

  it.each(RESTATED)('M-10 %j restates %j, and a person is asked', (one, other, cosine) => {
    const found = judgePair(claim(other), claim(one), undefined, { cosine })
    expect(found.relation).toBe('restated')
    expect(isOneMemory(found)).toBe(false)
    expect(isWorthAsking(found)).toBe(true)
  })

  it('M-10 no threshold makes one memory of two', () => {
    const all = { titleWeight: 0.6, contentWeight: 0.4, threshold: 0 }
    for (const [one, other] of DISTINCT) {
      expect(isOneMemory(judgePair(claim(one), claim(other), all))).toBe(false)
    }
    const said = claim('Always run the tests before you push changes')
    const again = claim('Run the tests before you push changes')
    expect(isOneMemory(judgePair(again, said))).toBe(true)
    expect(isOneMemory(judgePair(again, said, { ...all, threshold: 0.99 }))).toBe(false)
  })

  it.each(SUPERSEDES)('B-05 %j is replaced by %j', (older, newer) => {
    check(older, newer, ['corrected'])
  })

  it.each(CONTRADICTS)('B-05 %j is contradicted by %j', (older, newer) => {
    check(older, newer, ['contradicts'])
  })

  it.each(UNRELATED)('B-03 %j stays beside %j', (older, newer) => {
    check(older, newer, ['distinct'])
    check(newer, older, ['distinct', 'contradicts'])
  })

  it.each(NEAR)('B-03 %j is repeated by %j', (older, newer) => {
    check(older, newer, ['restated'])
  })

  it('B-02 the same words are the same, however they are spaced', () => {
    check('Use tabs', ' Use  tabs\n', ['same'])
  })

  it('B-03 the figures of the requirement are corrections at 0.71 and 0.75', () => {
    const limit = judgePair(claim('API rate limit is 200/min'), claim('API rate limit is 100/min'))
    expect(limit.score).toBeCloseTo(0.71, 2)
    const tabs = judgePair(
      claim('Do not use tabs for indentation in Go'),
      claim('Use tabs for indentation in Go'),
    )
    expect(tabs.score).toBeCloseTo(0.75, 2)
  })

  it('B-05 the title can be the subject', () => {
    const older = { title: 'Analytics database', content: 'Use Postgres' }
    expect(judgePair({ ...older, content: 'Use MySQL' }, older).relation).toBe('corrected')
    const other = { title: 'Billing database', content: 'Use MySQL' }
    expect(judgePair(other, older).relation).toBe('distinct')
  })

  it('B-05 titles that name different things keep figures apart', () => {
    const a = { title: 'Service A', content: 'The port is 8080' }
    const b = { title: 'Service B', content: 'The port is 9090' }
    expect(judgePair(b, a).relation).toBe('distinct')
    expect(judgePair({ ...b, content: a.content }, a).relation).toBe('distinct')
    expect(judgePair({ ...a, content: b.content }, a).relation).toBe('corrected')
  })

  it('B-05 a title in other words does not hide a correction', () => {
    const older = { title: 'API limits', content: 'The API rate limit is 100/min' }
    const newer = { title: 'Rate limiting of the API', content: 'The API rate limit is 200/min' }
    expect(judgePair(newer, older).relation).toBe('corrected')
  })

  it('A-11 events do not replace each other', () => {
    const older = claim('Fixed 3 flaky tests in the parser', 'bugfix')
    const newer = claim('Fixed 5 flaky tests in the parser', 'bugfix')
    expect(judgePair(newer, older).relation).toBe('distinct')
  })

  it('B-05 what would be lost is kept: part of a longer memory is contradicted, not replaced', () => {
    const older =
      'Deploys go through the release branch. Use npm for installs. Ask Ann about access.'
    check(older, 'Use pnpm for installs.', ['contradicts'])
    check(older, older.replace('npm', 'pnpm'), ['corrected'])
  })

  it('M-10 long memories told in slightly other words stay two, and meaning asks about them', () => {
    const older =
      'The importer reads each file in order and keeps a checkpoint after every batch of rows. ' +
      'When it restarts it continues from the last checkpoint and skips rows that were stored. ' +
      'Broken rows are written to a report that is shown at the end of the run.'
    const newer = older.replace('shown', 'printed').replace('reads each file', 'reads every file')
    check(older, newer, ['distinct'])
    const asked = judgePair(claim(newer), claim(older), undefined, { cosine: 0.97 })
    expect(asked).toMatchObject({ relation: 'restated' })
    expect(isWorthAsking(asked)).toBe(true)
    check(older, older.replace('every batch of rows', 'every batch of 500 rows'), ['distinct'])
  })

  it('B-03 any memory is the same as itself', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }),
        fc.string({ unit: 'grapheme' }),
        (title, content) => {
          expect(judgePair({ title, content }, { title, content }).relation).toBe('same')
        },
      ),
    )
  })

  it('B-03 any two texts get an answer with a score in 0 to 1', () => {
    const vocabulary = fc.constantFrom(
      ...'use not tabs spaces from to is now no longer 5 10 API the for instead of , . ; ( ) `x` never A B'.split(
        ' ',
      ),
    )
    const text = fc.oneof(
      fc.array(vocabulary, { maxLength: 14 }).map((list) => list.join(' ')),
      fc.string({ unit: 'binary' }),
    )
    fc.assert(
      fc.property(text, text, (a, b) => {
        const found = judgePair(claim(a), claim(b))
        expect(found.score).toBeGreaterThanOrEqual(0)
        expect(found.score).toBeLessThanOrEqual(1)
        expect(found.reason).not.toBe('')
      }),
      { numRuns: 500 },
    )
  })

  it('B-03 another figure in the same sentence is never a duplicate', () => {
    const subject = fc.constantFrom(
      'The upload limit',
      'The retry count',
      'The page size',
      'Cache lifetime',
    )
    fc.assert(
      fc.property(subject, fc.nat(9999), fc.nat(9999), (name, before, after) => {
        fc.pre(before !== after)
        const found = judgePair(claim(`${name} is ${after}`), claim(`${name} is ${before}`))
        expect(found.relation).toBe('corrected')
      }),
    )
  })

  it('B-05 a denial is never a duplicate', () => {
    const verb = fc.constantFrom('use', 'commit', 'deploy', 'cache', 'log')
    const thing = fc.constantFrom(
      'generated files',
      'the lock file in branches',
      'secrets',
      'raw SQL',
    )
    const denial = fc.constantFrom("Don't", 'Never', 'Do not', 'You must not', 'We should never')
    fc.assert(
      fc.property(verb, thing, denial, fc.boolean(), (does, what, no, flip) => {
        const positive = claim(`Always ${does} ${what}`)
        const negative = claim(`${no} ${does} ${what}`)
        const found = flip ? judgePair(positive, negative) : judgePair(negative, positive)
        expect(found.relation).toBe('contradicts')
      }),
    )
  })

  it('M-10 rules for the names of different things, or for different sides of a name, live together', () => {
    const rule = "From now on, I want you to start function names with the prefix 'b_'."
    check("End all function argument names with '_f'.", rule, ['distinct'])
    check("Going forward, end all function names with '_x'.", rule, ['distinct'])
    check('Always include a digit in function names.', 'Include a digit in method names.', [
      'distinct',
    ])
    check("Going forward, start function names with 'a_'.", rule, ['corrected'])
  })

  it.each([
    ['Farewell note number 1 of the harbour', 'Farewell note number 2 of the harbour'],
    ['Chapter 3 describes the protocol', 'Chapter 4 describes the protocol'],
    ['Server 3 runs the queue', 'Server 4 runs the queue'],
    ['Kapitel 3 beschreibt das Protokoll', 'Kapitel 4 beschreibt das Protokoll'],
    ['Étape 2 : les tests passent', 'Étape 3 : les tests passent'],
  ])('M-10 numbered things stay apart: %s', (older, newer) => {
    check(older, newer, ['distinct'])
  })

  it.each([['The queue runs on server 3', 'The queue runs on server 4']])(
    'M-10 a numbered thing may be the value that changes: %s',
    (older, newer) => {
      check(older, newer, ['corrected'])
    },
  )

  it('B-05 in a longer text one sentence may give up what the older says', () => {
    const rest = [
      'The api runs on port 8080. Logs are kept for 30 days. Deploys need two approvals.',
      'The nightly job exports all invoices as csv. Feature flags are in flags.yml.',
    ].join(' ')
    const newer = `We moved from Jenkins to GitHub Actions for CI. ${rest}`
    check(`We use Jenkins for CI. ${rest}`, newer, ['corrected'])
  })

  it('M-10 a figure is no name: it may change', () => {
    check('Each worker runs 4 jobs', 'Each worker runs 8 jobs', ['corrected'])
    check('A page has 20 rows', 'A page has 50 rows', ['corrected'])
  })
})
