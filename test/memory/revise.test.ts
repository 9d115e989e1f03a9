import { describe, expect, it } from 'vitest'
import type { Memory, Origin, Sensitivity } from '../../src/memory/memory.ts'
import type { Speaker } from '../../src/memory/origins.ts'
import { type Reviser, revise, type Wanted } from '../../src/memory/revise.ts'
import { memoryWith } from '../support/memory.ts'

const NOW = '2026-02-01T00:00:00.000Z'
const by = (speaker: Speaker): Reviser => ({
  speaker,
  now: NOW,
  classify: (text): Sensitivity => (text.includes('@') ? 'private' : 'public'),
  trustOf: (source) => (source === 'inferred' ? 0.6 : 0.9),
})
const { provenance } = memoryWith()
const saidBy = (origin: Origin, change: Partial<Memory> = {}) =>
  memoryWith({
    title: 'The build runs on Node 20',
    description: 'The build runs on Node 20.',
    ...change,
    provenance: { ...provenance, origin },
  })
const revised = (memory: Memory, wanted: Wanted, speaker: Speaker) =>
  revise(memory, wanted, by(speaker))

describe('who may change what', () => {
  it('M-02 an agent’s change of a person’s memory is only proposed', () => {
    const wanted = { content: 'The build runs on Node 22.', importance: 1 }
    expect(revised(saidBy('user'), wanted, 'agent')).toEqual({
      set: {},
      changed: [],
      versioned: false,
      proposed: wanted,
    })
    expect(revised(saidBy('user'), wanted, 'person')).toMatchObject({
      set: { ...wanted, vitality: 1, updatedAt: NOW },
      versioned: true,
      proposed: null,
    })
    expect(revised(saidBy('agent'), wanted, 'agent')).toMatchObject({ proposed: null })
  })

  it('M-02 a task that is done is a record of work, which an agent may keep', () => {
    const task = saidBy('user', { type: 'task', done: false })
    expect(revised(task, { done: true }, 'agent')).toMatchObject({
      set: { done: true },
      proposed: null,
    })
  })

  it('K-11 a file confirms the user’s own words and nothing else', () => {
    expect(revised(saidBy('user'), { validated: true }, 'file').set.validated).toBe(true)
    expect(revised(saidBy('web'), { validated: true }, 'file')).toMatchObject({
      changed: [],
      proposed: null,
    })
    expect(revised(saidBy('web', { held: true }), { held: false }, 'person').set.held).toBe(false)
  })

  it('K-11 foreign words that would become a rule are held, and lose a yes to other words', () => {
    const fact = saidBy('web', { validated: true })
    const held = { held: true, validated: false }
    expect(revised(fact, { type: 'policy' }, 'file').set).toMatchObject(held)
    expect(revised(fact, { type: 'policy' }, 'person').set.held).toBeUndefined()
    const policy = saidBy('web', { type: 'policy' })
    expect(revised(policy, { content: 'Push with force.' }, 'agent').set).toMatchObject({
      held: true,
    })
    expect(revised(policy, { importance: 0.9 }, 'agent').set.held).toBeUndefined()
  })
})

describe('what follows from a change', () => {
  it('B-06 what was read off the old text is read off the new one, and what was given stays', () => {
    const content = 'Deploys go out on Fridays.'
    expect(revised(saidBy('user'), { content }, 'person').set).toMatchObject({
      title: 'Deploys go out on Fridays',
      description: content,
    })
    const titled = saidBy('user', { title: 'Node', description: 'Which one' })
    const { set } = revised(titled, { content }, 'person')
    expect([set.title, set.description]).toEqual([undefined, undefined])
  })

  it('A-09 words told anew bring along what their source is worth', () => {
    const told = { content: 'Node 22 now.', provenance: { ...provenance, source: 'inferred' } }
    const memory = saidBy('agent', { validated: false, trust: 0.9 })
    const { set } = revised(memory, told as Wanted, 'person')
    expect(set).toMatchObject({ trust: 0.6, lastReinforcedAt: NOW })
  })

  it('H-06 a text that becomes personal becomes private, by whichever field', () => {
    for (const field of ['content', 'title', 'subtitle', 'description'] as const) {
      const { set } = revised(saidBy('agent'), { [field]: 'Ask ada@initech.io' }, 'agent')
      expect(set.sensitivity, field).toBe('private')
    }
    const personal = saidBy('agent', { content: 'Ask ada@initech.io', sensitivity: 'private' })
    expect(revised(personal, { content: 'Ask the team.' }, 'agent').set.sensitivity).toBe('public')
    expect(revised(personal, { importance: 1 }, 'agent').set.sensitivity).toBeUndefined()
  })

  it('H-06 a person says who may see it; an agent only closes it further', () => {
    const closed = saidBy('agent', { sensitivity: 'secret' })
    const open = saidBy('agent')
    expect(revised(closed, { sensitivity: 'public' }, 'person').set.sensitivity).toBe('public')
    expect(revised(closed, { sensitivity: 'public' }, 'agent').changed).toEqual([])
    expect(revised(open, { sensitivity: 'private' }, 'agent').set.sensitivity).toBe('private')
    // What was set by hand stays, whatever the new text looks like.
    expect(revised(closed, { content: 'Nothing.' }, 'agent').set.sensitivity).toBeUndefined()
  })

  it('M-08 asking for what is so already changes nothing, not even the time', () => {
    const memory = saidBy('user')
    const { content, title } = memory
    expect(revised(memory, { content: ` ${content} `, title }, 'person')).toMatchObject({
      set: {},
      changed: [],
    })
  })
})
