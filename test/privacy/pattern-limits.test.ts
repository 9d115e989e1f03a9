/** G-10. No pattern that is said to see short texts is ever given a longer one. */
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import ts from 'typescript'
import { beforeAll, describe, expect, it } from 'vitest'
import { fragments, repeated } from '../support/hostile-inputs.ts'
import { longestInputs } from '../support/pattern-inputs.ts'
import { allPatterns, patternKey, SOURCE, sourceFiles } from '../support/patterns.ts'

type Limits = typeof import('../support/pattern-limits.ts')

/** Some of the patterns' own words: with all of them it takes minutes. */
const EVERY = 120
/** Longer than any limit, and some that just about pass one. */
const LENGTHS = [25_000, 1990, 390, 190]

/** Grows most when it is spelt out; a sample of the others need not hold one. */
const UNSPACED = '我们决定以后不再使用旧的接口而改用新的接口'

describe('G-10 what patterns are given', () => {
  let patterns: Awaited<ReturnType<typeof allPatterns>>
  let limits: Limits
  beforeAll(async () => {
    // First: those that are put together are found while their files are loaded.
    patterns = await allPatterns()
    limits = await import('../support/pattern-limits.ts')
  }, 120_000)

  it('no text is longer than the table says, whatever is said or remembered', {
    timeout: 300_000,
  }, async () => {
    const { isIn, mostCharacters, PATTERN_LIMITS } = limits
    const { read } = await import('../support/pattern-readers.ts')
    const limited = patterns.filter(({ files }) => mostCharacters(files) < limits.MEGABYTE)
    const seeds = [...new Set(limited.flatMap(({ source }) => fragments(source).slice(0, 1)))]
    const longest = longestInputs(() => {
      for (const seed of [...seeds.filter((_, at) => at % EVERY === 0), UNSPACED])
        for (const length of LENGTHS) read(repeated(`${seed.trim()} `, length))
    })
    const given = limited.map((pattern) => ({
      at: pattern.at,
      source: pattern.source.slice(0, 80),
      most: mostCharacters(pattern.files),
      length: longest.get(patternKey(pattern)) ?? 0,
    }))
    expect(given.filter(({ most, length }) => length > most)).toEqual([])
    for (const { files, characters } of PATTERN_LIMITS) {
      const ours = limited.filter((pattern) => pattern.files.some((each) => isIn(files, each)))
      const reached = Math.max(...ours.map((each) => longest.get(patternKey(each)) ?? 0))
      expect([files, reached >= characters / 2]).toEqual([files, true])
    }
  })

  it('only the files that the table names hand them a text', () => {
    const { isIn, PATTERN_LIMITS } = limits
    /** Files that import more than types of these. */
    const imports = sourceFiles().map((file) => ({ file, from: importsOf(file) }))
    const givers = (files: readonly string[]) =>
      imports.flatMap(({ file, from }) =>
        !isIn(files, file) && from.some((each) => isIn(files, each)) ? [file] : [],
      )
    const named = PATTERN_LIMITS.map(({ files, givenBy }) => [files, [...givenBy].sort()])
    const found = PATTERN_LIMITS.map(({ files }) => [files, givers(files)])
    expect(found).toEqual(named)
  })
})

function importsOf(file: string): string[] {
  const text = readFileSync(join(SOURCE, file), 'utf8')
  const tree = ts.createSourceFile(file, text, ts.ScriptTarget.ESNext)
  return tree.statements.flatMap((each) => {
    if (!ts.isImportDeclaration(each) && !ts.isExportDeclaration(each)) return []
    const from = each.moduleSpecifier
    if (!from || !ts.isStringLiteral(from) || !from.text.startsWith('.')) return []
    return isOfTypes(each) ? [] : [join(dirname(file), from.text)]
  })
}

function isOfTypes(each: ts.ImportDeclaration | ts.ExportDeclaration): boolean {
  if (ts.isExportDeclaration(each)) return each.isTypeOnly
  const clause = each.importClause
  if (!clause || clause.isTypeOnly) return clause?.isTypeOnly === true
  const names = clause.namedBindings
  if (clause.name || !names || !ts.isNamedImports(names)) return false
  return names.elements.every(({ isTypeOnly }) => isTypeOnly)
}
