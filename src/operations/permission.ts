/** J-08, B-12. Permission rules such as `Memory(*)` and `Memory(forget *)`, and the off switch. */
import type { Caller, Engine } from '../engine/engine.ts'
import { requirePerson } from '../engine/person.ts'
import { isOff } from '../engine/projects/off.ts'
import { MnemeError } from '../errors.ts'
import type { AnyOperation } from './operation.ts'

export type PermissionVerdict = 'allow' | 'ask' | 'deny'

export interface PermissionRules {
  readonly allow: readonly string[]
  readonly ask: readonly string[]
  readonly deny: readonly string[]
}

const RULE = /^Memory\((.*)\)$/

/**
 * A denial always wins. Otherwise the more specific rule decides, and of two equally specific ones the one that
 * asks; without a rule it is allowed. A call about several things gets the strictest verdict of all.
 */
export function verdictOn(
  rules: PermissionRules,
  operation: string,
  subjects: readonly string[],
): PermissionVerdict {
  const about = subjects.length === 0 ? [''] : subjects
  const verdicts = about.map((subject): PermissionVerdict => {
    const closest = (list: readonly string[]) =>
      Math.max(NO_RULE, ...list.map((rule) => closeness(rule, operation, subject)))
    if (closest(rules.deny) > NO_RULE) return 'deny'
    const asks = closest(rules.ask)
    return asks > NO_RULE && asks >= closest(rules.allow) ? 'ask' : 'allow'
  })
  return STRICTEST_FIRST.find((verdict) => verdicts.includes(verdict)) ?? 'allow'
}

const STRICTEST_FIRST: readonly PermissionVerdict[] = ['deny', 'ask', 'allow']
const NO_RULE = -1

/**
 * How specific a rule is for a call: not at all, everything with `Memory(*)`, one operation with
 * `Memory(forget)` or `Memory(forget *)`, a part of it with `Memory(forget api-*)`.
 */
function closeness(rule: string, operation: string, subject: string): number {
  const inside = RULE.exec(rule.trim())?.[1]?.trim()
  if (inside === undefined) return NO_RULE
  if (inside === '*') return 0
  if (inside === operation || inside === `${operation} *`) return 1
  if (!inside.startsWith(`${operation} `)) return NO_RULE
  return wildcard(inside.slice(operation.length + 1)).test(subject) ? 2 : NO_RULE
}

/** M-01. Some operations are closed to agents, scripts and pipes, whatever the rules. */
export function checkPerson(op: AnyOperation, caller: Caller, input: unknown): void {
  const { needsPerson = null } = op
  const what = typeof needsPerson === 'function' ? needsPerson(input) : needsPerson
  if (what !== null) requirePerson(caller, what)
}

export async function checkAllowed(
  op: AnyOperation,
  engine: Engine,
  caller: Caller,
  input: unknown,
): Promise<void> {
  const subjects = subjectsOf(input)
  const verdict = verdictOn(engine.config.permissions, op.name, subjects)
  if (verdict === 'deny' || (verdict === 'ask' && !engine.confirm)) {
    throw new MnemeError(
      'not_allowed',
      verdict === 'deny'
        ? `"${op.name}" is denied by a permission rule`
        : `"${op.name}" needs a person's yes, and there is no person to ask here`,
      { hint: 'See the rules: mneme config get permissions' },
    )
  }
  if (verdict === 'ask' && !(await engine.confirm?.(`Allow "${op.name}" ${subjects.join(' ')}?`))) {
    throw new MnemeError('not_allowed', `"${op.name}" was not allowed`)
  }
  if (op.whenOff === 'refuses' && (await isOff(engine, caller))) {
    throw new MnemeError('switched_off', 'memory is switched off here', {
      hint: 'Turn it back on: mneme on',
    })
  }
}

/** The subject of the call, for rules that name a part: the first field that has one. */
function subjectsOf(input: unknown): readonly string[] {
  if (typeof input !== 'object' || input === null) return []
  for (const key of ['id', 'ids', 'name', 'query', 'content']) {
    const value = (input as Record<string, unknown>)[key]
    if (typeof value === 'string') return [value]
    if (Array.isArray(value)) return value.map(String)
  }
  return []
}

function wildcard(pattern: string): RegExp {
  const escaped = pattern.replace(/[.+^${}()|[\]\\?]/g, '\\$&').replaceAll('*', '.*')
  return new RegExp(`^${escaped}$`, 's')
}
