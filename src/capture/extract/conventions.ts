/** G-08. Conventions of a project: rules its people state, and the tools they use. */

import { isFromUser, type Message } from '../../sessions/message.ts'
import { commandKind, commandParts, outcomeOf } from '../commands.ts'
import type { UserRuleSettings } from '../settings.ts'
import { toolEventsOf } from '../tool-events.ts'
import { capturedRules } from '../user-rules.ts'
import { type Candidate, candidateOf } from './candidate.ts'

/** Of each family one is used; seeing it again and again, and none of the others, is a convention. */
// biome-ignore format: a table reads best in columns
const FAMILIES: readonly { readonly family: string; readonly tools: Readonly<Record<string, RegExp>> }[] = [
  { family: 'package manager', tools: { npm: /^npm (?:i|install|run|test|ci|t)\b/, pnpm: /^pnpm\b/, yarn: /^yarn\b/, bun: /^bun(?:x)?\b/, uv: /^uv\b/, poetry: /^poetry\b/, pip: /^pip3?\b/, cargo: /^cargo\b/ } },
  { family: 'test runner',     tools: { vitest: /\bvitest\b/, jest: /\bjest\b/, pytest: /\bpytest\b/, mocha: /\bmocha\b/, rspec: /\brspec\b/, 'go test': /^go test\b/, 'cargo test': /^cargo (?:test|nextest)\b/ } },
  { family: 'linter',          tools: { biome: /\bbiome\b/, eslint: /\beslint\b/, ruff: /\bruff\b/, clippy: /\bclippy\b/, oxlint: /\boxlint\b/ } },
]

const MIN_USES = 3
const BASE = 0.72
const PER_USE = 0.02
const MOST = 0.9

export function conventionsIn(
  settings: UserRuleSettings,
  messages: readonly Message[],
): Candidate[] {
  return [...statedIn(settings, messages), ...practisedIn(messages)]
}

function statedIn(settings: UserRuleSettings, messages: readonly Message[]): Candidate[] {
  return messages.filter(isFromUser).flatMap((message) =>
    capturedRules(settings, message.text)
      .filter(({ broughtIn }) => !broughtIn)
      .map((rule) =>
        candidateOf({
          type: rule.type,
          title: rule.title,
          content: rule.context === null ? rule.sentence : `${rule.context} ${rule.sentence}`,
          confidence: rule.confidence,
          reason: rule.reason,
          importance: rule.type === 'preference' ? 0.7 : 0.85,
          triggers: rule.triggers,
          scope: rule.scope,
          origin: 'user',
          from: message,
        }),
      ),
  )
}

/** A fact, not a rule: no person has stated it (K-11). */
function practisedIn(messages: readonly Message[]): Candidate[] {
  const worked = toolEventsOf(messages).filter(
    ({ call, result }) =>
      call.command !== null && result !== null && outcomeOf(result) === 'passed',
  )
  return FAMILIES.flatMap(({ family, tools }) => {
    const uses = Object.entries(tools).map(([tool, pattern]) => ({
      tool,
      events: worked.filter(({ call }) =>
        commandParts(call.command ?? '').some((part) => pattern.test(part)),
      ),
    }))
    const used = uses.filter(({ events }) => events.length > 0)
    const only = used.length === 1 ? used[0] : undefined
    if (only === undefined || only.events.length < MIN_USES) return []
    const from = messages[only.events[0]?.index ?? 0]
    const to = messages[only.events.at(-1)?.index ?? 0]
    const sample = only.events.find(({ call }) => commandKind(call.command ?? '') !== 'routine')
    if (from === undefined) return []
    return [
      candidateOf({
        type: 'fact',
        title: `The ${family} here is ${only.tool}`,
        content: `The ${family} here is ${only.tool}: used ${only.events.length} times, as in \`${sample?.call.command?.slice(0, 100) ?? only.tool}\`.`,
        confidence: Math.min(BASE + PER_USE * only.events.length, MOST),
        reason: `used ${only.events.length} times and no other`,
        importance: 0.6,
        concepts: ['pattern'],
        origin: 'tool-output',
        from,
        to,
      }),
    ]
  })
}
