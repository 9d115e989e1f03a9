/** ARCHITECTURE.md names the files that one call passes: they are there, in this order, and few. */
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const MAX_FILES = 20
const WAYS = ['prompt', 'remember', 'transcript line', 'search', 'page edit']

interface Step {
  readonly file: string
  /** Reached through another process, a port or a table, and not by an import. */
  readonly isHandedOver: boolean
}

const architecture = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8')
const ways = architecture.split(/^\*\*One /m).slice(1)
const stepsOf = (way: string): Step[] =>
  [...way.matchAll(/^\d+\. (→ )?`(src\/[^`]+)`/gm)].map(([, arrow, file = '']) => ({
    file,
    isHandedOver: arrow !== undefined,
  }))

describe('the ways through the code', () => {
  it('J-01 the five ways are listed', () => {
    expect(ways.map((way) => way.slice(0, way.indexOf('**')))).toEqual(WAYS)
  })

  it.each(WAYS.map((name, at) => [name, stepsOf(ways[at] ?? '')] as const))(
    'J-01 one %s passes at most 20 files, each known to one before it',
    (_, steps) => {
      expect(steps.length).toBeGreaterThan(5)
      expect(steps.length).toBeLessThanOrEqual(MAX_FILES)
      expect(new Set(steps.map(({ file }) => file)).size).toBe(steps.length)
      const known = new Set<string>()
      const surprises: string[] = []
      for (const [at, { file, isHandedOver }] of steps.entries()) {
        if (!existsSync(join(root, file))) surprises.push(`${file} does not exist`)
        else {
          if (at > 0 && !isHandedOver && !known.has(file)) {
            surprises.push(`${file} is imported by none before it`)
          }
          for (const imported of importsOf(file)) known.add(imported)
        }
      }
      expect(surprises).toEqual([])
    },
  )
})

function importsOf(file: string): string[] {
  const text = readFileSync(join(root, file), 'utf8')
  return [...text.matchAll(/(?:from|import\()\s*'(\.[^']+)'/g)].map(([, path = '']) =>
    relative(root, join(root, dirname(file), path)),
  )
}
