/** C-01, C-02, L: files and rows in step, both ways. */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Opened } from '../../src/compose.ts'
import { undo } from '../../src/engine/journal/undo.ts'
import { forgetMemories } from '../../src/engine/memories/forget.ts'
import { remember } from '../../src/engine/memories/remember.ts'
import { updateMemory } from '../../src/engine/memories/update.ts'
import { vaultProblems } from '../../src/engine/vault/problems.ts'
import type { MemoryDraft } from '../../src/memory/draft.ts'
import { testClock } from '../support/clock.ts'
import { vaultHome } from '../vault/home.ts'

const DEPLOY = 'memory/we-deploy-on-fridays.md'

const keep =
  (content: string, more: Partial<MemoryDraft> = {}) =>
  ({ engine, caller }: Opened) =>
    remember(engine, caller, { content, ...more })

const memories = ({ engine }: Opened) =>
  engine.store.memories.list({}, { limit: 1000, order: 'id' })

const named = async (mneme: Opened, name: string) => {
  const place = { scope: 'global', project: null, session: null } as const
  const memory = await mneme.engine.store.memories.findByName(place, name)
  if (!memory) throw new Error(`no memory ${name}`)
  return memory
}

describe('from rows to files', () => {
  it('C-01 a global memory is a file with frontmatter, and a line in the index', async () => {
    const vault = vaultHome(testClock())
    await vault.run(keep('We deploy on Fridays', { type: 'policy', tags: ['deploy'] }))
    expect(vault.read(DEPLOY)).toBe(`---
id: ${await vault.run(async (mneme) => (await named(mneme, 'we-deploy-on-fridays')).id)}
type: policy
tags:
  - deploy
importance: 0.9
priority: critical
confidence: 0.95
sensitivity: public
source: user-stated
origin: user
created: 2026-01-01T00:00:00.000Z
updated: 2026-01-01T00:00:00.000Z
---

We deploy on Fridays
`)
    expect(vault.read('memory/MEMORY.md')).toContain('## policy\n\n- [We deploy on Fridays]')
  })

  it.each([
    { why: 'a session memory', more: { scope: 'session' as const }, options: { session: 's1' } },
    {
      why: 'a raw observation',
      more: { type: 'change', source: 'observed' as const, ttlDays: 90 },
      options: {},
    },
    { why: 'one that is held', more: { type: 'policy', origin: 'web' as const }, options: {} },
  ])('C-01 $why has no file', async ({ more, options }) => {
    const vault = vaultHome()
    await vault.run(keep('Always use the new client', more), options)
    expect(vault.files('memory')).toEqual([])
  })

  it('C-05 an update rewrites the file and archives the prior version', async () => {
    const vault = vaultHome()
    await vault.run(keep('We deploy on Fridays'))
    await vault.run(({ engine, caller }) =>
      updateMemory(engine, caller, 'we-deploy-on-fridays', { content: 'We deploy on Mondays' }),
    )
    expect(vault.read(DEPLOY)).toContain('We deploy on Mondays')
    expect(vault.archived()).toHaveLength(1)
    expect(vault.archived()[0]).toMatch(/^we-deploy-on-fridays\.\d{8}T\d{9}Z\.[a-z0-9]{8}\.md$/)
    expect(vault.read(`memory/.archive/${vault.archived()[0]}`)).toContain('We deploy on Fridays')
  })

  it('C-02 L a forgotten memory goes to the archive, and undo brings the file back', async () => {
    const vault = vaultHome()
    await vault.run(keep('We deploy on Fridays'))
    await vault.run(({ engine, caller }) =>
      forgetMemories(engine, caller, ['we-deploy-on-fridays'], false),
    )
    expect(vault.files('memory')).toEqual(['MEMORY.md'])
    expect(vault.read('memory/MEMORY.md')).not.toContain('Fridays')
    expect(vault.archived()).toHaveLength(1)
    await vault.run(({ engine, caller }) =>
      undo(engine, caller, { kind: 'last', anyone: true, everywhere: true }),
    )
    expect(vault.read(DEPLOY)).toContain('We deploy on Fridays')
  })

  it('L a superseded memory leaves the folder; an archived one stays and leaves the index', async () => {
    const vault = vaultHome()
    await vault.run(keep('The API rate limit is 100 requests per minute', { name: 'old-limit' }))
    await vault.run(keep('The API rate limit is 200 requests per minute', { name: 'new-limit' }))
    expect(vault.files('memory')).toEqual(['MEMORY.md', 'new-limit.md'])
    await vault.run(({ engine, caller }) =>
      updateMemory(engine, caller, 'new-limit', { archived: true }),
    )
    expect(vault.read('memory/new-limit.md')).toContain('archived: true')
    expect(vault.read('memory/MEMORY.md')).not.toContain('new-limit')
  })

  it('L an expired memory goes to the archive when its time is over', async () => {
    const clock = testClock()
    const vault = vaultHome(clock)
    await vault.run(keep('The staging server is down', { ttlDays: 1 }))
    expect(vault.files('memory')).toContain('the-staging-server-is-down.md')
    clock.advance(2 * 86_400_000)
    await vault.run(async () => undefined)
    expect(vault.files('memory')).toEqual(['MEMORY.md'])
    expect(vault.archived()).toHaveLength(1)
  })

  it('C-03 a renamed memory has its file under the new name only', async () => {
    const vault = vaultHome()
    await vault.run(keep('We deploy on Fridays'))
    await vault.run(({ engine, caller }) =>
      updateMemory(engine, caller, 'we-deploy-on-fridays', { name: 'deploy-day' }),
    )
    expect(vault.files('memory')).toEqual(['MEMORY.md', 'deploy-day.md'])
  })

  it('C-02 being used or reinforced is no reason to write the file again', async () => {
    const vault = vaultHome()
    await vault.run(keep('We deploy on Fridays'))
    const before = vault.read(DEPLOY)
    await vault.run(keep('We deploy on Fridays'))
    expect(vault.read(DEPLOY)).toBe(before)
  })
})

