/**
 * What an agent waits for when it starts: from starting the program to the first answer, beside a bare
 * `node -e 0`, turn about.
 */
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { readEndpoint } from '../../src/machine/endpoint.ts'
import { type DoorPlace, doorPlace } from './door-place.ts'
import type { Package } from './installed-package.ts'
import { PEER_NAMES, peerEnv, peerProgram } from './peers.ts'
import { runProgram } from './run-program.ts'
import { connectStdio } from './stdio-client.ts'
import { timed } from './timing.ts'

const QUESTION = 'which database do we use and why'

interface StartOptions {
  readonly installed: Package
  /** A home that has memories; its daemon is not running. */
  readonly place: DoorPlace
  readonly rounds: number
  readonly peers: string | null
}

export async function measureStarts(options: StartOptions): Promise<Map<string, number[]>> {
  const { installed, place, rounds, peers } = options
  const { env, folder } = place
  const samples = new Map<string, number[]>()
  const note = async (name: string, work: () => Promise<unknown>) => {
    const ms = await timed(work)
    samples.set(name, [...(samples.get(name) ?? []), ms])
  }
  const mcp = (at: DoorPlace) => ({
    args: [at.program('cli.js'), 'mcp'],
    env: at.env,
    cwd: folder,
  })
  const search = async (at: DoorPlace) => {
    const client = await connectStdio(mcp(at))
    await client.tool('search', { query: QUESTION })
    return client
  }
  const leave = async (at: DoorPlace) => {
    const endpoint = readEndpoint(at.home)
    if (endpoint) await at.stop(endpoint)
  }
  for (let round = 0; round < rounds; round++) {
    const clients: { close(): Promise<void> }[] = []
    await note('node -e 0', () => exited(['-e', '0']))
    await note('MCP initialize', async () => clients.push(await connectStdio(mcp(place))))
    await note('first search, daemon down', async () => clients.push(await search(place)))
    await note('first search, daemon up', async () => clients.push(await search(place)))
    await note('command line search, daemon up', () =>
      runProgram([place.program('cli.js'), 'search', QUESTION], '', { env }, folder),
    )
    const empty = doorPlace(installed, mkdtempSync(join(folder, 'fresh-')), 'home')
    await note('first search, fresh home', async () => clients.push(await search(empty)))
    await leave(empty)
    await leave(place)
    if (peers !== null) {
      for (const name of PEER_NAMES) {
        const peer = { args: [peerProgram(peers, name)], env: peerEnv(empty.folder), cwd: folder }
        await note(`${name} initialize`, async () => clients.push(await connectStdio(peer)))
      }
    }
    for (const client of clients) await client.close()
    rmSync(empty.folder, { recursive: true, force: true })
  }
  return samples
}

function exited(args: readonly string[]): Promise<void> {
  return new Promise((resolve) => {
    spawn(process.execPath, args, { stdio: 'ignore' }).once('close', () => resolve())
  })
}
