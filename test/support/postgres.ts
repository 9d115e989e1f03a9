/** A PostgreSQL of the tests' own: a new cluster in a temporary folder, on a port nobody uses. */
import { execFileSync, spawn } from 'node:child_process'
import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

export interface Cluster {
  /** For the database `postgres`, as its owner. */
  readonly url: string
  urlOf(database: string, user?: string): string
  run(sql: string, database?: string): Promise<Record<string, unknown>[]>
  createDatabase(name: string, options?: string): Promise<string>
  /** Ends the connections of others at once, as a failover does. */
  killConnections(share?: number): Promise<void>
  stop(): Promise<void>
}

const OLDEST = 15
const DEBIAN = '/usr/lib/postgresql'
const STARTING_MS = 30_000
const OWNER = 'mneme'

/** The folder of `initdb` and `postgres`, or why there is none. */
export function findPostgres(): { readonly folder: string } | { readonly missing: string } {
  const debian = existsSync(DEBIAN)
    ? readdirSync(DEBIAN)
        .filter((version) => Number(version) >= OLDEST)
        .sort((a, b) => Number(b) - Number(a))
        .map((version) => join(DEBIAN, version, 'bin'))
    : []
  const folders = [...debian, ...(process.env.PATH ?? '').split(delimiter)]
  const folder = folders.find((each) => existsSync(join(each, 'initdb')))
  if (folder === undefined) {
    return { missing: 'PostgreSQL 15 or newer is not installed (apt-get install postgresql-15)' }
  }
  if (process.getuid?.() === 0 && serverUser() === null) {
    return { missing: 'PostgreSQL does not run as root, and there is no user postgres or nobody' }
  }
  return { folder }
}

export async function startPostgres(settings: readonly string[] = []): Promise<Cluster> {
  const found = findPostgres()
  if ('missing' in found) throw new Error(found.missing)
  const home = mkdtempSync(join(tmpdir(), 'mneme-postgres-'))
  const user = process.getuid?.() === 0 ? serverUser() : null
  chmodSync(home, 0o700)
  if (user) chownSync(home, user.uid, user.gid)
  const identity = user ?? {}
  const data = join(home, 'data')
  const port = await freePort()
  const init = ['-D', data, '-U', OWNER, '-A', 'trust', '-E', 'UTF8', '--locale=C', '-N']
  execFileSync(join(found.folder, 'initdb'), init, { ...identity, cwd: home, stdio: 'ignore' })
  const server = spawn(
    join(found.folder, 'postgres'),
    [
      ...['-D', data, '-p', String(port), '-k', home, '-h', '127.0.0.1'],
      // Tests are about what is right; nothing here has to survive the power going off.
      ...['fsync=off', 'max_connections=300', ...settings].flatMap((each) => ['-c', each]),
    ],
    { ...identity, cwd: home, stdio: 'ignore' },
  )
  const gone = new Promise<void>((resolve) => server.once('exit', () => resolve()))
  const atExit = () => server.kill('SIGKILL')
  process.once('exit', atExit)
  const urlOf = (database: string, as = OWNER) =>
    `postgres://${as}@127.0.0.1:${port}/${encodeURIComponent(database)}`
  const run = async (sql: string, database = 'postgres') => {
    const client = new pg.Client({ connectionString: urlOf(database) })
    await client.connect()
    try {
      return (await client.query(sql)).rows ?? []
    } finally {
      await client.end()
    }
  }
  await answering(run)
  return {
    url: urlOf('postgres'),
    urlOf,
    run,
    async createDatabase(name, options = '') {
      await run(`CREATE DATABASE "${name}" ${options}`)
      return urlOf(name)
    },
    async killConnections(share = 1) {
      await run(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE pid <> pg_backend_pid() AND backend_type = 'client backend' AND random() < ${share}`)
    },
    async stop() {
      server.kill('SIGINT')
      await gone
      process.off('exit', atExit)
      rmSync(home, { recursive: true, force: true })
    },
  }
}

async function answering(run: (sql: string) => Promise<unknown>): Promise<void> {
  const deadline = Date.now() + STARTING_MS
  for (;;) {
    try {
      await run('SELECT 1')
      return
    } catch (thrown) {
      if (Date.now() > deadline) throw thrown
      await sleep(50)
    }
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

/** Whom the server runs as when we are root. */
function serverUser(): { uid: number; gid: number } | null {
  for (const name of ['postgres', 'nobody']) {
    try {
      const id = (flag: string) => Number(execFileSync('id', [flag, name], { encoding: 'utf8' }))
      return { uid: id('-u'), gid: id('-g') }
    } catch {
      // The next one may be there.
    }
  }
  return null
}
