import { describe, expect, it } from 'vitest'
import { matchTriggers } from '../../src/context/triggers.ts'
import { matchGlob } from '../../src/text/glob.ts'
import { fc } from '../support/property.ts'
import { memory, settings } from './fixtures.ts'

const met = (triggers: readonly string[], prompt: string, files: readonly string[] = []) =>
  matchTriggers(settings.context, { prompt, files }, [memory(1, { type: 'negative', triggers })])[0]
    ?.trigger

describe('A-12 triggers', () => {
  it.each([
    { trigger: 'eval', prompt: 'use eval() here', is: true },
    { trigger: 'eval', prompt: 'evaluate this', is: false },
    { trigger: 'eval', prompt: 'medieval', is: false },
    { trigger: 'EVAL(', prompt: 'call eval(x)', is: true },
    { trigger: 'rm -rf *', prompt: 'then  rm\n-rf * all', is: true },
    { trigger: '--force', prompt: 'git push --force', is: true },
    { trigger: '--force', prompt: 'git push --force-with-lease', is: true },
    { trigger: '=>', prompt: 'a => b', is: true },
    { trigger: 'c', prompt: 'in C we trust', is: true },
    { trigger: 'c', prompt: 'cats', is: false },
    { trigger: '強制', prompt: 'mainに強制プッシュする', is: true },
    { trigger: 'ｅｖａｌ', prompt: 'eval it', is: true },
    { trigger: '', prompt: 'anything', is: false },
    { trigger: '   ', prompt: 'any thing', is: false },
  ])('$trigger in "$prompt": $is', ({ trigger, prompt, is }) => {
    expect(met([trigger], prompt)).toBe(is ? trigger : undefined)
  })

  it.each([
    { trigger: 'src/**/*.sql', file: 'src/db/deep/a.sql', is: true },
    { trigger: '*.sql', file: 'src/db/a.sql', is: true },
    { trigger: 'src/*.sql', file: 'src/db/a.sql', is: false },
    { trigger: '*.{ts,tsx}', file: 'a/b.tsx', is: true },
    { trigger: 'package.json', file: 'web/package.json', is: true },
    { trigger: 'migrations/', file: 'src/migrations/1.ts', is: true },
  ])('$trigger meets $file: $is', ({ trigger, file, is }) => {
    expect(met([trigger], 'fix it', [file])).toBe(is ? trigger : undefined)
  })

  it('agrees with the slow way, and any one of the patterns is enough', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', ' ', '-', '強'), maxLength: 12 })
    const slow = (pattern: string, prompt: string) => {
      const plain = (some: string) => some.replace(/\s+/g, ' ').trim()
      const [needle, hay] = [plain(pattern), plain(prompt)]
      const word = /[ab]/
      for (let at = 0; needle !== '' && at <= hay.length - needle.length; at += 1) {
        if (!hay.startsWith(needle, at)) continue
        const joined = (left = '', right = '') => word.test(left) && word.test(right)
        if (joined(hay[at - 1], needle[0])) continue
        if (joined(needle.at(-1), hay[at + needle.length])) continue
        return true
      }
      return false
    }
    fc.assert(
      fc.property(fc.array(text, { maxLength: 4 }), text, (patterns, prompt) => {
        expect(met(patterns, prompt) !== undefined).toBe(patterns.some((one) => slow(one, prompt)))
      }),
      { numRuns: 500 },
    )
  })

  it('is one pass however many memories there are', () => {
    const base = memory(1, { type: 'negative' })
    const many = Array.from({ length: 5000 }, (_, i) => ({
      ...base,
      id: `id-${i}`,
      triggers: [`command-${i}`, `src/${i}/**/*.ts`],
    }))
    const prompt = `${'words that say nothing about commands '.repeat(500)} command-777`
    const found = matchTriggers(settings.context, { prompt, files: ['src/42/a/b.ts'] }, many)
    expect(found.map((one) => one.memory.id)).toEqual(['id-42', 'id-777'])
  })
})

it.each([
  ['**/*.ts', 'a.ts', true],
  ['src/**', 'src/a/b', true],
  ['src/**/x', 'src/x', true],
  ['a?c', 'abc', true],
  ['a?c', 'ac', false],
  ['./src/*', 'src/a', true],
  ['src\\*.ts', 'src/a.ts', true],
  ['{a,b}/{c,d}.x', 'b/d.x', true],
  ['*', '.env', true],
  ['src/api/', 'src/api/v1/a.ts', true],
  ['src/api/', 'src/apis/a.ts', false],
  ['app/[id]/page.tsx', 'app/[id]/page.tsx', true],
])('D-09 %s and %s: %s', (pattern, path, is) => {
  expect(matchGlob(pattern, path)).toBe(is)
})

it('D-09 a hostile pattern is answered, not pondered for ever', () => {
  expect(matchGlob('*a'.repeat(2000), `${'a'.repeat(4000)}b`)).toBe(false)
  expect(matchGlob('**/a/'.repeat(200), 'a/'.repeat(400))).toBe(true)
  expect(matchGlob('{a,b}'.repeat(200), 'x')).toBe(false)
})
