/** J-05. Memories and projects as resources, for hosts that let people pick them. */
import { MnemeError } from '../../errors.ts'
import type { Memory } from '../../memory/memory.ts'
import { type MemoryBrief, originFlag } from '../../operations/views.ts'
import type { Invoke } from './answer.ts'
import { INVALID_PARAMS, ProtocolRefusal } from './protocol.ts'
import { readable } from './readable.ts'

const MAX_LISTED = 50
const MARKDOWN = 'text/markdown'

const TEMPLATES = [
  {
    name: 'memory',
    uriTemplate: 'mneme://memory/{id}',
    title: 'A memory',
    description: 'One memory whole, by id or name',
    mimeType: MARKDOWN,
  },
  {
    name: 'project-context',
    uriTemplate: 'mneme://project/{id}/context',
    title: 'What is known of a project',
    description: 'An overview of a project, by its id, slug or folder',
    mimeType: MARKDOWN,
  },
]

export function describeTemplates(): object {
  return { resourceTemplates: TEMPLATES }
}

export async function listResources(invoke: Invoke): Promise<object> {
  const found = await invoke('list', { limit: MAX_LISTED })
  const { memories } = found as { readonly memories: readonly MemoryBrief[] }
  return {
    resources: memories.map((memory) => ({
      uri: `mneme://memory/${memory.id}`,
      name: memory.name,
      title: memory.title,
      description: [...originFlag(memory), memory.description].filter(Boolean).join(': '),
      mimeType: MARKDOWN,
      annotations: { lastModified: memory.updatedAt, priority: memory.importance },
    })),
  }
}

const MEMORY = /^mneme:\/\/memory\/([^/]+)$/
const PROJECT = /^mneme:\/\/project\/([^/]+)\/context$/

export async function readResource(invoke: Invoke, uri: string): Promise<object> {
  try {
    const text = await textAt(invoke, uri)
    if (text !== null) return { contents: [{ uri, mimeType: MARKDOWN, text }] }
  } catch (thrown) {
    if (!(thrown instanceof MnemeError && thrown.code === 'not_found')) throw thrown
  }
  throw new ProtocolRefusal(INVALID_PARAMS, `Resource not found: ${uri}`, { uri })
}

async function textAt(invoke: Invoke, uri: string): Promise<string | null> {
  const memory = MEMORY.exec(uri)?.[1]
  if (memory !== undefined) {
    const found = await invoke('get', { id: decodeOrNull(memory) })
    return memoryText((found as { readonly memory: Memory }).memory)
  }
  const project = PROJECT.exec(uri)?.[1]
  if (project === undefined) return null
  const input = { id: decodeOrNull(project) }
  return readable('project', input, await invoke('project', input))
}

function decodeOrNull(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text // A lone percent sign is literal.
  }
}

function memoryText(memory: Memory): string {
  const { origin } = memory.provenance
  const about = [
    memory.type,
    ...originFlag({ origin }),
    memory.scope,
    ...memory.tags.map((tag) => `#${tag}`),
  ].join(', ')
  return `# ${memory.title}\n\n${memory.content}\n\n${about}; created ${memory.createdAt.slice(0, 10)}; id ${memory.id}\n`
}
