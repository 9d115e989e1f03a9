/** G-08. A proposed memory, with its source and confidence. */

import * as z from 'zod'
import { Concept, Origin, Scope } from '../../memory/memory.ts'
import type { Message } from '../../sessions/message.ts'
import { shortenLine } from '../../text/shorten.ts'
import { tagsOfPaths, tagsOfText } from '../tags.ts'

const Texts = z.array(z.string()).readonly()

export const Candidate = z
  .object({
    type: z.string(),
    title: z.string(),
    content: z.string(),
    confidence: z.number().min(0).max(1),
    /** The reason for the confidence, stored in the provenance. */
    reason: z.string(),
    importance: z.number().min(0).max(1),
    tags: Texts,
    concepts: z.array(Concept).readonly(),
    files: Texts,
    triggers: Texts,
    /** K-11. The origin of the words. */
    origin: Origin,
    /** Ids of the first and last message it came from. */
    messages: z.tuple([z.string(), z.string()]).readonly(),
    snippet: z.string(),
    /** Only for procedures and skills. */
    procedure: z
      .object({ trigger: z.string(), steps: Texts, prerequisites: Texts, warnings: Texts })
      .readonly()
      .nullable(),
    /** Only for tasks. */
    done: z.boolean().nullable(),
    /** M-11. The scope stated in its words; null leaves it to the door. */
    scope: Scope.nullable(),
  })
  .readonly()
export type Candidate = z.infer<typeof Candidate>

type Given = Pick<Candidate, 'type' | 'title' | 'content' | 'confidence' | 'reason'> &
  Partial<Candidate> & { readonly from: Message; readonly to?: Message | undefined }

const TITLE_CHARS = 80
const SNIPPET_CHARS = 240
const MAX_TAGS = 6
const DEFAULT_IMPORTANCE = 0.6

/** Completes a candidate; missing fields are derived from the text. */
export function candidateOf(given: Given): Candidate {
  const { from, to, ...known } = given
  const files = known.files ?? []
  const inferred = [...tagsOfPaths(files), ...tagsOfText(`${known.title} ${known.content}`)]
  return {
    importance: DEFAULT_IMPORTANCE,
    concepts: [],
    files,
    triggers: [],
    origin: from.origin,
    messages: [from.messageId, (to ?? from).messageId],
    snippet: shortenLine(known.content, SNIPPET_CHARS),
    procedure: null,
    done: null,
    scope: null,
    ...known,
    tags: [...new Set([...(known.tags ?? []), ...inferred])].slice(0, MAX_TAGS),
    title: shortenLine(known.title, TITLE_CHARS).replace(/(?<![.:,;\s])[.:,;\s]+$/, ''),
    confidence: Math.min(Math.max(known.confidence, 0), 1),
  }
}

/** Capitalises the first letter, as in every index line. */
export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
