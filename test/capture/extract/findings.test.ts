import { describe, expect, it } from 'vitest'
import type { Candidate } from '../../../src/capture/extract/candidate.ts'
import { conventionsIn } from '../../../src/capture/extract/conventions.ts'
import { decisionsIn } from '../../../src/capture/extract/decisions.ts'
import { discoveriesIn } from '../../../src/capture/extract/discoveries.ts'
import { fixesIn } from '../../../src/capture/extract/fixes.ts'
import { followUpsIn } from '../../../src/capture/extract/follow-ups.ts'
import { proceduresIn } from '../../../src/capture/extract/procedures.ts'
import { skillsIn } from '../../../src/capture/extract/skills.ts'
import { UserRuleSettings } from '../../../src/capture/settings.ts'
import { agent, conversation, edited, planned, ran, user } from '../conversation.ts'

const SURE = 0.7
const sure = (candidates: readonly Candidate[]) =>
  candidates.filter(({ confidence }) => confidence >= SURE)

describe('decisions with their reasons', () => {
  it.each([
    ['We decided to store sessions in Redis because Postgres was too slow for them.'],
    ["Let's go with JWT instead of server sessions, since it scales without sticky routing."],
    ['I went with a queue rather than cron so that failed jobs are retried.'],
    ["We're switching to pnpm because the lockfile merges cleanly."],
    ["We'll use SQLite over Postgres here to avoid running a server."],
  ])('G-08 %j', (text) => {
    const [decision] = sure(decisionsIn(conversation(agent(text))))
    expect(decision).toMatchObject({ type: 'decision', content: text, messages: ['m1', 'm1'] })
  })

  it.each([
    ["I'll use grep to find where it is called because the index is stale."],
    ["Let's use this for now because the demo is today."],
    ['Should we go with JWT instead of sessions?'],
    ['If we switched to pnpm we would save time because it links packages.'],
    ["I'll use the helper."],
    ['The test failed because the port was taken.'],
  ])('G-08 %j decides nothing', (text) => {
    expect(sure(decisionsIn(conversation(agent(text))))).toEqual([])
  })

  it('G-08 the reason may stand in the next sentence, and the title goes without it', () => {
    const text =
      "We've decided to keep the parser synchronous rather than stream it. This keeps error positions exact."
    const [decision] = sure(decisionsIn(conversation(agent(text))))
    expect(decision?.content).toBe(text)
    const [other] = decisionsIn(
      conversation(user('We chose Hono over Express because it is small.')),
    )
    expect(other?.title).toBe('We chose Hono over Express')
  })

  it('G-08 the user deciding is surer than the agent', () => {
    const text = 'We chose Hono over Express because it is small.'
    const [byUser] = decisionsIn(conversation(user(text)))
    const [byAgent] = decisionsIn(conversation(agent(text)))
    expect(byUser?.confidence).toBeGreaterThan(byAgent?.confidence ?? 1)
    expect(byUser?.origin).toBe('user')
  })
})

describe('discoveries', () => {
  it.each([
    ['It turns out that `fts5` drops its rank after a schema change.'],
    ['The root cause was a missing await in src/queue.ts.'],
    ['I found that the S3 client retries 3 times by default.'],
    ["The `node:test` runner doesn't support snapshot files in watch mode."],
    ['Feature flags are stored in the LaunchDarkly project and cached by flags.ts.'],
  ])('G-08 %j', (text) => {
    expect(sure(discoveriesIn(conversation(agent(text))))).toHaveLength(1)
  })

  it.each([
    ['It seems the root cause is a missing await in src/queue.ts.'],
    ['Let me check whether the client retries 3 times.'],
    ['This does not work with the other one.'],
    ['The problem is that it is slow.'],
    ['Did you find that `fts5` drops its rank?'],
  ])('G-08 %j is no discovery', (text) => {
    expect(sure(discoveriesIn(conversation(agent(text))))).toEqual([])
  })
})

