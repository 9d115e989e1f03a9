/** Adds and removes our handlers in the `hooks` table of Claude Code, Codex and Gemini. */
import { isEmpty, parsedJson, withEntry } from './json-entries.ts'

/** One group of handlers for an event, in the host's format. */
export interface HookGroup {
  readonly matcher?: string
  readonly hooks: readonly Readonly<Record<string, unknown>>[]
}

/** A handler is ours if it runs our program or calls our URL. */
type IsOurs = (handler: Readonly<Record<string, unknown>>) => boolean

export function withHooks(
  text: string | null,
  events: Readonly<Record<string, HookGroup>>,
  isOurs: IsOurs,
): string {
  const found = parsedJson(text)
  let result = text ?? ''
  for (const [event, group] of Object.entries(events)) {
    const present = groupsOf(found, event)
    const others = withoutOurs(present, isOurs)
    const wanted = [...others, group]
    if (JSON.stringify(wanted) === JSON.stringify(present)) continue
    result = withEntry(result, ['hooks', event], wanted)
  }
  return result === '' ? '{}\n' : result
}

export function withoutHooks(text: string, isOurs: IsOurs): string {
  const found = parsedJson(text)
  let result = text
  const hooks = found.hooks
  if (typeof hooks !== 'object' || hooks === null) return text
  for (const event of Object.keys(hooks)) {
    const present = groupsOf(found, event)
    const others = withoutOurs(present, isOurs)
    if (JSON.stringify(others) === JSON.stringify(present)) continue
    result = withEntry(result, ['hooks', event], others.length > 0 ? others : undefined)
  }
  return isEmpty(parsedJson(result).hooks) ? withEntry(result, ['hooks'], undefined) : result
}

function groupsOf(settings: Readonly<Record<string, unknown>>, event: string): HookGroup[] {
  const hooks = settings.hooks as Readonly<Record<string, unknown>> | undefined
  const groups = hooks?.[event]
  return Array.isArray(groups) ? (groups as HookGroup[]) : []
}

/** Groups with only our handlers are removed; others keep theirs. */
function withoutOurs(groups: readonly HookGroup[], isOurs: IsOurs): HookGroup[] {
  return groups.flatMap((group) => {
    const handlers = Array.isArray(group.hooks) ? group.hooks : []
    const others = handlers.filter((handler) => !isOurs(handler))
    if (others.length === handlers.length) return [group]
    return others.length > 0 ? [{ ...group, hooks: others }] : []
  })
}
