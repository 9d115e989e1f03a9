/**
 * How far a job came, journaled with what it changed: a kill loses neither or both, and undoing a run
 * lets the next one do it again.
 */
import type * as z from 'zod'
import type { Change } from '../store/change.ts'
import type { Document } from '../store/records.ts'
import type { Work } from './job.ts'

const KIND = 'upkeep'

interface Bookmark<Body> {
  readonly body: Body | null
  /** The change that moves it there. */
  moveTo(body: Body): Change
}

export async function bookmarkOf<Body>(
  work: Work,
  job: string,
  schema: z.ZodType<Body>,
): Promise<Bookmark<Body>> {
  const key = `${job}/${work.project ?? ''}`
  const present = await work.engine.store.documents.get(KIND, key)
  const parsed = schema.safeParse(present?.body)
  return {
    body: parsed.success ? parsed.data : null,
    moveTo: (body) =>
      documentChange(present, {
        kind: KIND,
        key,
        project: work.project,
        session: null,
        at: work.now,
        // Bookmarks are plain objects of texts and numbers.
        body: body as Document['body'],
      }),
  }
}

/** Inserts or replaces, unless another process does so meanwhile. */
export function documentChange(present: Document | null, wanted: Document): Change {
  if (!present) return { op: 'insert', kind: 'document', row: wanted }
  return {
    op: 'update',
    kind: 'document',
    key: `${wanted.kind}/${wanted.key}`,
    set: { at: wanted.at, body: wanted.body },
    expect: { at: present.at },
  }
}
