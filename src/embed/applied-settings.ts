/** What every adapter applies of the settings alike. The schema stands apart: the model's process does not load it. */
import type { EmbedKind } from './embedder.ts'
import type { EmbedSettings } from './settings.ts'

/** D-13. How long a call may take, unless the caller says otherwise. */
export function timeoutFor(settings: EmbedSettings, kind: EmbedKind): number {
  return kind === 'query' ? settings.interactiveTimeoutMs : settings.batchTimeoutMs
}

export function withPrefix(settings: EmbedSettings, kind: EmbedKind, text: string): string {
  return (kind === 'query' ? settings.queryPrefix : settings.passagePrefix) + text
}

/**
 * D-12. The part of an embedder's id that settings add: another passage prefix makes other vectors
 * of the same texts. The query prefix is left out, for stored vectors do not depend on it.
 */
export function prefixMark(settings: EmbedSettings): string {
  return settings.passagePrefix === '' ? '' : `+${JSON.stringify(settings.passagePrefix)}`
}
