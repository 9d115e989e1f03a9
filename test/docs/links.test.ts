/** Every link and picture in the documents leads somewhere. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))

const pages = [
  'README.md',
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  ...['docs', 'docs/decisions'].flatMap((folder) =>
    readdirSync(join(root, folder))
      .filter((name) => name.endsWith('.md'))
      .map((name) => `${folder}/${name}`),
  ),
]

/** Code is no link. */
const proseOf = (page: string) =>
  readFileSync(join(root, page), 'utf8')
    .replace(/^```[\s\S]*?^```/gm, '')
    .replace(/`[^`\n]*`/g, '')

/** As the usual renderers name a heading. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-')

function anchorsIn(page: string): Set<string> {
  const text = readFileSync(page, 'utf8')
  return new Set([...text.matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = '']) => anchorOf(heading)))
}

describe.each(pages)('J-02 %s', (page) => {
  const links = [...proseOf(page).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target)

  it('has no broken link', () => {
    const broken = links.filter((target) => {
      if (/^[a-z]+:/.test(target)) return false
      const [path = '', anchor] = target.split('#')
      const file = path === '' ? join(root, page) : resolve(root, dirname(page), path)
      if (!existsSync(file)) return true
      return anchor !== undefined && file.endsWith('.md') && !anchorsIn(file).has(anchor)
    })
    expect(broken).toEqual([])
  })
})

it('J-02 the index names every page', () => {
  const index = readFileSync(join(root, 'docs/index.md'), 'utf8')
  const missing = readdirSync(join(root, 'docs'))
    .filter((name) => name.endsWith('.md') && name !== 'index.md')
    .filter((name) => !index.includes(`(${name})`))
  expect(missing).toEqual([])
})

/** Requirement rows are the developers' own: a user cannot look them up. */
it('J-02 no document for users names a requirement row', () => {
  const forUsers = pages.filter(
    (page) => !/^(?:ARCHITECTURE|CONTRIBUTING)\.md$|^docs\/decisions\//.test(page),
  )
  const named = forUsers.flatMap((page) =>
    [...readFileSync(join(root, page), 'utf8').matchAll(/\b[A-M]-\d{2}\b/g)].map(
      ([row]) => `${page}: ${row}`,
    ),
  )
  expect(named).toEqual([])
})
