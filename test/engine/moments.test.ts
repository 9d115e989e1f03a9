/** M-31, M-32. What arrives at a prompt after a history, and what stays silent: floors over a small one. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Opened, openMneme } from '../../src/compose.ts'
import { openCallTurns } from '../../src/doors/call-turns.ts'
import { answerCall } from '../../src/doors/daemon/calls.ts'
import { turnContext } from '../../src/engine/hosts/turn-context.ts'
import { indexCommits } from '../../src/engine/projects/index-commits.ts'
import { fillVectors } from '../../src/engine/recall/fill-vectors.ts'
import { hook as hookOperation } from '../../src/operations/hook.ts'
import { call } from '../../src/operations/operation.ts'
import { remember } from '../../src/operations/remember.ts'
import { sessionSearch } from '../../src/operations/session-search.ts'
import { sessionsBackfill } from '../../src/operations/sessions.ts'
import { ASKED, GOING_ON, SETTLED, TALKED_ABOUT, UNRELATED } from '../fixtures/moments.ts'
import { sessionFile } from '../support/session-files.ts'
import { speaking } from '../support/speaking.ts'

let mneme: Opened
let project: string
let options: { readonly home: string; readonly env: Record<string, string> }
let made = 0

beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'mneme-test-'))
  const person = join(folder, 'person')
  project = join(folder, 'tern')
  mkdirSync(project, { recursive: true })
  git('init', '--quiet', '--initial-branch=main')
  commit('pier.ts', 'chore: the pier map is a bitmap again')
  commit(
    'tariff.ts',
    'fix: cars above 1.9 m pay the van tariff\n\nThe gate measures 1.90 exactly; 2.00 let vans through as cars.',
  )
  commit('menu.ts', 'feat: menus in four languages')
  const chats = [
    ...Object.entries(SETTLED),
    ...TALKED_ABOUT.map((texts, at) => [`talk-${at}`, texts] as const),
  ]
  chats.forEach(([id, texts], at) => {
    const start = new Date(Date.parse('2026-01-05T10:00:00.000Z') + at * 86_400_000).toISOString()
    const file = sessionFile(person, id, { cwd: project, start })
    texts.forEach((text, turn) => {
      if (turn % 2 === 0) file.prompt(text)
      else file.answer(text)
    })
  })
  options = {
    home: join(folder, 'mneme'),
    env: {
      ...{ HOME: person, PATH: process.env.PATH ?? '' },
      ...{ MNEME_STORE_SYNCHRONOUS: 'OFF', MNEME_VAULT_ENABLED: 'false' },
      // A busy machine is no reason for another answer.
      MNEME_CONTEXT_DEADLINE_MS: '20000',
    },
  }
  mneme = await openMneme({ ...options, ...speaking({ door: 'library', folder: project }) })
  await call(sessionsBackfill, mneme.engine, mneme.caller, {})
  await indexCommits(mneme.engine, mneme.caller.project?.id ?? '', project)
  for (const corpus of ['messages', 'commits'] as const) await fillVectors(mneme.engine, corpus)
  return async () => {
    await mneme.close()
    rmSync(folder, { recursive: true, force: true })
  }
}, 120_000)

function git(...args: readonly string[]): void {
  const who = ['-c', 'user.name=Anna', '-c', 'user.email=anna@example.com']
  execFileSync('git', ['-C', project, ...who, ...args], { stdio: 'ignore' })
}

function commit(file: string, message: string): void {
  writeFileSync(join(project, file), message)
  git('add', '.')
  git('commit', '--quiet', '-m', message)
}

/** What a prompt is answered with, behind what the session was given when it began. */
async function ask(prompt: string, session = `session-${made++}`): Promise<string> {
  const of = { host: 'claude-code', id: session, parent: null } as const
  const { engine, caller } = mneme
  if (!begun.has(session)) {
    await turnContext(engine, caller, { session: of, prompt: '', start: 'startup' })
    await engine.background.settle()
  }
  begun.add(session)
  const text = await turnContext(engine, caller, { session: of, prompt, start: null })
  await engine.background.settle()
  return text ?? ''
}

const begun = new Set<string>()
const bodies = (text: string) => text.match(/<(?:quote|memory) [^>]*>/g) ?? []

