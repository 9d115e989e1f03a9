/** M-20 to M-22. Messages without the usual cue words: what they lay down, and what is asked, told or shown. */
import { describe, expect, it } from 'vitest'
import { UserRuleSettings } from '../../src/capture/settings.ts'
import { capturedRules } from '../../src/capture/user-rules.ts'

const settings = UserRuleSettings.parse({})

/** The message, and words that what is kept of it must hold. */
type Kept = readonly [message: string, words: string, scope: 'global' | 'project' | 'session']

const KEPT: readonly Kept[] = [
  [
    'heads up, the payments sandbox is down every Sunday night, so schedule nothing then',
    'payments sandbox Sunday',
    'project',
  ],
  ['our deploys go through Buildkite, not GitHub Actions', 'deploys Buildkite', 'project'],
  [
    'why did you add a semicolon? this codebase is semicolon free',
    'codebase semicolon free',
    'project',
  ],
  [
    'hey, quick one: tables in this db are singular (user, order), you used plural',
    'tables singular',
    'project',
  ],
  [
    "we're on Postgres 13 in production until spring so nothing newer than that please",
    'Postgres 13 production',
    'project',
  ],
  [
    'All copy is written by marketing. Never invent texts, use lorem ipsum and flag it.',
    'never invent texts',
    'project',
  ],
  [
    "I'd appreciate it if you kept your explanations to two or three sentences",
    'explanations two three sentences',
    'global',
  ],
  ['less talk, more code please, that goes for all sessions', 'less talk more code', 'global'],
  ['treat me like a beginner when it comes to kubernetes', 'beginner kubernetes', 'global'],
  [
    'I read code on a phone a lot, so lines over 80 chars are a pain for me',
    'lines over 80',
    'global',
  ],
  ["The team voted: we're keeping Redux, zustand lost 4 to 1.", 'keeping Redux', 'project'],
  ['fyi we killed the mobile app, the PWA replaces it from Q3', 'killed mobile app PWA', 'project'],
  [
    'Going serverless was ruled out, cold starts would break the SLA.',
    'serverless ruled out',
    'project',
  ],
  [
    "auth will be handled by Keycloak instead of our own service, since we can't maintain it any longer",
    'auth Keycloak',
    'project',
  ],
  [
    "I burned two days on getting HMR to work inside docker. it's a lost cause, leave it",
    'HMR docker',
    'project',
  ],
  [
    'we once used GraphQL subscriptions for this and they fell over at 500 clients, no way we go back',
    'GraphQL subscriptions',
    'project',
  ],
  ['the e2e suite needs the VPN, otherwise login times out', 'e2e suite VPN', 'project'],
  [
    'if the seed script complains about locks, stop the worker first, then rerun it with --clean',
    'seed script locks worker',
    'project',
  ],
  [
    'Rolling back works like this: flip the flag in LaunchDarkly, wait 5 min, then revert the merge commit',
    'Rolling back LaunchDarkly',
    'project',
  ],
  [
    'store in memory: Dana signs off on anything touching the ledger',
    'Dana signs off ledger',
    'project',
  ],
  [
    'can you remember for next time that our test user is qa+1@example.com',
    'test user qa',
    'project',
  ],
  [
    'just so you know for the future, CI only runs on PRs against main',
    'CI only runs PRs against main',
    'project',
  ],
  [
    "don't ever forget that the legacy API has no pagination",
    'legacy API no pagination',
    'project',
  ],
  [
    'Put this in your notes: feature X is owned by the Lisbon team.',
    'owned by Lisbon team',
    'project',
  ],
  [
    'commit messages: imperative, max 60 chars, ticket number at the end',
    'commit messages imperative',
    'project',
  ],
  [
    'one more thing, tests that hit the network get the @slow marker',
    'tests network slow marker',
    'project',
  ],
  [
    "public functions need docstrings, private ones don't",
    'public functions docstrings',
    'project',
  ],
  ['secrets are never logged, not even in debug', 'secrets never logged', 'project'],
  [
    'new strings go to en.json first, the other languages are done by the agency',
    'new strings en.json',
    'project',
  ],
  [
    'Ab jetzt bitte keine Kommentare auf Deutsch mehr im Code.',
    'keine Kommentare auf Deutsch',
    'project',
  ],
  ['Ich mag keine langen Antworten, fass dich kurz.', 'langen Antworten', 'global'],
  [
    'Wir nehmen Quarkus statt Spring, der Start dauert sonst zu lange.',
    'Quarkus statt Spring',
    'project',
  ],
  ['On utilise toujours des UUID pour les identifiants publics.', 'UUID identifiants', 'project'],
  ["On a choisi Symfony parce que l'équipe le connaît déjà.", 'Symfony équipe', 'project'],
  ['Prefiero que me expliques las cosas con ejemplos.', 'expliques ejemplos', 'global'],
  ['Nunca hagas commit directamente en main.', 'commit directamente main', 'project'],
  [
    'Lembre-se: o servidor de homologação usa a porta 8081.',
    'servidor homologação porta 8081',
    'project',
  ],
  ["D'ora in poi scrivi i messaggi di commit in inglese.", 'messaggi di commit inglese', 'project'],
  [
    'Ricordati che il database di test sta sulla porta 5433.',
    'database di test porta 5433',
    'project',
  ],
  ['앞으로 답변은 한국어로 해 주세요.', '한국어로', 'global'],
  ['이 프로젝트에서는 절대 any 타입을 쓰지 마세요.', 'any 타입', 'project'],
  ['Запомни: стейджинг находится на порту 5433.', 'стейджинг порту 5433', 'project'],
  ['Мы решили использовать Kafka, потому что важен порядок событий.', 'Kafka порядок', 'project'],
  ['テストは必ず vitest で書いてください。jest は使いません。', 'vitest', 'project'],
  ['我更喜欢函数式组件，不要写 class 组件。', '函数式组件', 'global'],
  ['数据库迁移必须可以回滚，这是公司规定。', '迁移必须可以回滚', 'project'],
  ["I work in UTC+9, so don't schedule anything in my morning", 'UTC 9', 'global'],
  ['call me Kim', 'call me Kim', 'global'],
  ["if something is unclear, stop and ask, don't guess", 'unclear stop and ask', 'global'],
  [
    "there's a hard rule from security: no outbound calls from the worker nodes",
    'no outbound calls worker',
    'project',
  ],
  [
    'leave the generated files alone, they come from openapi and get overwritten on each build',
    'generated files openapi',
    'project',
  ],
  [
    'you should know that main is auto deployed, so whatever you merge is live',
    'main auto deployed',
    'project',
  ],
  [
    'when touching the parser: fuzz it for at least a minute before you hand it over',
    'parser fuzz',
    'project',
  ],
  [
    "btw everything under packages/legacy is maintained by a contractor, we don't refactor there",
    'packages/legacy contractor refactor',
    'project',
  ],
  [
    "The mobile team consumes this JSON as is, so field names can't change without a new version.",
    'field names change new version',
    'project',
  ],
  [
    'Max memory on the device is 512 MB. Anything above gets killed by the watchdog.',
    'memory 512 MB',
    'project',
  ],
  ['no third party cookies, our DPO would kill me', 'third party cookies', 'project'],
  [
    'I told you twice now: the api client is generated, edit the spec instead',
    'api client generated spec',
    'project',
  ],
  [
    'Not quite. Prices include VAT in our domain, you computed them net.',
    'prices include VAT',
    'project',
  ],
  ['you used moment again, we have date-fns', 'moment date-fns', 'project'],
  [
    "hm, that's the old bucket. uploads live in media-eu since January",
    'uploads media-eu',
    'project',
  ],
  [
    'decided yesterday: gRPC between services, REST only at the edge',
    'gRPC between services REST edge',
    'project',
  ],
  [
    "After weighing it for a week I'm going for a plain VPS instead of k8s, way less to babysit",
    'VPS instead of k8s',
    'project',
  ],
  ["we've standardised on pnpm across the org", 'pnpm', 'project'],
  ['The client signed off on Stripe, so PayPal is off the table', 'Stripe PayPal', 'project'],
  ["please don't open with 'Great question', it drives me nuts", 'Great question', 'global'],
  ['i learn best when you show me the wrong way first', 'wrong way first', 'global'],
  ['my eyes are bad, keep code blocks short', 'code blocks short', 'global'],
  ['I always work with two monitors and tmux, assume that', 'tmux', 'global'],
  [
    'remember this: the api gateway strips unknown headers',
    'gateway strips unknown headers',
    'project',
  ],
  ['make sure you remember that we bill in EUR only', 'bill in EUR', 'project'],
  ['note: the staging db gets wiped every night', 'staging db wiped', 'project'],
  ['Could you keep in mind that Ana reviews everything in infra/?', 'Ana reviews infra', 'project'],
  ['add this to memory: prod deploys are frozen in December', 'deploys frozen December', 'project'],
  [
    "please keep a note that the vendor's webhook retries for 3 days",
    'webhook retries 3 days',
    'project',
  ],
  ['from today on, PRs under 400 lines please', 'PRs under 400 lines', 'project'],
  [
    'until the audit is done nobody touches the payment module, that includes you',
    'audit payment module',
    'project',
  ],
  [
    'we gave event sourcing a try in 2023 and spent half a year undoing it. so please no',
    'event sourcing',
    'project',
  ],
  [
    'running the linter: `just lint`, and `just lint --fix` if you want it to repair things',
    'just lint',
    'project',
  ],
  [
    'you get test coupons by calling POST /dev/coupons with any amount',
    'test coupons POST /dev/coupons',
    'project',
  ],
  ['for this session, english only, my colleague is reading along', 'english only', 'session'],
  [
    "just today: don't run anything that takes longer than a minute, I'm on battery",
    'longer than a minute',
    'session',
  ],
  ['Wir verwenden in diesem Projekt ausschließlich ESM.', 'ausschließlich ESM', 'project'],
  ['Bitte nicht mehr siezen, ich bin der Jan.', 'nicht mehr siezen', 'global'],
  ['Note bien que le port du bac à sable est le 8090.', 'port bac à sable 8090', 'project'],
  ['Apunta: el entorno de pruebas se borra cada noche.', 'entorno de pruebas se borra', 'project'],
  ['Em todos os meus projetos uso pnpm, nunca npm.', 'pnpm nunca npm', 'global'],
  ['Non usare mai console.log nel codice di produzione.', 'console.log produzione', 'project'],
  ['Отвечай мне всегда по-русски.', 'по-русски', 'global'],
  ['기억해 줘: 스테이징 DB 포트는 5433이야.', '스테이징 포트는 5433', 'project'],
  ['本番環境のデータベースには直接接続しないでください。', '直接接続しない', 'project'],
  ['别用 moment，我们用 dayjs。', 'dayjs', 'project'],
]