describe('fixes with their cause', () => {
  const red = ran(
    'npm test',
    "TypeError: cannot read properties of undefined (reading 'id')\n1 failed",
    true,
  )

  it('G-08 failing, explained, changed, passing', () => {
    const [fix] = fixesIn(
      conversation(
        red,
        agent('The bug was caused by the loader returning before the user row was there.'),
        edited('src/load.ts', 'a', 'b'),
        ran('npm test', '12 passed'),
      ),
    )
    expect(fix).toMatchObject({
      type: 'bugfix',
      files: ['src/load.ts'],
      concepts: ['problem-solution'],
    })
    expect(fix?.content).toContain(
      'Symptom: `npm test` failed with: TypeError: cannot read properties of undefined',
    )
    expect(fix?.content).toContain('Cause: The bug was caused by the loader')
    expect(fix?.content).toContain('Fix: changed load.ts')
    expect(fix?.messages[0]).toBe('m1')
  })

  it('M-23 what was said of the failure before the change that helped is its cause', () => {
    const [fix] = fixesIn(
      conversation(
        red,
        agent('The cache is stale. Let me clear it:'),
        edited('src/cache.ts', 'a', 'b'),
        ran('npm test', 'TypeError: the same\n1 failed', true),
        agent('For an empty list `load()` returns nothing at all. Let me fix this:'),
        edited('src/load.ts', 'a', 'b'),
        agent("Perfect! Now let's run the tests again:"),
        ran('npm test', '12 passed'),
      ),
    )
    expect(fix?.content).toContain('Cause: For an empty list `load()` returns nothing at all.')
    expect(fix?.content).not.toContain('stale')
  })

  it('M-23 a named cause is kept wherever it was said before the pass, and a file once', () => {
    const cause = 'The cause: parseTracking matched /^[A-Z]{2}\\d+$/ without the i flag'
    const [fix] = fixesIn(
      conversation(
        red,
        edited('src/tracking.ts', 'a', 'b'),
        agent(`${cause}, so lower case numbers were rejected.`),
        edited('/home/dev/shop/src/tracking.ts', 'b', 'c'),
        agent('Because of that I also changed the test names'),
        ran('npm test', '12 passed'),
      ),
    )
    expect(fix?.content).toContain(`Cause: ${cause}`)
    expect(fix?.content).toContain('Fix: changed tracking.ts;')
    expect(fix?.files).toEqual(['src/tracking.ts'])
  })

  it('M-23 two files of one name are told apart by their folder', () => {
    const [fix] = fixesIn(
      conversation(
        red,
        edited('src/cart/index.ts', 'a', 'b'),
        edited('src/order/index.ts', 'a', 'b'),
        ran('npm test', '12 passed'),
      ),
    )
    expect(fix?.content).toContain('Fix: changed cart/index.ts, order/index.ts;')
  })

  it('G-08 without a cause it is less sure, and still proven', () => {
    const lines = [red, edited('src/load.ts', 'a', 'b'), ran('npm test', '12 passed')]
    const [without] = fixesIn(conversation(...lines))
    const [withCause] = fixesIn(
      conversation(red, agent('It failed because the row was missing.'), ...lines.slice(1)),
    )
    expect(without?.confidence).toBeGreaterThanOrEqual(SURE)
    expect(withCause?.confidence).toBeGreaterThan(without?.confidence ?? 1)
  })

  it.each([
    ['nothing was changed', [red, ran('npm test', '12 passed')]],
    ['it never passed', [red, edited('src/load.ts', 'a', 'b')]],
    ['another check passed', [red, edited('src/load.ts', 'a', 'b'), ran('npx tsc --noEmit', '')]],
    [
      'it had not failed',
      [ran('npm test', '12 passed'), edited('a.ts', 'a', 'b'), ran('npm test', '12 passed')],
    ],
  ])('G-08 no fix when %s', (_, lines) => {
    expect(fixesIn(conversation(...lines))).toEqual([])
  })

  it('G-08 one repair is told once, with its first symptom', () => {
    const fixes = fixesIn(
      conversation(
        red,
        edited('a.ts', 'a', 'b'),
        ran('npm test', 'Error: other\n1 failed', true),
        edited('b.ts', 'a', 'b'),
        ran('npm test', '2 passed'),
      ),
    )
    expect(fixes).toHaveLength(1)
    expect(fixes[0]?.title).toContain('TypeError')
    expect(fixes[0]?.files).toEqual(['a.ts', 'b.ts'])
  })
})

describe('conventions', () => {
  const rules = UserRuleSettings.parse({})

  it('G-08 the rules a user states', () => {
    const found = conventionsIn(
      rules,
      conversation(user('Never use `var`.'), agent('Always use tabs.')),
    )
    expect(found).toMatchObject([{ type: 'negative', origin: 'user', triggers: ['var'] }])
  })

  it('G-08 a tool used again and again, alone of its kind, is a fact and no rule', () => {
    const found = conventionsIn(
      rules,
      conversation(ran('pnpm install'), ran('pnpm test'), ran('pnpm build')),
    )
    expect(found).toMatchObject([
      { type: 'fact', title: 'The package manager here is pnpm', messages: ['m1', 'm3'] },
    ])
  })

  it('G-08 two tools of a kind are no convention, nor are failures', () => {
    expect(
      conventionsIn(
        rules,
        conversation(ran('pnpm install'), ran('pnpm test'), ran('pnpm build'), ran('npm test')),
      ),
    ).toEqual([])
    expect(
      conventionsIn(
        rules,
        conversation(ran('pnpm a', '', true), ran('pnpm b', '', true), ran('pnpm c', '', true)),
      ),
    ).toEqual([])
  })
})

