import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { COMMANDS } from '../../src/doors/cli/commands.ts'
import { FAILURES } from '../../src/errors.ts'
import { OPERATIONS } from '../../src/operations/table.ts'
import { runCli, runJson } from '../support/cli.ts'
import { temporaryFolder } from '../support/folder.ts'

interface Remembered {
  readonly outcome: string
  readonly id: string
  readonly name: string
}

const CLI = fileURLToPath(new URL('../../dist/cli.js', import.meta.url))
const INVALID = FAILURES.invalid_input.exit
const NOT_FOUND = FAILURES.not_found.exit

describe('J-02 a person types', () => {
  it('J-02 a memory is kept, found, explained and undone', () => {
    const home = temporaryFolder()
    const kept = runJson<Remembered>(
      ['remember', 'The cache lives in Redis 7', '--tags', 'cache'],
      { home },
    )
    expect(kept).toMatchObject({ outcome: 'created', name: 'the-cache-lives-in-redis-7' })
    const found = runJson<{ hits: { id: string; snippet: string; score: number }[] }>(
      ['search', 'where is the cache'],
      { home },
    )
    expect(found.hits.map((hit) => hit.id)).toEqual([kept.id])
    expect(found.hits[0]?.snippet).toContain('Redis 7')
    expect(runCli(['why', kept.name], { home }).out).toContain('observed')
    expect(runCli(['undo'], { home }).code).toBe(0)
    expect(runJson<{ hits: unknown[] }>(['search', 'cache'], { home }).hits).toEqual([])
  })

  it('J-01 every operation has a command', () => {
    const missing = Object.keys(OPERATIONS).filter((name) => !Object.hasOwn(COMMANDS, name))
    expect(missing).toEqual([])
  })

  it('J-02 every command has help with an example', async () => {
    const { helpFor } = await import('../../src/doors/cli/parse.ts')
    for (const [name, load] of Object.entries(COMMANDS)) {
      const command = await load()
      const help = 'run' in command ? command.help : helpFor(command)
      expect(help, name).toMatch(/Examples?:\n {2}/)
    }
  })

  it('J-02 text may come from standard input', () => {
    const home = temporaryFolder()
    const kept = runJson<Remembered>(['remember', '--type', 'change'], {
      home,
      stdin: 'Bumped zod to 4\n',
    })
    expect(kept.name).toBe('bumped-zod-to-4')
  })
})

