/** What capture keeps of a session from one event to the next: a look back, and how far it is. */

import * as z from 'zod'
import {
  type Boundary,
  type Interaction,
  NO_BOUNDARY_STATE,
  withInteraction,
} from '../../capture/boundaries.ts'
import { commandParts } from '../../capture/commands.ts'
import type { BoundarySettings } from '../../capture/settings.ts'
import {
  isFromUser,
  MESSAGE_FIELDS,
  type Message,
  type SessionRef,
  type ToolCall,
} from '../../sessions/message.ts'
import { shortenLine } from '../../text/shorten.ts'
import type { Engine } from '../engine.ts'

const Kept = z.object({ ...MESSAGE_FIELDS, seq: z.int().nullable() })

const State = z.object({
  /** Everything of the transcript up to here was looked at. */
  seq: z.int(),
  /** Events that are part of `episode` already, the latest so many. */
  events: z.array(z.string()),
  /** Messages with tools, oldest first, cut short. */
  window: z.array(Kept),
  /** What the person asked for last. */
  task: z.string(),
  episode: z.object({
    recent: z
      .array(
        z.object({
          at: z.string().nullable(),
          id: z.string(),
          words: z.array(z.string()).readonly(),
          asked: z.boolean().optional(),
        }),
      )
      .readonly(),
  }),
})
export type CaptureState = z.infer<typeof State>

const NOTHING: CaptureState = {
  seq: 0,
  events: [],
  window: [],
  task: '',
  episode: NO_BOUNDARY_STATE,
}

const MAX_EVENTS = 300
const TASK_CHARS = 600
/** Enough to see what failed: an error stands at one of the two ends of an output. */
const OUTPUT_HEAD_CHARS = 900
const OUTPUT_TAIL_CHARS = 500
const INTERACTION_CHARS = 2000

const noteOf = (session: SessionRef) => `capture:${session.host}:${session.id}`

interface KeptState {
  readonly state: CaptureState
  /** As it was read, for compare-and-set. */
  readonly raw: string | null
}

export async function readState(engine: Engine, session: SessionRef): Promise<KeptState> {
  const raw = await engine.store.notes.get(noteOf(session))
  if (raw === null) return { state: NOTHING, raw }
  // A note of another version is worth less than a message: begin anew.
  const parsed = State.safeParse(JSON.parse(raw))
  return { state: parsed.success ? parsed.data : NOTHING, raw }
}

/** False when another process was faster. */
export async function keepState(
  engine: Engine,
  session: SessionRef,
  before: KeptState,
  after: CaptureState,
): Promise<boolean> {
  return engine.store.notes.compareAndSet(noteOf(session), before.raw, JSON.stringify(after))
}

export interface CaptureStep {
  readonly state: CaptureState
  /** What was not looked at yet. */
  readonly news: readonly Message[]
  /** The look back together with the news, and where the news begin. */
  readonly stretch: readonly Message[]
  readonly newsFrom: number
  readonly boundaries: readonly Boundary[]
}

/** The state after these messages, and what they are in the light of those before. */
export function stepOf(
  settings: { readonly windowMessages: number; readonly boundaries: BoundarySettings },
  state: CaptureState,
  messages: readonly Message[],
): CaptureStep {
  const news = messages.filter(({ seq }) => seq === null || seq > state.seq)
  const stretch: Message[] = [...state.window, ...withoutKnown(state.window, news)]
  const events = new Set(state.events)
  const boundaries: Boundary[] = []
  let episode: CaptureState['episode'] = state.episode
  for (const interaction of news.flatMap(interactionsOf)) {
    if (events.has(interaction.id)) continue
    events.add(interaction.id)
    const next = withInteraction(settings.boundaries, episode, interaction)
    episode = next.state
    if (next.boundary !== null) boundaries.push(next.boundary)
  }
  const asked = news.filter((message) => isFromUser(message) && message.text.trim() !== '').at(-1)
  const tools = stretch.filter(
    ({ toolCalls, toolResult }) => toolCalls.length > 0 || toolResult !== null,
  )
  return {
    news,
    stretch,
    newsFrom: state.window.length,
    boundaries,
    state: {
      seq: Math.max(state.seq, ...news.map(({ seq }) => seq ?? 0)),
      events: [...events].slice(-MAX_EVENTS),
      window: tools.slice(-settings.windowMessages).map(brief),
      task: asked ? shortenLine(asked.text, TASK_CHARS) : state.task,
      episode,
    },
  }
}

/** F-08. Calls and answers that a hook has told of already are not looked at as new ones. */
function withoutKnown(window: readonly Message[], news: readonly Message[]): Message[] {
  const calls = new Set(window.flatMap(({ toolCalls }) => toolCalls.map(({ id }) => id)))
  const answers = new Set(window.flatMap(({ toolResult }) => toolResult?.callId ?? []))
  return news.flatMap((message): Message[] => {
    if (message.toolResult && answers.has(message.toolResult.callId)) return []
    const fresh = message.toolCalls.filter(({ id }) => !calls.has(id))
    return fresh.length === message.toolCalls.length
      ? [message]
      : [{ ...message, toolCalls: fresh }]
  })
}

/**
 * G-06. What a person asks and what the agent touches. Both come by hooks and by transcripts under
 * one id; what the agent says comes by transcripts alone and would be counted at the wrong place.
 */
function interactionsOf(message: Message): Interaction[] {
  const { at } = message
  if (isFromUser(message)) {
    return [{ id: message.eventId, at, text: message.text.slice(0, INTERACTION_CHARS) }]
  }
  return message.toolCalls.map((call) => ({
    id: call.id,
    at,
    text: touchedText(call),
    asked: false,
  }))
}

function touchedText({ filesRead, filesModified, command, input }: ToolCall): string {
  const what = command === null ? valuesIn(input) : argumentsIn(command)
  return [...filesRead, ...filesModified, what.slice(0, INTERACTION_CHARS)].join(' ')
}

/** Which program looks at a file, and with which flags, is no topic. */
function argumentsIn(command: string): string {
  const words = commandParts(command).flatMap((part) => part.split(/\s+/).slice(1))
  return words.filter((word) => !word.startsWith('-')).join(' ')
}

/** The names of a tool's fields are the same in every call; an input that was cut short is taken as it is. */
function valuesIn(input: string): string {
  try {
    return Object.values(JSON.parse(input) as object).join(' ')
  } catch {
    return input
  }
}

function brief(message: Message): z.infer<typeof Kept> {
  const { toolCalls, toolResult } = message
  const result = toolResult && { ...toolResult, text: bothEnds(toolResult.text) }
  return { ...message, text: '', toolCalls: [...toolCalls], toolResult: result }
}

function bothEnds(text: string): string {
  if (text.length <= OUTPUT_HEAD_CHARS + OUTPUT_TAIL_CHARS) return text
  return `${text.slice(0, OUTPUT_HEAD_CHARS)}\n…\n${text.slice(-OUTPUT_TAIL_CHARS)}`
}

/** A forgotten session leaves nothing here either. */
export async function forgetState(engine: Engine, session: SessionRef): Promise<void> {
  await engine.store.notes.remove(noteOf(session))
}
