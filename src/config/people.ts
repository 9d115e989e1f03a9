/**
 * J-11. The settings a person may want to change, by section. Every other key is a figure of some
 * formula and goes by the same name under `tuning`, on a page of its own. A new key is a tuning key
 * until it is listed here.
 */
import type { ConfigSectionName } from './schema.ts'

// biome-ignore format: a table reads best in columns
const KEYS_FOR_PEOPLE: Readonly<Partial<Record<ConfigSectionName, readonly string[]>>> = {
  memory:      ['enabled', 'ttl_days_observed', 'session_expiry_days'],
  store:       ['path', 'url', 'synchronous', 'max_memories', 'postgres.pool_size'],
  vault:       ['enabled'],
  retrieval:   ['enabled', 'strategy', 'fusion', 'top_k', 'max_bytes', 'min_score', 'semantic_weight', 'limit'],
  synonyms:    ['groups'],
  duplicates:  ['threshold'],
  capture:     ['messages', 'tools', 'headless'],
  extraction:  ['min_messages', 'max_chars', 'min_confidence'],
  context:     ['layers_tokens', 'tail_tokens', 'index_tokens', 'bodies', 'deadline_ms', 'seasons', 'host_caps', 'evidence.speak', 'evidence.sources'],
  scheduler:   ['enabled',
                'ranking.enabled',           'ranking.interval_hours',
                'duplicate_cleanup.enabled', 'duplicate_cleanup.interval_hours', 'duplicate_cleanup.similarity_threshold',
                'embedding_refresh.enabled', 'embedding_refresh.interval_hours',
                'skill_cleanup.enabled',     'skill_cleanup.interval_hours',
                'consolidation.enabled',     'consolidation.interval_hours'],
  embed:       ['provider', 'model', 'base_url', 'api_key_env', 'folder', 'query_prefix', 'passage_prefix'],
  commits:     ['enabled', 'max_commits'],
  privacy:     ['excluded_paths'],
  permissions: ['allow', 'ask', 'deny'],
  retention:   ['transcripts_days', 'journal_days', 'logs_days', 'archive_days'],
  model:       ['provider', 'name', 'base_url', 'api_key_env', 'command', 'daily_calls', 'daily_tokens'],
  daemon:      ['start_on_demand', 'idle_minutes', 'log_level'],
  http:        ['host', 'port', 'page_session_hours'],
  mcp:         ['profile'],
  team:        ['host', 'port', 'token_days', 'invitation_days', 'sync_seconds', 'plain_http'],
}

/** One idea, one section: what `retrieval` is tuned with is beside it under `tuning`. */
const TUNING_SECTIONS: Readonly<Partial<Record<ConfigSectionName, string>>> = {
  recall: 'retrieval.match',
  search: 'retrieval.scored',
}

export const TUNING = 'tuning'

export function isTuningKey(key: string): boolean {
  return key.startsWith(`${TUNING}.`)
}

/** The name in files and commands of `rest` (snake case, dotted) in a section of the schema. */
export function publicKeyName(section: ConfigSectionName, rest: string): string {
  if (KEYS_FOR_PEOPLE[section]?.includes(rest)) return `${section}.${rest}`
  return `${TUNING}.${TUNING_SECTIONS[section] ?? section}.${rest}`
}