describe('bad input gets one line, a hint and the exit code of its kind', () => {
  const cases: readonly {
    readonly why: string
    readonly args: readonly string[]
    readonly stdin?: string | Buffer
    readonly code: number
    readonly says: RegExp
  }[] = [
    { why: 'empty text', args: ['remember', ''], code: INVALID, says: /empty/ },
    { why: 'white space', args: ['remember', ' \n\t '], code: INVALID, says: /empty/ },
    {
      why: '10 MB of text',
      args: ['remember'],
      stdin: 'long '.repeat(2_000_000),
      code: INVALID,
      says: /at most/,
    },
    {
      why: 'invalid UTF-8',
      args: ['remember'],
      stdin: Buffer.from([0x66, 0xff, 0xfe, 0x66]),
      code: INVALID,
      says: /UTF-8/,
    },
    {
      why: 'an unknown flag',
      args: ['search', 'x', '--limt', '3'],
      code: INVALID,
      says: /--limit/,
    },
    { why: 'an unknown command', args: ['serch', 'x'], code: INVALID, says: /"search"/ },
    { why: 'half a command', args: ['config'], code: INVALID, says: /list, get, set/ },
    {
      why: 'an unknown name',
      args: ['get', 'no-such-thing'],
      code: NOT_FOUND,
      says: /no memory "no-such-thing"/,
    },
    {
      why: 'a reserved name',
      args: ['remember', 'x y', '--name', 'memory'],
      code: INVALID,
      says: /reserved/,
    },
    {
      why: 'path traversal in a name',
      args: ['remember', 'x y', '--name', '../../etc/passwd'],
      code: INVALID,
      says: /Try "/,
    },
    {
      why: 'a negative time to live',
      args: ['remember', 'x y', '--ttl-days=-3'],
      code: INVALID,
      says: /more than 0/,
    },
    {
      why: 'words for a number',
      args: ['search', 'x', '--limit', 'many'],
      code: INVALID,
      says: /takes a number/,
    },
    {
      why: 'an unknown type of sensitivity',
      args: ['remember', 'x y', '--sensitivity', 'hush'],
      code: INVALID,
      says: /public/,
    },
    {
      why: 'a moment that is none',
      args: ['list', '--since', 'yesteryear'],
      code: INVALID,
      says: /not a moment/,
    },
    {
      why: 'an unknown setting',
      args: ['config', 'get', 'retrieval.limmit'],
      code: INVALID,
      says: /retrieval\.limit/,
    },
    {
      why: 'a file that is not there',
      args: ['import', 'nowhere.jsonl'],
      code: NOT_FOUND,
      says: /nowhere\.jsonl/,
    },
    {
      why: 'a batch that is not there',
      args: ['undo', '--batch', 'nope'],
      code: NOT_FOUND,
      says: /no batch/,
    },
    {
      why: 'a scope that needs a team',
      args: ['remember', 'x y', '--scope', 'team'],
      code: FAILURES.not_allowed.exit,
      says: /team/,
    },
  ]

  it.each(cases)('J-02 $why', ({ args, stdin, code, says }) => {
    const home = temporaryFolder()
    const ran = runCli(args, stdin === undefined ? { home } : { home, stdin })
    expect(ran.err).toMatch(says)
    expect(ran.err.trimEnd().split('\n').length).toBeLessThanOrEqual(2)
    expect(ran.err).not.toMatch(/\n\s+at /)
    expect(ran.code).toBe(code)
    expect(ran.out).toBe('')
  })

  it('A-06 a near name is named', () => {
    const home = temporaryFolder()
    runCli(['remember', 'The API rate limit is 100/min', '--name', 'api-rate-limit'], { home })
    const ran = runCli(['get', 'api-rate-limt'], { home })
    expect(ran.code).toBe(NOT_FOUND)
    expect(ran.err).toContain('api-rate-limit')
  })

  it('J-11 a broken configuration names file, line and nearest key', () => {
    const home = temporaryFolder()
    mkdirSync(join(home, 'mneme'))
    writeFileSync(join(home, 'mneme', 'config.toml'), '[retrieval]\nlimmit = 3\n')
    const ran = runCli(['status'], { home })
    expect(ran.code).toBe(FAILURES.bad_config.exit)
    expect(ran.err).toMatch(/config\.toml:2/)
    expect(ran.err).toContain('limit')
  })

  it('NUL bytes and lone surrogates are repaired, nothing else is lost', () => {
    const home = temporaryFolder()
    const kept = runJson<Remembered>(['remember', '--type', 'fact'], {
      home,
      stdin: 'left\u0000right and caf\u00e9',
    })
    const { memory } = runJson<{ memory: { content: string } }>(['get', kept.id], { home })
    expect(memory.content).toBe('leftright and caf\u00e9')
  })

  it('G-10 a credential is refused by kind, never printed, and nowhere on disk', () => {
    const home = temporaryFolder()
    const secret = ['ghp', '_', 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'].join('')
    const ran = runCli(['remember', `push with ${secret}`], { home })
    expect(ran.code).toBe(FAILURES.secret_found.exit)
    expect(ran.out).toMatch(/github/i)
    expect(ran.out + ran.err).not.toContain(secret)
  })

  it('stored text cannot drive the terminal', () => {
    const home = temporaryFolder()
    runCli(['remember'], { home, stdin: 'red \u001b[31malert\u001b[0m and \u202eesrever' })
    const ran = runCli(['list'], { home })
    expect(ran.out).not.toMatch(/[\u001b\u202e]/)
  })
})

it('start-up: --version and status load neither the model nor the schema of every command', () => {
  const home = temporaryFolder()
  const version = runCli(['--version'], { home })
  expect(version.out.trim()).toMatch(/^\d+\.\d+\.\d+$/)
  const status = runJson<{ memories: number; off: boolean }>(['status'], { home })
  expect(status).toMatchObject({ memories: 0, off: false })
})

describe('J-02 a reader that goes away', () => {
  const piped = (home: string, shell: string) =>
    spawnSync('bash', ['-c', shell, 'bash', process.execPath, CLI], {
      encoding: 'utf8',
      env: { PATH: process.env.PATH ?? '', HOME: home, MNEME_NO_DAEMON: '1' },
    })

  it('J-02 a closed pipe ends the command without a word', () => {
    const home = temporaryFolder()
    const { stderr, stdout } = piped(home, 'set -o pipefail; "$1" "$2" config list | true; echo $?')
    expect(stderr).toBe('')
    expect(stdout).toBe('0\n')
  })

  it.runIf(existsSync('/dev/full'))('J-02 a full disk is said', () => {
    const { stderr, stdout } = piped(temporaryFolder(), '"$1" "$2" help > /dev/full; echo "$?"')
    expect(stderr).toMatch(/^mneme: the output could not be written: ENOSPC/)
    expect(stdout).toBe(`${FAILURES.disk.exit}\n`)
  })
})
