/** D-07. What a typed query says: words to look for, and filters such as `tag:auth`. */
import { canonicalType } from '../memory/types.ts'

export interface ParsedQuery {
  /** The query without its filters. */
  readonly text: string
  readonly tags: readonly string[]
  readonly types: readonly string[]
  readonly file: string | null
}

const FILTER = /(?<=^|\s)(tag|type|file):("[^"]*"|[^\s"]+)/gi

export function parseQuery(query: string): ParsedQuery {
  const tags: string[] = []
  const types: string[] = []
  let file: string | null = null
  const text = query.replace(FILTER, (_, kind: string, given: string) => {
    const value = given.replace(/^"|"$/g, '')
    if (kind.toLowerCase() === 'tag') tags.push(value.toLowerCase())
    else if (kind.toLowerCase() === 'type') types.push(canonicalType(value))
    else file = value
    return ''
  })
  return { text: text.replace(/\s+/g, ' ').trim(), tags, types, file }
}