const LEFT_ALONE: readonly string[] = [
  'it is not OK to catch Exception here, we had an outage because of that',
  "for the next hour don't push anything, they are deploying",
  'the button should be disabled until the form is valid',
  'all rows must be sortable by clicking the header, see the mockup',
  'the worker has to restart after an OOM, it just dies now',
  'I want the sidebar to collapse on mobile',
  'we need pagination on the orders page, 50 per page, newest first',
  'no, use the other constructor',
  'rename all ids to uuids in schema.sql and regenerate the client',
  'the tests run fine locally but on CI they time out after 10 minutes',
  'users in Brazil always see the wrong currency, the header has the right locale though',
  'I have to say this looks good, we can ship it',
  "we have to talk about the naming, I'm not happy with it",
  'The PM insists that exports must never take longer than 5 s. Is that realistic?',
  'a friend of mine swears by never using ORMs, do you agree',
  "from the vendor's FAQ: Accounts must be verified within 30 days. You must not share keys. -- does that apply to us?",
  'error in console:\nWarning: Each child in a list must have a unique key prop. Always provide keys.\nwhere is it',
  'PR template of theirs\n- [ ] I always run the tests\n- [ ] docs updated\nfill it in for our change',
  'what would a rule like "always use named exports" cost us?',
  'summarise this: \nThe committee decided to use bricks. All walls must be red. Never paint them.',
  'stay on this branch until the review is through',
  'we should add a cache in front of the price service, what do you think is the best place',
  'I need you to go through all handlers and make sure errors are wrapped',
  "the importer can't handle quotes, see attached file",
  "our CI is broken since this morning, we can't merge anything",
  'the dropdown must close when the user presses escape',
  'make it impossible to submit twice',
  'this endpoint must never be cached, set the header',
  "we can't release today, the pipeline is stuck",
  'I prefer option b',
  'all tests pass now, thanks',
  'The report needs to be ready by Friday, so please start with the summary',
  'our api returns 500 on empty bodies, it should be 400',
  'we use axios in three places, can you list them',
  'our users are mostly on slow phones and complain about the start time',
  "rust's docs tell you to never implement Deref for this. why?",
  "GitHub bot wrote:\nAll commits must be verified. Do not force push.\n\nwhat's that about",
  'here\'s what support sent me\n\n"Customers must always get a confirmation mail, never only an SMS."\n\ncan you check if we do that',
  'Look at this snippet from their repo: `// never instantiate directly` and tell me why',
  'Explain the following paragraph\nImplementations MUST NOT send the header. They SHOULD always close the connection.',
  '请把这个按钮改成蓝色',
  "il test fallisce sempre dopo l'aggiornamento, puoi controllare?",
  'Der Kunde schreibt, dass die Rechnung immer als PDF kommen muss. Wie lösen wir das?',
  'Почини этот тест, он всегда падает',
]