describe('moments', () => {
  it('M-31 what was settled in a past session arrives at the prompt that needs it', async () => {
    const missed: string[] = []
    for (const { prompt, fragment } of ASKED) {
      if (!(await ask(prompt)).includes(fragment)) missed.push(prompt)
    }
    expect(missed.length, missed.join('\n')).toBeLessThanOrEqual(1)
  }, 60_000)

  it('M-32 nothing arrives where nothing was said about it', async () => {
    const spoken: string[] = []
    for (const prompt of UNRELATED) if (bodies(await ask(prompt)).length > 0) spoken.push(prompt)
    expect(spoken).toEqual([])
  }, 60_000)

  it('M-35 a request that is repeated does not get its own words', async () => {
    const said = Object.values(SETTLED).flatMap((texts) => texts.filter((_, at) => at % 2 === 0))
    for (const prompt of said) expect(await ask(prompt)).not.toContain(prompt)
  }, 60_000)

  it('M-32 a prompt that lets the agent go on looks nothing up, in any language', async () => {
    const spoken: string[] = []
    for (const prompt of GOING_ON) if (bodies(await ask(prompt)).length > 0) spoken.push(prompt)
    expect(spoken).toEqual([])
  }, 60_000)

  it('M-40 a commit is quoted with its hash and date, and found by words and by file', async () => {
    const text = await ask('From which height on does a car pay the van tariff at the gate?')
    expect(text).toMatch(/<quote from="commit:[0-9a-f]{10}" date="\d{4}-\d\d-\d\d" by="author">/)
    expect(text).toContain('1.9')
    const { engine, caller } = mneme
    const search = async (query: string, more: object) =>
      (await call(sessionSearch, engine, caller, { query, in: 'commits', ...more })).hits.map(
        ({ title }) => title,
      )
    expect((await search('van tariff', {}))[0]).toBe('fix: cars above 1.9 m pay the van tariff')
    expect(await search('', { file: 'menu.ts' })).toEqual(['feat: menus in four languages'])
  }, 60_000)

  it('M-34 of several quotes of one source the first names it', async () => {
    let continued = 0
    for (const { prompt } of ASKED) {
      const quotes = [...(await ask(prompt, `named ${prompt}`)).matchAll(/<quote ([^>]*)>/g)]
      const attributes = quotes.map(([, found = '']) => found)
      expect(attributes.slice(0, 1).every((found) => found.startsWith('from="'))).toBe(true)
      const named = attributes.flatMap((found) => /from="([^"]+)"/.exec(found)?.[1] ?? [])
      expect(new Set(named).size).toBe(named.length)
      continued += attributes.length - named.length
    }
    expect(continued).toBeGreaterThan(0)
  }, 60_000)

  it('M-31 no source is quoted twice in a session', async () => {
    const prompt = ASKED[1]?.prompt ?? ''
    expect(await ask(prompt, 'twice')).toContain('20 seconds')
    expect(await ask(`${prompt} How long may it live?`, 'twice')).not.toContain('20 seconds')
  }, 60_000)

  it('M-40 a rewritten history is noticed, and only what is new is read', async () => {
    const id = mneme.caller.project?.id ?? ''
    expect(await indexCommits(mneme.engine, id, project)).toEqual({ added: 0, removed: 0 })
    commit('quay.ts', 'feat: quay numbers on the board')
    expect(await indexCommits(mneme.engine, id, project)).toEqual({ added: 1, removed: 0 })
    git('commit', '--quiet', '--amend', '-m', 'feat: numbers of quays on the board')
    expect(await indexCommits(mneme.engine, id, project)).toEqual({ added: 1, removed: 1 })
  }, 60_000)
})

describe('meaning', () => {
  it('M-33 H-07 what only the model finds comes with the next turn, if it was not there in this one', async () => {
    const { engine, caller } = mneme
    await call(remember, engine, caller, {
      content: 'Dogs are allowed on the sun deck, cats only in their carrier',
      ...{ type: 'fact', scope: 'project' },
    })
    await engine.background.settle()
    await fillVectors(engine, 'memories')
    const prompt = 'Where may passengers take their pets?'
    expect(await ask(prompt)).toContain('sun deck')
    const cold = await openMneme({ ...options, ...speaking({ door: 'library', folder: project }) })
    try {
      const of = { host: 'claude-code', id: 'cold', parent: null } as const
      const turn = (text: string) =>
        turnContext(cold.engine, cold.caller, { session: of, prompt: text, start: null })
      await turn('')
      expect(cold.engine.embedding.isWarm).toBe(false)
      expect((await turn(prompt)) ?? '').not.toContain('sun deck')
      await cold.engine.background.settle()
      expect(await turn('please continue')).toContain('sun deck')
      expect((await turn('please continue')) ?? '').not.toContain('sun deck')
      expect((await turn(`${prompt} And which pets?`)) ?? '').not.toContain('sun deck')
    } finally {
      await cold.close()
    }
  }, 60_000)
})

