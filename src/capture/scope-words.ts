/**
 * M-11. Where a statement holds, by its own words: everywhere when it says so or speaks of the person and
 * the way of answering, for the session when it says so, else in the project. Null leaves it to the door.
 */
import type { CueTable } from './cues/table.ts'

export type SaidScope = 'global' | 'project' | 'session'

/** The work and its people: "we", "our", "this repo" outweigh a mention of the person. */
const OF_THE_WORK =
  /(?<![\p{L}])(?:this|the|our) (?:project|repo|repository|codebase|code base|app|service|product|package|team|company)(?![\p{L}])|(?<![\p{L}])(?:we|our|us|wir|unser\p{L}{0,2}|nous|notre|nosotros|nuestr[oa]s?|usamos|noi|nostr[oa]|мы|наш\p{L}{0,3})(?![\p{L}])|我们|本项目|这个项目|このプロジェクト|私たち|弊社|이\s?프로젝트|우리/iu

export function scopeOf(table: CueTable, sentence: string): SaidScope {
  if (table.session.test(sentence)) return 'session'
  if (table.everywhere.test(sentence)) return 'global'
  if (OF_THE_WORK.test(sentence)) return 'project'
  return table.person.test(sentence) ? 'global' : 'project'
}