describe('M-20 what is laid down without a cue word', () => {
  it.each(KEPT)('M-22 %s', (message, words, scope) => {
    const [rule, ...more] = capturedRules(settings, message)
    const text = `${rule?.context ?? ''} ${rule?.sentence ?? ''}`.toLowerCase()
    const missing = words
      .toLowerCase()
      .split(' ')
      .filter((word) => !text.includes(word))
    expect(missing.length).toBeLessThanOrEqual(words.split(' ').length * 0.4)
    expect(rule?.scope).toBe(scope)
    expect(more).toEqual([])
  })

  it.each(LEFT_ALONE)('M-22 leaves alone: %s', (message) => {
    expect(capturedRules(settings, message)).toEqual([])
  })

  it('M-20 a wish that goes on is kept sentence by sentence', () => {
    const message = 'For the record, charts live in the infra repo. And the mirror is in Oslo.'
    expect(capturedRules(settings, message).map(({ sentence }) => sentence)).toEqual([
      'For the record, charts live in the infra repo.',
      'And the mirror is in Oslo.',
    ])
  })

  it('M-22 what follows a complaint about the work corrects it', () => {
    const [rule] = capturedRules(
      settings,
      'You put the query into the view. In this app queries belong in the repository classes.',
    )
    expect(rule?.type).toBe('correction')
  })
})
