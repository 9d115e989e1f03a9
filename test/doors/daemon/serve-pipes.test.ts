import { closeSync, existsSync, readdirSync, readSync, renameSync, writeSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openMneme } from '../../../src/compose.ts'
import { openCallTurns } from '../../../src/doors/call-turns.ts'
import { answerLine } from '../../../src/doors/daemon/calls.ts'
import { servePipes } from '../../../src/doors/daemon/serve-pipes.ts'
import {
  channelPaths,
  freeChannels,
  hookPipesFolder,
  openPipe,
  PIPE_CHANNELS,
} from '../../../src/machine/hook-pipes.ts'
import { temporaryFolder } from '../../support/folder.ts'

type Answer = (question: string, gone: AbortSignal) => Promise<string>

async function serving(answer: Answer) {
  const run = temporaryFolder()
  const failures: unknown[] = []
  const report = (thrown: unknown) => failures.push(thrown)
  const server = await servePipes({ run, answer, report, abandonedMs: 200 })
  onTestFinished(() => server?.close())
  const folder = hookPipesFolder(run)
  const free = () => (existsSync(folder) ? freeChannels(readdirSync(folder)) : [])
  return { folder, free, failures, server }
}

/** As the hook's client does it, but for waiting: this process answers too. */
function take(folder: string, channel: string) {
  const { free, taken, answer } = channelPaths(folder, channel)
  renameSync(free, taken)
  const ends = { answers: openPipe(answer, 'read'), requests: openPipe(taken, 'write') }
  return {
    write: (text: string) => writeSync(ends.requests, text),
    async read(): Promise<string> {
      const buffer = Buffer.alloc(1 << 16)
      let said = ''
      while (!said.endsWith('\n')) {
        try {
          said += buffer.toString('utf8', 0, readSync(ends.answers, buffer))
        } catch {
          // Nothing to read yet.
        }
        await sleep(1)
      }
      return said
    },
    leave() {
      closeSync(ends.answers)
      closeSync(ends.requests)
    },
  }
}

const until = async (isSo: () => boolean) => {
  for (let tries = 0; tries < 200 && !isSo(); tries++) await sleep(10)
}

describe('the pipes of the daemon', () => {
  it('K-03 each client gets the answer to its own question, and every channel comes back', async () => {
    const { folder, free } = await serving(async (question) => {
      await sleep(Math.random() * 20)
      return `answer to ${question}`
    })
    expect(free()).toHaveLength(PIPE_CHANNELS)
    for (let round = 0; round < 3; round++) {
      const clients = free().map((channel) => take(folder, channel))
      expect(free()).toHaveLength(0)
      const answers = clients.map(async (client, at) => {
        client.write(`{"round":${round},"client":${at}}\n`)
        const said = await client.read()
        client.leave()
        return said
      })
      const expected = clients.map((_, at) => `answer to {"round":${round},"client":${at}}\n`)
      expect(await Promise.all(answers)).toEqual(expected)
      await until(() => free().length === PIPE_CHANNELS)
      expect(free()).toHaveLength(PIPE_CHANNELS)
    }
  })

  it('K-03 a channel is not given to another while its client has not read the answer', async () => {
    const { folder, free } = await serving(async () => 'done\n')
    const client = take(folder, '0')
    client.write('x\n')
    await sleep(150)
    expect(free()).not.toContain('0')
    expect(await client.read()).toBe('done\n')
    client.leave()
    await until(() => free().includes('0'))
    expect(free()).toContain('0')
  })

  it('K-03 an answer larger than a pipe holds arrives whole', async () => {
    const large = `${'context '.repeat(50_000)}\n`
    const { folder } = await serving(async () => large)
    const client = take(folder, '3')
    client.write('x\n')
    expect(await client.read()).toBe(large)
    client.leave()
  })

  it('H-07 a client that has left is noticed while its answer is made', async () => {
    let isGone = false
    const { folder, free } = await serving(async (_, gone) => {
      await until(() => gone.aborted)
      isGone = gone.aborted
      return 'too late\n'
    })
    const client = take(folder, '0')
    client.write('x\n')
    await sleep(20)
    client.leave()
    await until(() => free().includes('0'))
    expect(isGone).toBe(true)
  })

  it('K-03 a client that was ended in the middle of its question leaves nothing to the next', async () => {
    const { folder, free } = await serving(async (question) => question)
    const ended = take(folder, '0')
    ended.write('{"half of a ')
    ended.leave()
    await until(() => free().includes('0'))
    const next = take(folder, '0')
    next.write('whole\n')
    expect(await next.read()).toBe('whole\n')
    next.leave()
  })

  it('M-01 only an event of a hook can be handed in, and never as a person', async () => {
    const env = { MNEME_EMBED_PROVIDER: 'none', MNEME_VAULT_ENABLED: 'false' }
    const mneme = await openMneme({ home: temporaryFolder(), env })
    onTestFinished(() => mneme.close())
    const calls = { mneme, turns: openCallTurns(), report: () => {}, observe: () => {} }
    const where = { door: 'cli', actor: 'me', speaker: 'person', folder: null, session: 's' }
    const ask = (operation: string, input: unknown) =>
      answerLine(calls, JSON.stringify({ operation, input, where }), new AbortController().signal)
    expect(await ask('remember', { content: 'Deploy on Fridays.' })).toContain('only hooks ask')
    const event = { host: 'claude-code', event: 'PreToolUse', payload: { session_id: 's' } }
    expect(JSON.parse(await ask('hook', event))).toHaveProperty('result')
    const { engine } = await mneme.at({ door: 'job', actor: 'test', folder: null })
    expect(await engine.store.memories.count({})).toBe(0)
  })

  it('K-02 a daemon that leaves takes the pipes with it', async () => {
    const { folder, server, failures } = await serving(async () => 'x\n')
    server?.close()
    expect(existsSync(folder)).toBe(false)
    expect(failures).toEqual([])
  })
})
