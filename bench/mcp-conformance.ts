/**
 * The scenarios of the protocol's own conformance suite that fit any server, run against the daemon's
 * /mcp with its token check off, as the suite sends none. The suite needs a newer Node than we do:
 * both are installed from the package registry into a cache folder outside of this checkout.
 *
 * Arguments: --cache DIR (~/.cache/mneme-conformance), --node VERSION (22), --suite VERSION.
 */
import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Daemon, serveDaemon } from '../src/doors/daemon/serve.ts'
import { ALL_GUARDS } from '../src/doors/http/guards.ts'
import { withOwnPlace } from './support/own-daemon.ts'

/** By scenario: the revision it is about, or null for those before the newest. */
const SCENARIOS: Readonly<Record<string, string | null>> = {
  'server-initialize': null,
  ping: null,
  'tools-list': null,
  'resources-list': null,
  'prompts-list': null,
  'dns-rebinding-protection': null,
  'server-stateless': '2026-07-28',
  caching: '2026-07-28',
  'http-header-validation': '2026-07-28',
  'sep-2164-resource-not-found': '2026-07-28',
}

export const bench = {
  name: 'mcp-conformance',
  summary: 'The product-neutral scenarios of the MCP conformance suite, with a newer Node',
  async run(args: readonly string[]) {
    const { values } = parseArgs({
      args: [...args],
      options: {
        cache: { type: 'string', default: join(homedir(), '.cache', 'mneme-conformance') },
        node: { type: 'string', default: '22' },
        suite: { type: 'string', default: '0.2.0-alpha.12' },
      },
    })
    const { node, suite } = installed(values.cache, values.node, values.suite)
    return withOwnPlace({}, async ({ env }) => {
      let serving: Promise<string> = Promise.resolve('')
      const daemon = await new Promise<Daemon>((resolve, reject) => {
        serving = serveDaemon(
          { env, stays: true, guards: { ...ALL_GUARDS, token: false } },
          resolve,
        )
        serving.catch(reject)
      })
      const rows: (string | number)[][] = []
      const figures: Record<string, number> = {}
      try {
        for (const [scenario, revision] of Object.entries(SCENARIOS)) {
          const url = `${daemon.endpoint.url}/mcp`
          const { passed, failed, out } = await ran(node, suite, url, scenario, revision)
          for (const line of out.split('\n')) if (line.includes('FAILURE')) console.log(line)
          rows.push([scenario, passed, failed])
          figures[`${scenario} passed`] = passed
          figures[`${scenario} failed`] = failed
        }
      } finally {
        daemon.leave('the suite is over')
        await serving
      }
      return {
        title: 'Checks of the MCP conformance suite',
        columns: ['scenario', 'passed', 'failed'],
        rows,
        figures,
      }
    })
  },
}

function installed(cache: string, nodeVersion: string, suiteVersion: string) {
  const node = join(cache, 'node_modules', 'node', 'bin', 'node')
  const suite = join(
    cache,
    'node_modules',
    '@modelcontextprotocol',
    'conformance',
    'dist',
    'index.js',
  )
  if (!existsSync(node) || !existsSync(suite)) {
    mkdirSync(cache, { recursive: true })
    writeFileSync(join(cache, 'package.json'), '{"private":true}\n')
    const packages = [`node@${nodeVersion}`, `@modelcontextprotocol/conformance@${suiteVersion}`]
    execFileSync('npm', ['install', '--no-audit', '--no-fund', ...packages], {
      cwd: cache,
      stdio: 'inherit',
    })
  }
  return { node, suite }
}

async function ran(
  node: string,
  suite: string,
  url: string,
  scenario: string,
  revision: string | null,
): Promise<{ passed: number; failed: number; out: string }> {
  const about = revision === null ? [] : ['--spec-version', revision]
  const child = spawn(node, [suite, 'server', '--url', url, '--scenario', scenario, ...about], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let out = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      out += chunk
    })
  }
  await new Promise((resolve) => child.once('close', resolve))
  const [, passed, failed] = /Passed: (\d+)\/\d+, (\d+) failed/.exec(out) ?? []
  return { passed: Number(passed ?? 0), failed: Number(failed ?? 1), out }
}