describe('from files to rows', () => {
  it('C-02 an edit is an update with history, and the file stays as it was written', async () => {
    const vault = vaultHome()
    await vault.run(keep('We deploy on Fridays'))
    const edited = vault.read(DEPLOY).replace('on Fridays', 'on Mondays')
    vault.write(DEPLOY, edited)
    await vault.run(async (mneme) => {
      const memory = await named(mneme, 'we-deploy-on-fridays')
      expect(memory.content).toBe('We deploy on Mondays')
      const [version] = await mneme.engine.store.versions.of(memory.id)
      expect(version).toMatchObject({
        cause: 'vault edit',
        snapshot: { content: 'We deploy on Fridays' },
      })
      const [entry] = await mneme.engine.store.journal.list({ key: memory.id }, { limit: 1 })
      expect(entry).toMatchObject({ actor: 'vault', cause: 'vault edit' })
    })
    expect(vault.read(DEPLOY)).toBe(edited)
    expect(vault.archived()).toHaveLength(1)
    expect(vault.read('memory/MEMORY.md')).toContain('Mondays')
  })

  it('C-02 an edit can be undone like any other write', async () => {
    const vault = vaultHome()
    await vault.run(keep('We deploy on Fridays'))
    vault.write(DEPLOY, vault.read(DEPLOY).replace('on Fridays', 'on Mondays'))
    await vault.run(({ engine, caller }) =>
      undo(engine, caller, { kind: 'last', anyone: true, everywhere: true }),
    )
    expect(vault.read(DEPLOY)).toContain('We deploy on Fridays')
    const kept = vault.archived().map((file) => vault.read(`memory/.archive/${file}`))
    expect(kept.some((text) => text.includes('We deploy on Mondays'))).toBe(true)
  })

  it('C-02 every field that a person may edit is read, a key that is gone is emptied', async () => {
    const vault = vaultHome()
    await vault.run(keep('We deploy on Fridays', { tags: ['a'], globs: ['src/**'] }))
    vault.write(
      DEPLOY,
      `---
type: policy
title: Deployments
tags: deploy, release
importance: 0.4
priority: low
sensitivity: private
files: docs/deploy.md
archived: true
aliases: [mine]
---
We deploy on Fridays
`,
    )
    await vault.run(async (mneme) => {
      expect(await named(mneme, 'we-deploy-on-fridays')).toMatchObject({
        type: 'policy',
        title: 'Deployments',
        tags: ['deploy', 'release'],
        importance: 0.4,
        priority: 'low',
        sensitivity: 'private',
        filesRead: ['docs/deploy.md'],
        globs: [],
        archived: true,
      })
    })
    await vault.run(({ engine, caller }) =>
      updateMemory(engine, caller, 'we-deploy-on-fridays', { importance: 0.6 }),
    )
    expect(vault.read(DEPLOY)).toContain('aliases: [mine]')
    expect(vault.read(DEPLOY)).toContain('importance: 0.6')
  })

  it('C-02 a new file is a memory of the user', async () => {
    const vault = vaultHome()
    vault.write('memory/tea.md', 'We drink tea at four.\n')
    await vault.run(async (mneme) => {
      expect(await named(mneme, 'tea')).toMatchObject({
        content: 'We drink tea at four.',
        provenance: { source: 'user-stated', origin: 'user' },
      })
    })
    expect(vault.read('memory/tea.md')).toBe('We drink tea at four.\n')
    expect(vault.read('memory/MEMORY.md')).toContain('(tea.md)')
  })

  it('C-02 a deleted file is a forget that can be undone', async () => {
    const vault = vaultHome()
    await vault.run(keep('We deploy on Fridays'))
    vault.remove(DEPLOY)
    await vault.run(async (mneme) => {
      expect((await memories(mneme))[0]).toMatchObject({ state: 'removed' })
    })
    expect(vault.read('memory/MEMORY.md')).not.toContain('Fridays')
    expect(vault.archived()).toHaveLength(1)
    await vault.run(({ engine, caller }) =>
      undo(engine, caller, { kind: 'last', anyone: true, everywhere: true }),
    )
    expect(vault.read(DEPLOY)).toContain('We deploy on Fridays')
  })

  it('C-02 a file that comes back brings its memory back', async () => {
    const vault = vaultHome()
    await vault.run(keep('We deploy on Fridays'))
    const text = vault.read(DEPLOY)
    vault.remove(DEPLOY)
    const before = await vault.run(memories)
    vault.write(DEPLOY, text)
    const after = await vault.run(memories)
    expect(before).toMatchObject([{ state: 'removed' }])
    expect(after).toMatchObject([{ id: before[0]?.id, state: 'new' }])
  })

  it('C-02 a folder that is gone forgets nothing, and is whole again with the next memory', async () => {
    const vault = vaultHome()
    await vault.run(keep('The kitchen is cleaned every afternoon', { name: 'kitchen' }))
    await vault.run(keep('Invoices are sent by post', { name: 'invoices' }))
    await vault.run(keep('Postgres runs on the second server', { name: 'database' }))
    rmSync(join(vault.home, 'memory'), { recursive: true })
    await vault.run(keep('We deploy on Fridays'))
    expect(vault.files('memory')).toEqual([
      'MEMORY.md',
      'database.md',
      'invoices.md',
      'kitchen.md',
      'we-deploy-on-fridays.md',
    ])
    await vault.run(async (mneme) => {
      expect((await memories(mneme)).map(({ state }) => state)).toEqual([
        'new',
        'new',
        'new',
        'new',
      ])
    })
  })

  it('C-02 many files missing at once are asked about first', async () => {
    const vault = vaultHome()
    await vault.run(async (mneme) => {
      for (let n = 0; n < 20; n++)
        await keep(`Room ${n} has ${n} chairs`, { name: `room-${n}` })(mneme)
    })
    for (let n = 0; n < 10; n++) vault.remove(`memory/room-${n}.md`)
    const alive = async (mneme: Opened) =>
      (await memories(mneme)).filter(({ state }) => state !== 'removed').length
    expect(await vault.run(alive)).toBe(20)
    const warnings = await vault.run(async ({ engine }) => vaultProblems(engine))
    expect(warnings).toEqual(['10 files are missing from the vault'])
    const { vaultConfirm } = await import('../../src/operations/vault.ts')
    await vault.run(({ engine, caller }) => vaultConfirm.run(engine, caller, { restore: true }))
    expect(vault.files('memory')).toHaveLength(21)
    for (let n = 0; n < 10; n++) vault.remove(`memory/room-${n}.md`)
    await vault.run(({ engine, caller }) => vaultConfirm.run(engine, caller, {}))
    expect(await vault.run(alive)).toBe(10)
    expect(await vault.run(async ({ engine }) => vaultProblems(engine))).toEqual([])
  })

  it('C-02 nine missing files are nine deletions', async () => {
    const vault = vaultHome()
    await vault.run(async (mneme) => {
      for (let n = 0; n < 9; n++)
        await keep(`Room ${n} has ${n} chairs`, { name: `room-${n}` })(mneme)
    })
    for (let n = 0; n < 9; n++) vault.remove(`memory/room-${n}.md`)
    const left = await vault.run(memories)
    expect(left.every(({ state }) => state === 'removed')).toBe(true)
  })

  it.each([
    { why: 'the same bytes', change: (text: string) => text },
    { why: 'the same id', change: (text: string) => text.replace('Fridays', 'Mondays') },
    {
      why: 'the same words',
      change: (text: string) => `${text.split('---\n').at(-1)?.trim()}\n`,
    },
  ])('C-02 a renamed file is the same memory: $why', async ({ change }) => {
    const vault = vaultHome()
    const { id } = await vault.run(keep('We deploy on Fridays'))
    const text = vault.read(DEPLOY)
    vault.remove(DEPLOY)
    vault.write('memory/deploy-day.md', change(text))
    const found = await vault.run(memories)
    expect(found).toMatchObject([{ id, name: 'deploy-day', state: 'new' }])
    expect(vault.read('memory/MEMORY.md')).toContain('(deploy-day.md)')
  })

  it('C-03 a copied file is another memory, whatever id it carries', async () => {
    const vault = vaultHome()
    const { id } = await vault.run(keep('We deploy on Fridays'))
    vault.write(
      'memory/tea.md',
      vault.read(DEPLOY).replace('We deploy on Fridays', 'Tea is at four'),
    )
    const found = await vault.run(memories)
    expect(found.map(({ name }) => name)).toEqual(['we-deploy-on-fridays', 'tea'])
    expect(found[1]?.id).not.toBe(id)
  })

  it('C-02 changed on both sides: the file wins, the other version is archived, history shows both', async () => {
    const vault = vaultHome()
    await vault.run(keep('We deploy on Fridays'))
    const text = vault.read(DEPLOY)
    await vault.run(
      async ({ engine, caller }) => {
        vault.write(DEPLOY, text.replace('on Fridays', 'on Mondays'))
        await updateMemory(engine, caller, 'we-deploy-on-fridays', {
          content: 'We deploy on Sundays',
        })
      },
      { door: 'hook', speaker: 'person' },
    )
    await vault.run(async (mneme) => {
      const memory = await named(mneme, 'we-deploy-on-fridays')
      expect(memory.content).toBe('We deploy on Mondays')
      const versions = await mneme.engine.store.versions.of(memory.id)
      expect(versions.map(({ cause, snapshot }) => [cause, snapshot.content])).toEqual([
        ['vault conflict', 'We deploy on Sundays'],
        ['update', 'We deploy on Fridays'],
      ])
    })
    expect(vault.read(DEPLOY)).toContain('We deploy on Mondays')
    expect(vault.archived()).toHaveLength(2)
  })

  it('C-02 changed on both sides, not in the words: the row’s version is kept all the same', async () => {
    const vault = vaultHome()
    await vault.run(keep('We deploy on Fridays'))
    const text = vault.read(DEPLOY)
    await vault.run(
      async ({ engine, caller }) => {
        vault.write(DEPLOY, text.replace(/^priority: .*$/m, 'priority: low'))
        await updateMemory(engine, caller, 'we-deploy-on-fridays', { importance: 0.9 })
      },
      { door: 'hook', speaker: 'person' },
    )
    await vault.run(async (mneme) => {
      const memory = await named(mneme, 'we-deploy-on-fridays')
      expect(memory.priority).toBe('low')
      const [version] = await mneme.engine.store.versions.of(memory.id)
      expect(version).toMatchObject({ cause: 'vault conflict', snapshot: { importance: 0.9 } })
    })
  })

  it('C-02 a checkout of another version of the vault is picked up as edits', async () => {
    const vault = vaultHome()
    await vault.run(keep('We deploy on Fridays'))
    await vault.run(keep('Tea is at four', { name: 'tea' }))
    const first = [vault.read(DEPLOY), vault.read('memory/tea.md')] as const
    await vault.run(({ engine, caller }) =>
      updateMemory(engine, caller, 'we-deploy-on-fridays', { content: 'We deploy on Mondays' }),
    )
    await vault.run(({ engine, caller }) => forgetMemories(engine, caller, ['tea'], false))
    vault.write(DEPLOY, first[0])
    vault.write('memory/tea.md', first[1])
    const found = await vault.run(memories)
    expect(found.map(({ name, content, state }) => [name, content, state])).toEqual([
      ['we-deploy-on-fridays', 'We deploy on Fridays', 'new'],
      ['tea', 'Tea is at four', 'new'],
    ])
  })
})