describe('follow-ups', () => {
  it('M-23 the agent’s own list of things to do is no task of the person', () => {
    const found = followUpsIn(
      conversation(
        planned(['write parser', 'in-progress'], ['write docs', 'pending']),
        planned(['write parser', 'done'], ['write docs', 'pending'], ['drop it', 'dropped']),
      ),
    )
    expect(found).toEqual([])
  })

  it.each([
    ['TODO: add pagination to the search endpoint'],
    ['We still need to migrate the legacy tokens.'],
    ["Let's handle the CSV export in a follow-up PR."],
    ['Error handling for timeouts is not yet implemented.'],
  ])('A-14 %j is a task', (text) => {
    expect(sure(followUpsIn(conversation(user(text))))).toMatchObject([
      { type: 'task', done: false },
    ])
  })

  it.each([
    ['See you later, and thanks for all the help!'],
    ['The value is read later by the renderer.'],
    ["I'll draft something and open a PR later today to add that test."],
    ["I'm going to write the docs tomorrow, TODO for me."],
    ['Do we still need to migrate the tokens?'],
  ])('A-14 %j is none', (text) => {
    expect(followUpsIn(conversation(user(text)))).toEqual([])
  })

  it('A-14 a long sentence gives the clause that puts something off as its title', () => {
    const [task] = followUpsIn(
      conversation(
        user(
          "Instead of removing the check let's create an empty placeholder for the file, and we'll add a minimal version in a follow-up PR.",
        ),
      ),
    )
    expect(task?.title).toBe("We'll add a minimal version in a follow-up PR")
  })

  it('A-14 what was reported done afterwards is not left to do', () => {
    const found = followUpsIn(
      conversation(
        user('We still need to migrate the legacy tokens.'),
        agent('Done: the legacy tokens are migrated, we need nothing more to do still.'),
      ),
    )
    expect(found).toEqual([])
  })
})

describe('procedures', () => {
  const release = [ran('npm run build'), ran('npm version patch'), ran('git push --follow-tags')]

  it('A-10 commands run twice in the same order, and worked', () => {
    const found = proceduresIn(
      conversation(...release, ran('ls'), user('again please'), ...release),
    )
    expect(found).toHaveLength(1)
    expect(found[0]).toMatchObject({
      type: 'procedure',
      procedure: { steps: ['npm run build', 'npm version patch', 'git push --follow-tags'] },
      messages: ['m1', 'm8'],
    })
    expect(found[0]?.confidence).toBeGreaterThanOrEqual(SURE)
  })

  it('A-10 once is no procedure, and a failure between breaks it', () => {
    expect(proceduresIn(conversation(...release))).toEqual([])
    const broken = [
      ran('npm run build'),
      ran('npm version patch', 'error: dirty', true),
      ran('git push --follow-tags'),
    ]
    expect(proceduresIn(conversation(...release, ...broken))).toEqual([])
  })

  it('M-23 how a command is run here, once it worked twice, whichever test it was', () => {
    const run = (file: string) => ran(`cd apps/web && CI=1 pnpm test ${file} --run`, '3 passed')
    expect(proceduresIn(conversation(run('a.test.ts')))).toEqual([])
    const failed = ran('cd apps/web && CI=1 pnpm test a.test.ts --run', '1 failed', true)
    expect(proceduresIn(conversation(failed, failed, run('a.test.ts')))).toEqual([])
    const [same] = proceduresIn(conversation(run('a.test.ts'), run('a.test.ts')))
    expect(same?.procedure?.steps).toEqual(['cd apps/web && CI=1 pnpm test a.test.ts --run'])
    const [other] = proceduresIn(conversation(run('a.test.ts'), failed, run('b.test.ts')))
    expect(other?.procedure?.steps).toEqual(['cd apps/web && CI=1 pnpm test … --run'])
    expect(proceduresIn(conversation(ran('npm test'), ran('npm test')))).toEqual([])
  })

  it('A-10 testing and linting in turn is how everybody works', () => {
    const loop = [ran('npm test'), ran('npm run lint')]
    expect(proceduresIn(conversation(...loop, ...loop, ...loop))).toEqual([])
  })
})

describe('skills', () => {
  it('A-15 how a thing is done, with its steps', () => {
    const [skill] = skillsIn(
      conversation(
        user('To regenerate the client, run `npm run codegen` and then `npm run format`.'),
      ),
    )
    expect(skill).toMatchObject({
      type: 'skill',
      title: 'Regenerate the client',
      origin: 'user',
      procedure: {
        trigger: 'regenerate the client',
        steps: ['run `npm run codegen`', '`npm run format`'],
      },
    })
  })

  it('A-15 told twice it is one skill', () => {
    const found = skillsIn(
      conversation(
        user('To regenerate the client, run `npm run codegen`.'),
        agent('To regenerate the client, just run `npm run codegen`!'),
      ),
    )
    expect(found).toHaveLength(1)
  })

  it.each([
    ['To fix this, run `npm test`.'],
    ['To be safe, run the tests.'],
    ['Should I run `x` to deploy the app?'],
  ])('A-15 %j is none', (text) => {
    expect(skillsIn(conversation(agent(text)))).toEqual([])
  })
})
