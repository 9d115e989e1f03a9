/** J-05. Memories and projects as resources, for hosts that let people pick them. */
import {
  type InputRequiredResult,
  type McpServer,
  type ReadResourceResult,
  ResourceNotFoundError,
  ResourceTemplate,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { MnemeError } from '../../errors.ts'
import type { Memory } from '../../memory/memory.ts'
import { OPERATIONS } from '../../operations/table.ts'
import type { MemoryBrief } from '../../operations/views.ts'
import { type Callers, isQuestion } from './caller.ts'
import type { Invoke } from './invoke.ts'
import { readable } from './readable.ts'

const LISTED = 50

export function registerResources(server: McpServer, invoke: Invoke, callers: Callers): void {
  server.registerResource(
    'memory',
    new ResourceTemplate('mneme://memory/{id}', {
      list: async (ctx) => {
        const where = await callers.placeOf({}, ctx)
        if (isQuestion(where)) return { resources: [] }
        const op = await OPERATIONS.list()
        const { memories } = (await invoke(op, { limit: LISTED }, where)) as {
          memories: MemoryBrief[]
        }
        return {
          resources: memories.map((memory) => ({
            uri: `mneme://memory/${memory.id}`,
            name: memory.name,
            title: memory.title,
            ...(memory.description ? { description: memory.description } : {}),
            mimeType: 'text/markdown',
            annotations: { lastModified: memory.updatedAt, priority: memory.importance },
          })),
        }
      },
    }),
    {
      title: 'A memory',
      description: 'One memory whole, by id or name',
      mimeType: 'text/markdown',
    },
    (uri, { id }, ctx) =>
      read(uri, ctx, callers, async (where) => {
        const op = await OPERATIONS.get()
        const { memory } = (await invoke(op, { id: one(id) }, where)) as { memory: Memory }
        return memoryText(memory)
      }),
  )
  server.registerResource(
    'project-context',
    new ResourceTemplate('mneme://project/{id}/context', { list: undefined }),
    {
      title: 'What is known of a project',
      description: 'An overview of a project, by its id, slug or folder',
      mimeType: 'text/markdown',
    },
    (uri, { id }, ctx) =>
      read(uri, ctx, callers, async (where) => {
        const input = { id: one(id) }
        return readable('project', input, await invoke(await OPERATIONS.project(), input, where))
      }),
  )
}

async function read(
  uri: URL,
  ctx: ServerContext,
  callers: Callers,
  text: (where: Parameters<Invoke>[2]) => Promise<string>,
): Promise<ReadResourceResult | InputRequiredResult> {
  const where = await callers.placeOf({}, ctx)
  if (isQuestion(where)) return where
  try {
    return { contents: [{ uri: uri.href, mimeType: 'text/markdown', text: await text(where) }] }
  } catch (thrown) {
    if (thrown instanceof MnemeError && thrown.code === 'not_found') {
      throw new ResourceNotFoundError(uri.href)
    }
    throw thrown
  }
}

/** A template's variable may be a list by its grammar; ours never are. */
function one(value: string | string[] | undefined): string {
  const text = Array.isArray(value) ? (value[0] ?? '') : (value ?? '')
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function memoryText(memory: Memory): string {
  const about = [memory.type, memory.scope, ...memory.tags.map((tag) => `#${tag}`)].join(', ')
  return `# ${memory.title}\n\n${memory.content}\n\n${about}; created ${memory.createdAt.slice(0, 10)}; id ${memory.id}\n`
}
