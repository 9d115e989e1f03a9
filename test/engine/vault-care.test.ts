/** B-06, B-07, B-14, B-15, C-02, C-07. Archive, erase, rebuild, restore, projects and the watcher. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import type { Opened } from '../../src/compose.ts'
import { makeBackup, restoreBackup } from '../../src/engine/care/backups.ts'
import { examine } from '../../src/engine/care/doctor.ts'
import { eraseMemories } from '../../src/engine/memories/erase.ts'
import { purgeExpiredMemories } from '../../src/engine/memories/expiry.ts'
import { remember } from '../../src/engine/memories/remember.ts'
import { updateMemory } from '../../src/engine/memories/update.ts'
import { watchVault } from '../../src/engine/vault/watch.ts'
import type { MemoryDraft } from '../../src/memory/draft.ts'
import { archiveList, archivePrune, archiveRestore } from '../../src/operations/archive.ts'
import { forget } from '../../src/operations/forget.ts'
import { testClock } from '../support/clock.ts'
import { temporaryFolder } from '../support/folder.ts'
import { disagreements } from '../vault/agreement.ts'
import { type VaultHome, vaultHome } from '../vault/home.ts'

const DEPLOY = 'memory/we-deploy-on-fridays.md'
const DAY_MS = 86_400_000

const keep =
  (content: string, more: Partial<MemoryDraft> = {}) =>
  ({ engine, caller }: Opened) =>
    remember(engine, caller, { content, ...more })

const reword = (name: string, content: string) =>
  function reworded({ engine, caller }: Opened) {
    return updateMemory(engine, caller, name, { content })
  }

/** Every byte below the home, but those of the journal's tombstones. */
function everyByte(vault: VaultHome): string {
  return readdirSync(vault.home, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
    .join('\n')
}

describe('the archive', () => {
  it('B-06 lists, brings back and lets go of prior versions', async () => {
    const clock = testClock()
    const vault = vaultHome(clock)
    await vault.run(keep('We deploy on Fridays'))
    for (const day of ['Mondays', 'Tuesdays', 'Wednesdays']) {
      clock.advance(10 * DAY_MS)
      await vault.run(reword('we-deploy-on-fridays', `We deploy on ${day}`))
    }
    const list = () =>
      vault.run(async ({ engine, caller }) => (await archiveList.run(engine, caller, {})).entries)
    const entries = await list()
    expect(entries.map(({ kind }) => kind)).toEqual(['version', 'version', 'version'])
    const oldest = entries.at(-1)
    await vault.run(({ engine, caller }) =>
      archiveRestore.run(engine, caller, { id: oldest?.id ?? '' }),
    )
    expect(vault.read(DEPLOY)).toContain('We deploy on Fridays')
    expect(vault.archived()).toHaveLength(4)
    const prune = (input: { olderThan?: number; keep?: number; dryRun?: boolean }) =>
      vault.run(({ engine, caller }) => archivePrune.run(engine, caller, input))
    expect(await prune({ keep: 1, dryRun: true })).toMatchObject({ versions: 3, files: 3 })
    expect(vault.archived()).toHaveLength(4)
    expect(await prune({ olderThan: 15 })).toMatchObject({ versions: 1, files: 1 })
    expect(await prune({ keep: 1 })).toMatchObject({ versions: 2, files: 2 })
    expect(await list()).toHaveLength(1)
    await vault.run(reword('we-deploy-on-fridays', 'We deploy on Sundays'))
    expect(vault.archived()).toHaveLength(2) // what was let go does not come back
  })

  it('B-06 brings back what was forgotten, under a free name when its own is taken', async () => {
    const vault = vaultHome()
    await vault.run(keep('We deploy on Fridays', { name: 'deploy' }))
    await vault.run(({ engine, caller }) => forget.run(engine, caller, { id: ['deploy'] }))
    await vault.run(keep('The bakery opens at seven', { name: 'deploy' }))
    const { memory } = await vault.run(({ engine, caller }) =>
      archiveRestore.run(engine, caller, { id: 'deploy' }),
    )
    expect(memory.name).toBe('deploy-2')
    expect(vault.files('memory')).toEqual(['MEMORY.md', 'deploy-2.md', 'deploy.md'])
  })

  it('B-06 says what may go before anything goes', async () => {
    const vault = vaultHome()
    await expect(
      vault.run(({ engine, caller }) => archivePrune.run(engine, caller, {})),
    ).rejects.toMatchObject({ code: 'invalid_input' })
  })
})

describe('erase', () => {
  it('B-14 reaches file, archive, index and what is known of them, and says so', async () => {
    const vault = vaultHome()
    await vault.run(keep('The zebrafinch protocol starts at dawn', { name: 'finch' }))
    await vault.run(reword('finch', 'The zebrafinch protocol starts at dusk'))
    await vault.run(keep('We deploy on Fridays'))
    expect(everyByte(vault)).toContain('zebrafinch')
    const { removed } = await vault.run(({ engine, caller }) =>
      eraseMemories(engine, caller, ['finch'], true),
    )
    expect(removed).toMatchObject({ memories: 1, files: 1, archivedFiles: 1 })
    expect(everyByte(vault)).not.toContain('zebrafinch')
    expect(vault.files('memory')).toEqual(['MEMORY.md', 'we-deploy-on-fridays.md'])
  })

  it('B-08 what expired and is purged leaves no file either', async () => {
    const clock = testClock()
    const vault = vaultHome(clock)
    await vault.run(keep('The zebrafinch protocol starts at dawn', { ttlDays: 1 }))
    clock.advance(2 * DAY_MS)
    await vault.run(({ engine, caller }) => purgeExpiredMemories(engine, caller, false))
    await vault.run(async () => undefined)
    expect(everyByte(vault)).not.toContain('zebrafinch')
  })
})

describe('rebuilding', () => {
  const lose = (vault: VaultHome) => {
    for (const file of ['mneme.db', 'mneme.db-wal', 'mneme.db-shm']) {
      if (vault.exists(file)) vault.remove(file)
    }
  }

  it.each([
    { why: 'with what was known of the files', forget: [] },
    { why: 'from the files alone', forget: ['cache'] },
  ])('B-15 the store is made again from the vault, $why', async ({ forget: alsoLost }) => {
    const vault = vaultHome()
    const folder = temporaryFolder()
    execFileSync('git', ['init', '-q', folder])
    await vault.run(keep('We deploy on Fridays', { type: 'policy', tags: ['deploy'] }), { folder })
    await vault.run(keep('We drink tea at four', { scope: 'global', importance: 0.2 }), { folder })
    await vault.run(keep('A page says so', { type: 'fact', origin: 'web', scope: 'global' }))
    const stable = ({ engine }: Opened) =>
      engine.store.memories.list({}, { limit: 10, order: 'id' })
    const before = await vault.run(stable)
    lose(vault)
    for (const each of alsoLost) vault.remove(each)
    await vault.run(({ engine, caller }) => examine(engine, caller, true))
    const after = await vault.run(stable)
    const told = (memories: typeof before) =>
      memories.map(
        ({ id, name, content, type, tags, importance, createdAt, project, provenance }) => ({
          ...{ id, name, content, type, tags, importance, createdAt, project },
          ...{ source: provenance.source, origin: provenance.origin },
        }),
      )
    expect(told(after)).toEqual(told(before))
    expect(await vault.run(({ engine }) => disagreements(engine))).toEqual([])
    const known = await vault.run(({ engine }) => engine.store.projects.all())
    expect(known).toMatchObject([{ commonDirs: [join(folder, '.git')] }])
  })

  it('B-15 a backup that is brought back wins over the files, whose newer words are archived', async () => {
    const vault = vaultHome()
    await vault.run(keep('We deploy on Fridays'))
    const { path } = await vault.run(({ engine }) => makeBackup(engine))
    await vault.run(reword('we-deploy-on-fridays', 'We deploy on Mondays'))
    await vault.run(keep('Tea is at four', { name: 'tea' }))
    await vault.run(({ engine }) => restoreBackup(engine, path))
    expect(vault.read(DEPLOY)).toContain('We deploy on Fridays')
    expect(vault.files('memory')).toEqual(['MEMORY.md', 'we-deploy-on-fridays.md'])
    const kept = vault.archived().map((file) => vault.read(`memory/.archive/${file}`))
    expect(kept.join()).toContain('We deploy on Mondays')
    expect(kept.join()).toContain('Tea is at four')
    const found = await vault.run(({ engine }) => engine.store.memories.list({}, { limit: 9 }))
    expect(found).toMatchObject([{ content: 'We deploy on Fridays' }])
  })

  it('B-15 C-02 doctor writes the files of a folder that is gone', async () => {
    const vault = vaultHome()
    await vault.run(keep('We deploy on Fridays'))
    vault.remove('memory')
    const { findings, healthy } = await vault.run(({ engine, caller }) =>
      examine(engine, caller, true),
    )
    expect(findings).toMatchObject([{ what: expect.stringContaining('is gone'), repaired: true }])
    expect(healthy).toBe(true)
    expect(vault.exists(DEPLOY)).toBe(true)
  })
})

describe('projects', () => {
  it('C-01 C-07 a project has a folder of its own, and two of one name have two', async () => {
    const vault = vaultHome()
    const folders = ['one', 'two'].map((parent) => {
      const folder = join(temporaryFolder(), parent, 'api')
      mkdirSync(folder, { recursive: true })
      execFileSync('git', ['init', '-q', folder])
      return folder
    })
    for (const [index, folder] of folders.entries()) {
      await vault.run(keep(`The answer of number ${index} is kept`, { name: 'answer' }), { folder })
    }
    const slugs = vault.files('projects')
    expect(slugs).toHaveLength(2)
    expect(slugs[0]).toBe('api')
    const texts = slugs.map((slug) => vault.read(`projects/${slug}/memory/answer.md`))
    expect(texts[0]).not.toBe(texts[1])
    vault.write('projects/api/memory/tea.md', 'Tea is at four')
    const [memory] = await vault.run(({ engine }) =>
      engine.store.memories.list({ types: ['fact'] }, { limit: 1 }),
    )
    expect(memory).toMatchObject({ name: 'tea', scope: 'project' })
  })

  it('C-02 a file that moves between folders takes its memory along', async () => {
    const vault = vaultHome()
    const folder = temporaryFolder()
    execFileSync('git', ['init', '-q', folder])
    await vault.run(keep('The answer is kept', { name: 'answer' }), { folder })
    const [slug] = vault.files('projects')
    const text = vault.read(`projects/${slug}/memory/answer.md`)
    vault.remove(`projects/${slug}/memory/answer.md`)
    vault.write('memory/answer.md', text)
    const found = await vault.run(({ engine }) => engine.store.memories.list({}, { limit: 9 }))
    expect(found).toMatchObject([{ scope: 'global', project: null, state: 'new' }])
  })

  it('C-02 files of a project that nobody knows are reported', async () => {
    const vault = vaultHome()
    vault.write('projects/nobodys/memory/tea.md', 'Tea is at four')
    const problems = await vault.run(async ({ engine }) => engine.vault?.states.problems())
    expect(problems).toMatchObject([{ what: 'no project of this name is known' }])
  })
})

it('C-02 a watcher reads an edit while the process goes on', async () => {
  const vault = vaultHome()
  await vault.run(async (mneme) => {
    const { engine, caller } = mneme
    await remember(engine, caller, { content: 'We deploy on Fridays' })
    await engine.background.settle()
    const watcher = await watchVault(engine)
    const text = vault.read(DEPLOY)
    writeFileSync(join(vault.home, DEPLOY), text.replace('Fridays', 'Mondays'))
    writeFileSync(join(vault.home, 'memory/tea.md'), 'Tea is at four')
    const contents = async () =>
      (await engine.store.memories.list({}, { limit: 9 })).map(({ content }) => content).sort()
    for (let tries = 0; tries < 100 && (await contents()).length < 2; tries++) await sleep(50)
    expect(await contents()).toEqual(['Tea is at four', 'We deploy on Mondays'])
    await watcher.close()
  })
})
