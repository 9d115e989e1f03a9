import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { changedNotes } from '../../src/engine/exchange/find-notes.ts'
import { notesIn } from '../../src/engine/exchange/import-notes.ts'
import { importNotes } from '../../src/operations/import-notes.ts'
import { list } from '../../src/operations/list.ts'
import { call } from '../../src/operations/operation.ts'
import { testHome } from '../support/home.ts'
import { openHome } from '../support/opened-home.ts'

const NOTES = `# Shop

The shop is a Next.js app with a Postgres database behind it.

## Rules
- Always use pnpm instead of npm
- Never commit to main directly,
  open a pull request instead

\`\`\`sh
rm -rf everything
\`\`\`
@other.md
`

describe('notes of other agents', () => {
  it('K-15 points and paragraphs are notes, code and imports are not', () => {
    expect(notesIn(NOTES)).toEqual([
      { heading: 'Shop', text: 'The shop is a Next.js app with a Postgres database behind it.' },
      { heading: 'Rules', text: 'Always use pnpm instead of npm' },
      { heading: 'Rules', text: 'Never commit to main directly, open a pull request instead' },
    ])
  })

  it('K-15 they are taken in on request, unchanged; their rules wait for a yes (K-11); twice adds nothing', async () => {
    const home = await testHome()
    const path = join(home.folder, 'CLAUDE.md')
    writeFileSync(path, NOTES)
    const first = await home.ask(importNotes, { paths: [path] })
    expect(first).toMatchObject({ created: 3, refused: 0 })
    expect(first.held).toBeGreaterThanOrEqual(1)
    expect(readFileSync(path, 'utf8')).toBe(NOTES)
    const { memories } = await home.ask(list, {})
    expect(memories.some(({ title }) => /Next\.js/.test(title))).toBe(true)
    expect(memories.some(({ title }) => /pnpm/.test(title))).toBe(false)
    expect(await home.ask(importNotes, { paths: [path] })).toMatchObject({ created: 0, known: 3 })
  })

  it('K-15 a file that is not there is named', async () => {
    const home = await testHome()
    await expect(home.ask(importNotes, { paths: ['/nowhere/CLAUDE.md'] })).rejects.toMatchObject({
      code: 'not_found',
    })
  })

  it('K-15 rules and memories that agents keep themselves are found, listed, imported and seen to change', async () => {
    const home = await openHome({ env: { MNEME_EMBED_PROVIDER: 'none' } })
    const machineHome = join(home.folder, 'person')
    const project = home.projectFolder('shop')
    const at = await home.at({ folder: project })
    const engine = { ...at.engine, machine: { ...at.engine.machine, home: machineHome } }
    const write = (path: string, text: string) => {
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, text)
      return path
    }
    const slug = project.replace(/[^A-Za-z0-9]/g, '-')
    const own = write(
      join(machineHome, '.claude/projects', slug, 'memory/amounts.md'),
      '---\nname: amounts\ndescription: money is integer cents\nmetadata:\n  type: project\n---\nAll amounts are stored in cents. **Why:** the float bug.\n',
    )
    write(
      join(machineHome, '.claude/projects', slug, 'memory/MEMORY.md'),
      '- [Amounts](amounts.md) — money is integer cents\n',
    )
    write(
      join(machineHome, '.claude/projects/-another-project/memory/other.md'),
      'The other project has its own secrets.\n',
    )
    write(
      join(machineHome, '.codex/memories/MEMORY.md'),
      `# Task Group: shop / billing\nscope: x\napplies_to: cwd=${project}; reuse_rule=this checkout\n## Task 1: fix rounding, done\n### keywords\n- cents, rounding of things\n## Reusable knowledge\n- The ledger is rebuilt nightly by cron [Task 1]\n# Task Group: elsewhere\napplies_to: cwd=/somewhere/else\n## Reusable knowledge\n- Nothing that belongs to this project\n`,
    )
    write(
      join(project, '.cursor/rules/style.mdc'),
      '---\ndescription: style\nalwaysApply: true\n---\n- The design tokens live in packages/tokens\n',
    )
    write(
      join(project, '.windsurf/rules/deploy.md'),
      '- Deployments are announced in the channel\n',
    )
    const ask = (input: { list?: boolean }) => call(importNotes, engine, at.caller, input)

    const listed = await ask({ list: true })
    expect(listed).toMatchObject({ imported: false, created: 0 })
    expect(listed.files.map(({ host, notes, state }) => [host, notes, state])).toEqual([
      ['cursor', 1, 'new'],
      ['windsurf', 1, 'new'],
      ['claude-code', 1, 'new'],
      ['codex', 1, 'new'],
    ])
    expect(await ask({})).toMatchObject({ created: 4, refused: 0 })
    const { memories } = await at.do('list', {})
    const texts = memories.map(({ title }) => title).join(' | ')
    expect(texts).toContain('ledger is rebuilt nightly')
    expect(texts).toContain('design tokens')
    expect(texts).not.toContain('another project')
    const cents = memories.find(({ title }) => /cents/.test(title))
    expect(await at.stored(cents?.id ?? null)).toMatchObject({
      provenance: { source: 'imported' },
      type: 'project',
      scope: 'project',
      filesRead: [own],
    })
    expect((await ask({ list: true })).files.every(({ state }) => state === 'imported')).toBe(true)
    writeFileSync(own, readFileSync(own, 'utf8').replace('cents.', 'cents, never as floats.'))
    expect(await changedNotes(engine, at.caller)).toEqual([own])
  })
})
