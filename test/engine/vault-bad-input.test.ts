/** C-02, C-03. Whatever lies in the folder: reported once with its path, never fatal, never overwritten. */
import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { examine } from '../../src/engine/care/doctor.ts'
import { remember } from '../../src/engine/memories/remember.ts'
import { updateMemory } from '../../src/engine/memories/update.ts'
import { vaultProblems } from '../../src/engine/vault/problems.ts'
import { status } from '../../src/operations/status.ts'
import { CAN_MOUNT } from '../support/mounted.ts'
import { type VaultHome, vaultHome } from '../vault/home.ts'

const DEPLOY = 'memory/we-deploy-on-fridays.md'

async function withOneMemory(): Promise<VaultHome> {
  const vault = vaultHome()
  await vault.run(({ engine, caller }) =>
    remember(engine, caller, { content: 'We deploy on Fridays' }),
  )
  return vault
}

const problems = (vault: VaultHome) => vault.run(async ({ engine }) => vaultProblems(engine))

describe('bad files', () => {
  it.each<[string, (at: string) => void, RegExp]>([
    ['broken YAML', (at) => writeFileSync(at, '---\ntype: fact\nx: [\n---\nt'), /:3: .*not YAML/],
    ['2 MB of text', (at) => writeFileSync(at, 'x '.repeat(1_000_000)), /at most 100000 /],
    ['10 MB of text', (at) => writeFileSync(at, 'x'.repeat(10_000_000)), /10000000 bytes/],
    ['another encoding', (at) => writeFileSync(at, Buffer.from('Müller', 'latin1')), /not UTF-8/],
    ['UTF-16', (at) => writeFileSync(at, Buffer.from('\ufeffabc', 'utf16le')), /not UTF-8/],
    ['nothing', (at) => writeFileSync(at, ''), /no text/],
    ['a link', (at) => symlinkSync('/etc/hostname', at), /symbolic link/],
    ['a broken link', (at) => symlinkSync('/nowhere', at), /symbolic link/],
    ['a folder', (at) => mkdirSync(at), /no ordinary file/],
    [
      'a credential',
      (at) => writeFileSync(at, 'The token is ghp_16C7e42F292c6912E7710c838347Ae178B4a'),
      /not stored: it holds a credential/,
    ],
    ['the same text twice', (at) => writeFileSync(at, 'We deploy on Fridays'), /says the same as/],
  ])('C-02 %s is reported once and left alone', async (_, put, what) => {
    const vault = await withOneMemory()
    put(join(vault.home, 'memory/other.md'))
    const told = await problems(vault)
    expect(told).toHaveLength(1)
    expect(told[0]).toContain(join(vault.home, 'memory/other.md'))
    expect(told[0]).toMatch(what)
    const events = vault.events.filter(({ name }) => name === 'vault_problem')
    expect(await problems(vault)).toEqual(told)
    expect(vault.events.filter(({ name }) => name === 'vault_problem')).toEqual(events)
    const found = await vault.run(({ engine }) => engine.store.memories.list({}, { limit: 9 }))
    expect(found.map(({ name, state }) => [name, state])).toEqual([['we-deploy-on-fridays', 'new']])
    expect(vault.exists(DEPLOY)).toBe(true)
  })

  it.each([
    ['Other.md', /rename it to other\.md/],
    ['other.MD', /rename it to other\.md/],
    ['We-Deploy-On-Fridays.md', /differs only in case from we-deploy-on-fridays\.md/],
    ['memory.md', /reserved/],
    ['two words.md', /other characters/],
    ['-x.md', /hyphen/],
    ['..x.md.md', null],
  ])('C-03 a file called %s', async (name, what) => {
    const vault = await withOneMemory()
    writeFileSync(join(vault.home, 'memory', name), 'Tea is at four')
    const told = await problems(vault)
    if (what === null) expect(told).toEqual([])
    else expect(told[0]).toMatch(what)
    expect(vault.files('memory')).toContain('we-deploy-on-fridays.md')
  })

  it('C-03 a file whose name changed in case only is not forgotten', async () => {
    const vault = await withOneMemory()
    const from = join(vault.home, DEPLOY)
    renameSync(from, join(vault.home, 'memory/We-Deploy-On-Fridays.md'))
    const found = await vault.run(({ engine }) => engine.store.memories.list({}, { limit: 9 }))
    expect(found).toMatchObject([{ state: 'new' }])
    expect(await problems(vault)).toHaveLength(1)
  })

  it('C-03 a folder that is a link is not entered', async () => {
    const vault = await withOneMemory()
    mkdirSync(join(vault.home, 'elsewhere'))
    writeFileSync(join(vault.home, 'elsewhere/tea.md'), 'Tea is at four')
    mkdirSync(join(vault.home, 'projects'), { recursive: true })
    symlinkSync(join(vault.home, 'elsewhere'), join(vault.home, 'projects/api'))
    expect(await problems(vault)).toMatchObject([expect.stringMatching(/projects\/api.*link/)])
  })

  it('C-02 a broken file keeps its words until it is put right; then the file wins', async () => {
    const vault = await withOneMemory()
    const broken = vault.read(DEPLOY).replace('type: fact', 'type: [').replace('Fridays', 'Mondays')
    vault.write(DEPLOY, broken)
    await vault.run(({ engine, caller }) =>
      updateMemory(engine, caller, 'we-deploy-on-fridays', { content: 'We deploy on Sundays' }),
    )
    expect(vault.read(DEPLOY)).toBe(broken)
    expect(await problems(vault)).toMatchObject([expect.stringMatching(/fridays\.md:\d+: /)])
    vault.write(DEPLOY, broken.replace('type: [', 'type: fact'))
    const found = await vault.run(({ engine }) => engine.store.memories.list({}, { limit: 9 }))
    expect(found).toMatchObject([{ content: 'We deploy on Mondays' }])
    expect(await problems(vault)).toEqual([])
  })

  it('C-02 problems stand in status and doctor', async () => {
    const vault = await withOneMemory()
    vault.write('memory/other.md', '---\nx: [\n---\nt')
    await vault.run(async ({ engine, caller }) => {
      const { warnings } = await status.run(engine, caller, {})
      expect(warnings).toMatchObject([expect.stringContaining('other.md:')])
      const { findings, healthy } = await examine(engine, caller, false)
      expect(healthy).toBe(false)
      expect(findings.map(({ what }) => what).join()).toContain('other.md:')
    })
  })

  it('C-02 a folder that cannot be written costs no memory; the file is written when it can be', async () => {
    const vault = vaultHome()
    writeFileSync(join(vault.home, 'memory'), 'in the way')
    const kept = await vault.run(({ engine, caller }) =>
      remember(engine, caller, { content: 'We deploy on Fridays' }),
    )
    expect(kept.outcome).toBe('created')
    expect((await problems(vault)).join()).toMatch(/memory/)
    vault.remove('memory')
    await vault.run(async () => undefined)
    expect(vault.read(DEPLOY)).toContain('We deploy on Fridays')
    expect(await problems(vault)).toEqual([])
  })

  /** Who is root may write anywhere, unless the disk itself is read-only. */
  function makeReadOnly(folder: string): () => void {
    if (process.getuid?.() !== 0) {
      chmodSync(folder, 0o500)
      return () => chmodSync(folder, 0o700)
    }
    execFileSync('mount', ['--bind', folder, folder])
    execFileSync('mount', ['-o', 'remount,ro,bind', folder])
    const undo = () => execFileSync('umount', ['-l', folder])
    return undo
  }

  it.skipIf(process.getuid?.() === 0 && !CAN_MOUNT)(
    'C-02 a read-only folder is reported; the file is written once it can be',
    async () => {
      const vault = await withOneMemory()
      const undo = makeReadOnly(join(vault.home, 'memory'))
      try {
        const kept = await vault.run(({ engine, caller }) =>
          remember(engine, caller, { content: 'Tea is at four' }),
        )
        expect(kept.outcome).toBe('created')
        expect((await problems(vault)).join()).toMatch(/no permission|read-only/)
      } finally {
        undo()
      }
      await vault.run(async () => undefined)
      expect(vault.exists('memory/tea-is-at-four.md')).toBe(true)
      expect(await problems(vault)).toEqual([])
    },
  )

  it('C-02 Windows line ends and a byte order mark are read and kept', async () => {
    const vault = await withOneMemory()
    const text = `\ufeff${vault.read(DEPLOY).replace('Fridays', 'Mondays').replaceAll('\n', '\r\n')}`
    vault.write(DEPLOY, text)
    const [memory] = await vault.run(({ engine }) => engine.store.memories.list({}, { limit: 9 }))
    expect(memory?.content).toBe('We deploy on Mondays')
    expect(vault.read(DEPLOY)).toBe(text)
  })
})
