import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { notesIn } from '../../src/engine/exchange/import-notes.ts'
import { importNotes } from '../../src/operations/import-notes.ts'
import { list } from '../../src/operations/list.ts'
import { testHome } from '../support/home.ts'

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
})