describe('what did not reach the agent', () => {
  const prompt = 'From which height on does a car pay the van tariff at the gate?'
  const fragment = 'from=\\"commit:'

  it('H-07 M-33 an answer whose caller gave up comes with the next turn', async () => {
    const report = (thrown: unknown) => expect.unreachable(String(thrown))
    const server = createServer(
      (request, response) =>
        void answerCall(
          { mneme, turns: openCallTurns(), report, observe: () => {} },
          request,
          response,
        ),
    )
    const socket = join(options.home, 'calls.sock')
    await new Promise<void>((resolve) => server.listen(socket, resolve))
    const hook = (event: string, more: object) => {
      const session = 'gave-up'
      const payload = { session_id: session, cwd: project, hook_event_name: event, ...more }
      const input = { host: 'claude-code', event, payload }
      const where = { door: 'hook', actor: 'hook:claude-code', folder: project, session }
      const body = JSON.stringify({ operation: 'hook', input, where })
      const connection = connect(socket)
      connection.write(
        `POST /daemon/call HTTP/1.0\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
      )
      return connection
    }
    const submit = (text: string) => hook('UserPromptSubmit', { prompt: text, prompt_id: text })
    try {
      const started = await textOf(hook('SessionStart', { source: 'startup' }))
      expect(started).not.toContain(fragment)
      const impatient = submit(prompt)
      // The whole call is on its way, and the caller leaves before there is an answer.
      await new Promise<void>((resolve) => impatient.end(resolve))
      impatient.destroy()
      await expect.poll(() => lookedUp(), { timeout: 30_000 }).toBe(true)
      expect(await textOf(submit('please continue'))).toContain(fragment)
      expect(await textOf(submit('please continue'))).not.toContain(fragment)
    } finally {
      server.close()
    }

    function lookedUp(): boolean {
      const inject = mneme.engine.handlers
        .counts()
        .find(({ event, handler }) => event === 'prompt:submit' && handler === 'inject')
      return (inject?.runs ?? 0) > 0
    }
  }, 60_000)

  it('K-03 H-07 a prompt that is replayed late does not use up what waits for the next turn', async () => {
    const { engine } = mneme
    const caller = { ...mneme.caller, door: 'hook' as const }
    const submit = async (text: string, more: object = {}, by: object = {}) => {
      const { answer } = await call(
        hookOperation,
        engine,
        { ...caller, ...by },
        {
          ...{ host: 'claude-code' as const, event: 'UserPromptSubmit', ...more },
          payload: { session_id: 'replayed', cwd: project, prompt: text, prompt_id: text },
        },
      )
      await engine.background.settle()
      return JSON.stringify(answer)
    }
    await submit(prompt, {}, { gone: AbortSignal.abort() })
    await submit(prompt, { late: true })
    expect(await submit('please continue')).toContain(fragment)
  }, 60_000)
})

async function textOf(connection: Socket): Promise<string> {
  let said = ''
  for await (const part of connection.setEncoding('utf8')) said += part
  return said
}

describe('procedures', () => {
  it('M-34 each of twelve tasks brings its procedure, in a store of sixty memories', async () => {
    const { engine, caller } = mneme
    const tasks = [
      [
        'Renew the TLS certificate of the kiosk',
        'certbot renew, then restart the kiosk proxy',
        'The certificate of the kiosk runs out on Friday, renew it.',
      ],
      [
        'Publish a new release of the booking app',
        'tag the commit, run make publish, tell the harbour',
        'Ship version 4.2 of the booking app as a release.',
      ],
      [
        'Restore the bookings database from backup',
        'stop the writers, pg_restore, replay the journal',
        'The bookings database broke last night, restore the backup.',
      ],
      [
        'Rotate the payment gateway key',
        'create the key, deploy it, revoke the old one after a day',
        'We need another key for the payment gateway, rotate it today.',
      ],
      [
        'Add a new harbour to the timetable',
        'insert the harbour row, import its tides, rebuild the board',
        'Put the harbour of Norddeich into the timetable.',
      ],
      [
        'Import the tide tables of a year',
        'download the almanac, run import-tides, compare ten days',
        'Import the tide tables for next year.',
      ],
      [
        'Onboard a new kiosk machine',
        'flash the image, register its serial, print a test ticket',
        'A new kiosk machine has arrived, set it up.',
      ],
      [
        'Roll back a failed deployment',
        'switch the symlink to the last release and warm the cache',
        'The deployment of this morning failed, roll it back.',
      ],
      [
        'Translate the menus into a new language',
        'export the strings, send them to the agency, import',
        'The menus are wanted in Danish, have them translated.',
      ],
      [
        'Clear the seat map cache by hand',
        'connect to redis db 3 and delete the seatmap keys',
        'The seat map is stale, clear its cache now.',
      ],
      [
        'Generate the monthly revenue report',
        'run the revenue query, paste it into the template',
        'Make the revenue report for March.',
      ],
      [
        'Test the storm cancellation end to end',
        'set the fake gust feed to 25 and watch the board',
        'Check end to end that a storm leads to a cancellation.',
      ],
    ] as const
    for (const [trigger, step] of tasks) {
      await call(remember, engine, caller, {
        ...{ content: `${trigger}: ${step}.`, type: 'procedure', scope: 'project' },
      })
    }
    for (let at = 0; at < 48; at += 1) {
      await call(remember, engine, caller, {
        content: `Fact ${at}: cabin ${at} of the night ferry has ${(at % 4) + 1} berths and faces deck ${at % 9}.`,
        ...{ type: 'fact', scope: 'project' },
      })
    }
    await engine.background.settle()
    await fillVectors(engine, 'memories')
    const missed: string[] = []
    for (const [, step, prompt] of tasks) {
      const text = await ask(prompt)
      if (!text.includes(step)) missed.push(prompt)
    }
    expect(missed).toEqual([])
  }, 120_000)
})
