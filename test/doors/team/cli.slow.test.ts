/** K-18. A team from the command line, as people type it; and a store that moves to PostgreSQL and back. */
import { spawn } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { runCli, runJson } from '../../support/cli.ts'
import { temporaryFolder } from '../../support/folder.ts'
import { type Cluster, findPostgres, startPostgres } from '../../support/postgres.ts'

const CLI = fileURLToPath(new URL('../../../dist/cli.js', import.meta.url))

describe.skipIf('missing' in findPostgres())('with PostgreSQL, at the command line', () => {
  let cluster: Cluster
  beforeAll(async () => {
    cluster = await startPostgres()
  }, 60_000)
  afterAll(() => cluster?.stop())

  const homes = (...names: string[]) => {
    const root = temporaryFolder()
    return names.map((name) => {
      const home = join(root, name)
      mkdirSync(home)
      return (args: readonly string[], env: Record<string, string> = {}, atTerminal = false) =>
        runCli(args, { home, env: { MNEME_EMBED_PROVIDER: 'none', ...env }, atTerminal })
    })
  }

  it('K-18 a store moves to PostgreSQL and back, and exports the same', async () => {
    const url = await cluster.createDatabase('moved')
    const home = temporaryFolder()
    const env = { MNEME_EMBED_PROVIDER: 'none' }
    const inPostgres = { home, env: { ...env, MNEME_STORE_URL: url } }
    const back = { home, env: { ...env, MNEME_STORE_PATH: join(home, 'back.db') } }
    runCli(['remember', 'We deploy on Fridays', '--type', 'policy', '--name', 'deploys'], {
      home,
      env,
    })
    runCli(['remember', 'We deploy on Tuesdays', '--type', 'policy', '--name', 'deploys'], {
      home,
      env,
    })
    runCli(['remember', 'The cache is Redis, the queue is not'], { home, env })
    const { digest } = runJson<{ digest: string }>(['migrate', '--to', url], { home, env })
    expect(runCli(['migrate', '--to', url], { home, env })).toMatchObject({ code: 4 })
    expect(runCli(['history', 'deploys'], inPostgres).out).toContain('We deploy on Fridays')
    const again = runJson<{ digest: string }>(
      ['migrate', '--to', back.env.MNEME_STORE_PATH],
      inPostgres,
    )
    expect(again.digest).toBe(digest)
    const exported = (at: Parameters<typeof runCli>[1]) =>
      runCli(['export'], at)
        .out.trim()
        .split('\n')
        .map((line) => JSON.parse(line) as unknown)
    expect(exported({ home, env }).length).toBeGreaterThan(3)
    expect(exported(inPostgres)).toEqual(exported({ home, env }))
    expect(exported(back)).toEqual(exported({ home, env }))
    expect(runCli(['undo'], back).code).toBe(0)
  }, 120_000)

  it('K-18 serve, join, share, review, sync', async () => {
    const url = await cluster.createDatabase('teams')
    const [operator, ada, bob] = homes('operator', 'ada', 'bob') as [
      ReturnType<typeof homes>[number],
      ReturnType<typeof homes>[number],
      ReturnType<typeof homes>[number],
    ]
    const made = operator(['team', 'create', 'backend'], { MNEME_STORE_URL: url }, true)
    const code = /mni_\S+/.exec(made.out)?.[0] ?? ''
    expect(operator(['team', 'create', 'backend'], {}, true)).toMatchObject({ code: 78 })
    const server = await served(url)
    // M-01. Who sees what is a person's to say.
    expect(ada(['share', 'x']).err).toContain('takes a person')
    expect(ada(['share', 'x'], {}, true)).toMatchObject({ code: 77 })
    expect(ada(['remember', 'x y', '--scope', 'team'])).toMatchObject({ code: 77 })
    expect(ada(['team', 'join', server, code, '--as', 'ada'])).toMatchObject({ code: 77 })
    expect(ada(['team', 'join', server, code, '--as', 'ada'], {}, true).out).toContain(
      'maintainer of "backend"',
    )
    const invitation =
      /mni_\S+/.exec(ada(['team', 'invite', '--role', 'writer'], {}, true).out)?.[0] ?? ''
    expect(bob(['team', 'join', server, invitation, '--as', 'bob'], {}, true).code).toBe(0)
    bob(['remember', 'Feature flags live in the settings service', '--name', 'feature-flags'])
    expect(bob(['share', 'feature-flags'], {}, true).code).toBe(0)
    const list = ada(['review', 'list']).out
    expect(list).toContain('proposed by bob')
    const id = /^\s*(01[0-9A-Z]{24})$/m.exec(list)?.[1] ?? ''
    expect(ada(['review', 'accept', id], {}, true).out).toContain('Accepted: feature-flags')
    expect(bob(['team', 'sync']).out).toContain('received 1')
    expect(ada(['search', 'where do feature flags live']).out).toContain('settings service')
    expect(ada(['team', 'members']).out).toMatch(/ada\s+maintainer[\s\S]*bob\s+writer/)
    expect(ada(['team', 'audit']).out).toMatch(/ada\s+accept/)
    expect(ada(['team', 'history', 'feature-flags']).out).toContain('accepted')
    expect(bob(['team', 'status']).out).toContain('writer')
    expect(bob(['team', 'leave'], {}, true).out).toContain('Left "backend"')
  }, 120_000)

  async function served(url: string): Promise<string> {
    const home = temporaryFolder()
    const server = spawn(process.execPath, [CLI, 'serve', '--team', '--port', '0', '--json'], {
      env: { PATH: process.env.PATH ?? '', HOME: home, MNEME_HOME: home, MNEME_STORE_URL: url },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const left = new Promise((resolve) => server.once('exit', resolve))
    onTestFinished(async () => {
      server.kill('SIGTERM')
      expect(await left).toBe(0)
    })
    const line = await new Promise<string>((resolve) =>
      server.stdout.once('data', (chunk) => resolve(String(chunk))),
    )
    return (JSON.parse(line) as { url: string }).url
  }
})
