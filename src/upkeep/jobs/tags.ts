/** E-03, I-10. Tags that memories earn by what they mention, and by what they were relevant to. */
import * as z from 'zod'
import { inferredTags } from '../../graph/inferred-tags.ts'
import { inferredCommonTag } from '../../graph/link-discovery.ts'
import type { Memory } from '../../memory/memory.ts'
import { type TermCounts, termCounts } from '../../text/telling-terms.ts'
import { stem } from '../../text/words.ts'
import type { Action, Job, Work } from '../job.ts'
import { inUse, livingPages } from '../living.ts'
import { newRetrievals } from '../retrievals.ts'

export const tags: Job = {
  summary: 'Gives tags to memories that have none, and to those that were relevant together',
  setting: 'tags',
  async plan(work) {
    const news = await newRetrievals(work, 'tags', z.null())
    const asked = news.retrievals.filter(({ relevant }) => relevant.length > 1)
    const added = new Map<string, { memory: Memory; tags: string[]; reason: string }>()
    const texts: string[] = []
    for await (const page of livingPages(work)) {
      for (const memory of page) {
        if (asked.length > 0) texts.push(textOf(memory))
        if (memory.tags.length > 0) continue
        const found = inferredTags(work.engine.config.graph.inferredTags, {
          title: memory.title,
          content: memory.content,
          files: [...memory.filesModified, ...memory.filesRead],
        })
        if (found.length === 0) continue
        added.set(memory.id, { memory, tags: found, reason: 'mentions' })
      }
    }
    const counts = termCounts(texts)
    for (const { query, relevant } of asked)
      await shareTags(work, { query, relevant, counts, added })
    const actions = [...added.values()].map(tagAction)
    return { actions, bookkeeping: [news.markPassed(null)], settled: () => news.markSkipped() }
  },
}

async function shareTags(
  work: Work,
  context: {
    readonly query: string
    readonly relevant: readonly string[]
    readonly counts: TermCounts
    readonly added: Map<string, { memory: Memory; tags: string[]; reason: string }>
  },
): Promise<void> {
  const { query, relevant, counts, added } = context
  const { store, config } = work.engine
  const filter = { ...inUse(work), ids: relevant }
  const memories = await store.memories.list(filter, { limit: relevant.length, order: 'id' })
  const known = memories.map((memory) => ({
    id: memory.id,
    tags: added.get(memory.id)?.tags ?? memory.tags,
    text: textOf(memory),
  }))
  const share = (word: string) => (counts.count.get(stem(word)) ?? 0) / Math.max(counts.texts, 1)
  const tag = inferredCommonTag(config.graph.sharedTags, { context: query, memories: known }, share)
  if (tag === null) return
  for (const memory of memories) {
    const present = added.get(memory.id)?.tags ?? memory.tags
    if (present.includes(tag)) continue
    added.set(memory.id, { memory, tags: [...present, tag], reason: 'relevant to one question:' })
  }
}

function tagAction(found: { memory: Memory; tags: readonly string[]; reason: string }): Action {
  const { memory, reason } = found
  const fresh = found.tags.filter((tag) => !memory.tags.includes(tag))
  return {
    about: memory.id,
    title: memory.title,
    reason: `${reason} ${fresh.join(', ')}`,
    changes: [
      {
        op: 'update',
        kind: 'memory',
        key: memory.id,
        set: { tags: found.tags },
        expect: { tags: memory.tags },
      },
    ],
  }
}

function textOf({ title, content }: Memory): string {
  return `${title}\n${content}`
}
