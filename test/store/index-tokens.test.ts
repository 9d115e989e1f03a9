/** D-19. The token that is looked up is the token that SQLite's index holds, letter for letter. */
import { DatabaseSync } from '@photostructure/sqlite'
import { expect, it } from 'vitest'
import { indexToken } from '../../src/text/index-text.ts'

const WORDS =
  `große größe straßen weißing łódkies ærlighed smørrebrødet naïvely façades coöperating øverste
  đường việt señales información ångströms connections ies sky ab été ΦΆΚΕΛΟΣ φάκελος новый ёж
  데이터 が デプロイ 数据 ${'abcdefgh'.repeat(9)}ing`.split(/\s+/)

it('D-19 tokens are folded and stemmed as porter unicode61 does it', () => {
  const db = new DatabaseSync(':memory:')
  db.exec(`CREATE VIRTUAL TABLE text USING fts5(body, tokenize = 'porter unicode61');
    CREATE VIRTUAL TABLE term USING fts5vocab('text', 'instance')`)
  const insert = db.prepare('INSERT INTO text (rowid, body) VALUES (?, ?)')
  for (const [at, word] of WORDS.entries()) insert.run(at, word)
  const rows = db.prepare('SELECT doc, term FROM term ORDER BY doc').all() as {
    doc: number
    term: string
  }[]
  db.close()
  expect(WORDS.map(indexToken)).toEqual(rows.map(({ term }) => term))
})

it('D-19 nearly every letter that people write with is folded alike', () => {
  const db = new DatabaseSync(':memory:')
  db.exec(`CREATE VIRTUAL TABLE text USING fts5(body, tokenize = 'porter unicode61');
    CREATE VIRTUAL TABLE term USING fts5vocab('text', 'instance'); BEGIN`)
  const insert = db.prepare('INSERT INTO text (rowid, body) VALUES (?, ?)')
  const letters: string[] = []
  for (let code = 0xc0; code < 0xd7a4; code++) {
    const letter = String.fromCodePoint(code)
    if (!/\p{L}/u.test(letter)) continue
    insert.run(letters.push(letter) - 1, `q${letter}q`)
  }
  const rows = db.prepare('SELECT doc, term FROM term').all() as { doc: number; term: string }[]
  db.close()
  const folded = rows.filter(({ doc, term }) => indexToken(`q${letters[doc]}q`) === term)
  expect(folded.length / letters.length).toBeGreaterThan(0.99)
})
