/** J-08, B-12. Who may do what: rules such as `Memory(*)` and `Memory(forget *)`, and the off switch. */
import type { Caller, Engine } from '../engine/engine.ts'
import { isOff } from '../engine/off.ts'
import { MnemeError } from '../errors.ts'
import type { AnyOperation } from './operation.ts'

export type Verdict = 'allow' | 'ask' | 'deny'

export interface PermissionRules {
  readonly allow: readonly string[]
  readonly ask: readonly string[]
  readonly deny: readonly string[]
}

const RULE = /^Memory\(\s*(.*?)\s*\)$/

/** Deny beats ask beats allow; what no rule names is allowed. One subject that is named is enough. */
export function verdictOn(
  rules: PermissionRules,
  operation: string,
  subjects: readonly string[],
): Verdict {
  const matches = (rule: string) => subjects.some((each) => matchesRule(rule, operation, each))
  if (rules.deny.some(matches)) return 'deny'
  if (rules.ask.some(matches)) return 'ask'
  return 'allow'
}

/** `Memory(*)` is everything, `Memory(forget)` and `Memory(forget *)` one operation, `Memory(forget api-*)` some of it. */
export function matchesRule(rule: string, operation: string, subject: string): boolean {
  const inside = RULE.exec(rule.trim())?.[1]
  if (inside === undefined) return false
  if (inside === '*') return true
  if (inside === operation || inside === `${operation} *`) return true
  return inside.startsWith(`${operation} `)
    ? wildcard(inside.slice(operation.length + 1)).test(subject)
    : false
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
        : `"${op.name}" needs a person's yes, and nobody can be asked here`,
      { hint: 'See the rules: mneme config get permissions' },
    )
  }
  if (verdict === 'ask' && !(await engine.confirm?.(`Allow "${op.name}" ${subjects.join(' ')}?`))) {
    throw new MnemeError('not_allowed', `"${op.name}" was not allowed`)
  }
  if (op.whenOff === 'refuses' && (await isOff(engine, caller))) {
    throw new MnemeError('switched_off', 'memory is switched off here', {
      hint: 'Switch it on again: mneme on',
    })
  }
}

/** What the call is about, for rules that name a part: the first plain text of its input, or each of several. */
function subjectsOf(input: unknown): string[] {
  if (typeof input !== 'object' || input === null) return ['']
  for (const key of ['id', 'ids', 'name', 'query', 'content']) {
    const value = (input as Record<string, unknown>)[key]
    if (typeof value === 'string') return [value]
    if (Array.isArray(value) && value.length > 0) return value.map(String)
  }
  return ['']
}

function wildcard(pattern: string): RegExp {
  const escaped = pattern.replace(/[.+^${}()|[\]\\?]/g, '\\$&').replaceAll('*', '.*')
  return new RegExp(`^${escaped}$`, 's')
}
