/**
 * Two memories for agents that install from the registry, asked as a host asks them: over MCP on
 * standard input and output. Each gets its file of so many memories before it starts.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { installFrom } from './installed-package.ts'
import { connectStdio, type StdioClient } from './stdio-client.ts'

export interface Draft {
  readonly title: string
  readonly content: string
}

export interface Peer {
  readonly name: string
  readonly client: StdioClient
  save(draft: Draft): Promise<unknown>
  search(query: string): Promise<unknown>
}

interface PeerKind {
  readonly name: string
  readonly program: readonly string[]
  /** Where its file is said to be. */
  readonly fileVariable: string
  readonly fileOf: (drafts: readonly Draft[]) => string
  readonly save: (client: StdioClient, draft: Draft) => Promise<unknown>
  readonly search: (client: StdioClient, query: string) => Promise<unknown>
}

let names = 0

const PEERS: readonly PeerKind[] = [
  {
    name: '@modelcontextprotocol/server-memory',
    program: ['dist/index.js'],
    fileVariable: 'MEMORY_FILE_PATH',
    fileOf: (drafts) => drafts.map((draft) => JSON.stringify(entityOf(draft))).join('\n'),
    save: (client, draft) => {
      const { type: _, ...entity } = entityOf(draft)
      return client.tool('create_entities', { entities: [entity] })
    },
    search: (client, query) => client.tool('search_nodes', { query }),
  },
  {
    name: '@agentmemory/agentmemory',
    program: ['dist/standalone.mjs'],
    fileVariable: 'STANDALONE_PERSIST_PATH',
    fileOf: (drafts) =>
      JSON.stringify({
        'mem:memories': Object.fromEntries(
          drafts.map(({ title, content }, at) => [
            `mem_${at}`,
            {
              ...{ id: `mem_${at}`, type: 'fact', title, content, concepts: [], files: [] },
              ...{ createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-01-01T00:00:00.000Z' },
              ...{ strength: 7, version: 1, isLatest: true, sessionIds: [] },
            },
          ]),
        ),
      }),
    save: (client, { title, content }) =>
      client.tool('memory_save', { content: `${title}. ${content}`, type: 'fact' }),
    search: (client, query) => client.tool('memory_recall', { query, limit: 10 }),
  },
]

function entityOf({ title, content }: Draft) {
  names += 1
  const name = `${title} ${names}`
  return { type: 'entity', name, entityType: 'fact', observations: [content] }
}

/** Null, with a word about it, when the registry cannot be reached. */
export function installPeers(folder: string): string | null {
  try {
    installFrom(
      folder,
      PEERS.map(({ name }) => name),
    )
    return folder
  } catch (thrown) {
    console.error(`peers are skipped, they could not be installed: ${String(thrown).slice(0, 200)}`)
    return null
  }
}

export function peerProgram(installed: string, name: string): string {
  const { program } = PEERS.find((peer) => peer.name === name) as PeerKind
  return join(installed, 'node_modules', name, ...program)
}

export const PEER_NAMES = PEERS.map(({ name }) => name)

export async function openPeers(
  installed: string,
  place: string,
  drafts: readonly Draft[],
): Promise<Peer[]> {
  mkdirSync(place, { recursive: true })
  return Promise.all(
    PEERS.map(async (kind, at) => {
      const file = join(place, `peer-${at}.json`)
      writeFileSync(file, kind.fileOf(drafts))
      const env = { ...peerEnv(place), [kind.fileVariable]: file }
      const args = [peerProgram(installed, kind.name)]
      const client = await connectStdio({ args, env, cwd: place })
      return {
        name: kind.name,
        client,
        save: (draft) => kind.save(client, draft),
        search: (query) => kind.search(client, query),
      }
    }),
  )
}

/** Alone: no server of theirs is looked for on this machine. */
export function peerEnv(place: string): Record<string, string> {
  return {
    PATH: process.env.PATH ?? '',
    HOME: place,
    AGENTMEMORY_URL: 'http://127.0.0.1:9',
    AGENTMEMORY_PROBE_TIMEOUT_MS: '50',
  }
}
