/** M-18. Every setting is read by something. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { configKeys } from '../../src/config/keys.ts'

const source = fileURLToPath(new URL('../../src', import.meta.url))

const SCHEMA = /(?:z\.object|\.extend)\(\{/g

/** All code but the schemas themselves and the names they have for people. */
function codeThatActs(): string {
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && file !== join('config', 'people.ts'),
  )
  return files.map((file) => withoutSchemas(readFileSync(join(source, file), 'utf8'))).join('\n')
}

/** What stands between the braces of a schema declares keys; it reads none. */
function withoutSchemas(text: string): string {
  let rest = text
  for (;;) {
    const found = new RegExp(SCHEMA).exec(rest)
    if (!found) return rest.replace(/^\s*(?:\*|\/\/|\/\*\*).*$/gm, '')
    let depth = 1
    let end = found.index + found[0].length
    while (depth > 0 && end < rest.length) {
      if (rest[end] === '{') depth += 1
      if (rest[end] === '}') depth -= 1
      end += 1
    }
    rest = rest.slice(0, found.index) + rest.slice(end)
  }
}

it('M-18 every key of the configuration is read by something', () => {
  const code = codeThatActs()
  const isRead = (name: string) =>
    new RegExp(
      String.raw`[.?]${name}\b|[{,]\s*(?:readonly )?${name}\b\s*[,}=:]|^\s*${name},?$|['"]${name}['"]`,
      'm',
    ).test(code)
  const unread = [...configKeys().values()]
    .filter(({ path }) => !path.slice(1).every(isRead))
    .map(({ key }) => key)
  expect(unread).toEqual([])
})
