/** G-02. What the parts of this house offer, by name. A part that is missing makes less, never a failure. */
import type { Caller, Engine } from './engine.ts'

/** Everything that can be offered, and how it is asked for. A new offer is a new row. */
export interface Offers {
  /** H-01. The context of a turn, as text to put before the agent; null for nothing. */
  context: (engine: Engine, caller: Caller, turn: Turn) => Promise<string | null>
  /** F-03. Saves what must survive a compaction. */
  lifeboat: (engine: Engine, caller: Caller, session: SessionRef) => Promise<void>
  /** K-07. What a guard says to a tool call before it runs; null for nothing. */
  guards: (engine: Engine, caller: Caller, call: ToolUse) => Promise<Verdict | null>
  /** G-08. Draws memories out of a whole session. */
  extraction: (engine: Engine, caller: Caller, session: SessionRef) => Promise<void>
  /** I-06. What a time of work did to memories. */
  consolidation: (engine: Engine, caller: Caller) => Promise<void>
  /** I-07. Many old memories of one kind become one. */
  compression: (engine: Engine, caller: Caller) => Promise<void>
}

export interface SessionRef {
  readonly host: string
  readonly id: string
  readonly parent: string | null
}

export interface Turn {
  readonly session: SessionRef
  /** Empty when a session begins. */
  readonly prompt: string
  /** How the session began, as its host says; null within one. */
  readonly start: string | null
}

export interface ToolUse {
  readonly session: SessionRef
  readonly name: string
  /** The input as JSON. */
  readonly input: string
  readonly files: readonly string[]
  readonly command: string | null
}

export interface Verdict {
  readonly decision: 'warn' | 'block'
  readonly reason: string
  readonly memory: string
}

export type Capability = keyof Offers

export interface Capabilities {
  /** Returns how to take it back. The latest offer of a name stands. */
  offer<Name extends Capability>(name: Name, offered: Offers[Name]): () => void
  find<Name extends Capability>(name: Name): Offers[Name] | null
  names(): readonly Capability[]
}

export function openCapabilities(): Capabilities {
  const offers = new Map<Capability, Offers[Capability]>()
  return {
    offer(name, offered) {
      offers.set(name, offered)
      return () => {
        if (offers.get(name) === offered) offers.delete(name)
      }
    },
    // Under each name only its own kind was put, which a map of all kinds cannot say.
    find: <Name extends Capability>(name: Name) => (offers.get(name) as Offers[Name]) ?? null,
    names: () => [...offers.keys()].sort(),
  }
}
