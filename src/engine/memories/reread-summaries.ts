/**
 * M-15. Removes superseded statements from episodes and summaries, as an update that keeps the previous version
 * and can be undone.
 */

import { judgePair } from '../../memory/judge-pair.ts'
import type { Memory } from '../../memory/memory.ts'
import { contentHash, descriptionFrom, titleFrom } from '../../memory/normalise.ts'
import { isWeighty, termsOf } from '../../memory/statement.ts'
import { EPISODIC_TYPES } from '../../memory/types.ts'
import { wordGroups } from '../../search/terms.ts'
import type { Change } from '../../store/change.ts'
import { sentencesOf } from '../../text/sentences.ts'
import type { Caller, Engine } from '../engine.ts'
import { decideAndCommit } from '../journal/commit.ts'
import { asRead } from './revise-memory.ts'
import { archivedVersion } from './versions.ts'

const SUMMARY_TYPES = [...EPISODIC_TYPES, 'context']
const CANDIDATES = 12
const MAX_WORDS = 16
/** A sentence with this share of a memory's words states it. */
const MIN_SHARE = 0.8

/** Runs in the background after something was superseded. Returns the number of changed summaries. */
export async function rereadSummaries(
  engine: Engine,
  caller: Caller,
  superseded: readonly string[],
): Promise<number> {
  let changed = 0
  for (const memory of await engine.store.memories.get(superseded)) {
    for (const summary of await summariesLike(engine, memory)) {
      const content = withoutStatement(summary.content, memory)
      if (content === summary.content) continue
      changed += 1
      await decideAndCommit(engine, caller, 'no longer holds', async () => ({
        changes: summaryChanges(engine, summary, content, memory),
        result: {},
      }))
    }
  }
  return changed
}

async function summariesLike(engine: Engine, memory: Memory): Promise<Memory[]> {
  const { recall, memories } = engine.store
  const { scope, project } = memory
  const filter = { living: true, types: SUMMARY_TYPES, ...(scope === 'project' ? { project } : {}) }
  const terms = wordGroups({ ...engine.config.synonyms, weight: 0 }, memory.content, MAX_WORDS)
  const found = await recall.byText({ kind: 'terms', terms }, filter)
  const units = (await found?.best(CANDIDATES))?.map(({ unit }) => unit) ?? []
  const ids = (await recall.units(units, filter)).map(({ id }) => id)
  return (await memories.get(ids)).filter(({ id }) => id !== memory.id)
}

/** The text without the sentences that state the memory. */
function withoutStatement(content: string, memory: Memory): string {
  const own = keysOf(memory.content)
  if (own.size === 0) return content
  let rest = ''
  let from = 0
  for (const { start, end, text } of sentencesOf(content)) {
    if (!says(text, memory, own)) continue
    rest += content.slice(from, start)
    from = end + (/^[ \t]+/.exec(content.slice(end))?.[0].length ?? 0)
  }
  return (rest + content.slice(from))
    .replace(/(?<![ \t])[ \t]+\n/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

function says(sentence: string, memory: Memory, own: ReadonlySet<string>): boolean {
  const said = keysOf(sentence)
  const shared = [...own].filter((key) => said.has(key)).length
  if (shared / own.size < MIN_SHARE) return false
  const { relation } = judgePair(
    { title: '', content: sentence },
    { title: '', content: memory.content },
  )
  return relation !== 'corrected' && relation !== 'contradicts'
}

function keysOf(text: string): Set<string> {
  return new Set(
    termsOf(text)
      .terms.filter(isWeighty)
      .map((term) => term.key),
  )
}

/** A summary with nothing left is superseded too. */
function summaryChanges(engine: Engine, summary: Memory, content: string, gone: Memory): Change[] {
  const updatedAt = engine.clock.now()
  const set: Partial<Memory> =
    content === ''
      ? { supersededBy: gone.supersededBy, updatedAt }
      : {
          content,
          contentHash: contentHash(content),
          updatedAt,
          ...(summary.title === titleFrom(summary.content) ? { title: titleFrom(content) } : {}),
          ...(summary.description === descriptionFrom(summary.content)
            ? { description: descriptionFrom(content) }
            : {}),
        }
  return [
    {
      op: 'insert',
      kind: 'version',
      row: archivedVersion(engine.clock, summary, 'no longer holds'),
    },
    { op: 'update', kind: 'memory', key: summary.id, set, expect: asRead(summary) },
  ]
}
