/** J-02. What is published is whole: every link of every packed document leads to a packed file. */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))

interface Packed {
  readonly files: readonly { readonly path: string }[]
}

function packedFiles(): string[] {
  const { stdout } = spawnSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  const [packed] = JSON.parse(stdout) as readonly Packed[]
  return packed?.files.map(({ path }) => path) ?? []
}

/** Links of markdown and pictures of HTML; code is no link. */
function linksIn(path: string): string[] {
  const text = readFileSync(join(root, path), 'utf8')
    .replace(/^```[\s\S]*?^```/gm, '')
    .replace(/`[^`\n]*`/g, '')
  const targets = [...text.matchAll(/\]\(([^)\s]+)\)|(?:src|srcset|href)="([^"]+)"/g)]
  return targets
    .map(([, link, attribute]) => link ?? attribute ?? '')
    .filter((target) => !/^(?:[a-z]+:|#)/.test(target))
}

it('J-02 documents and pictures are complete in the package', () => {
  const files = packedFiles()
  const documents = files.filter((path) => path.endsWith('.md') && !path.startsWith('dist/'))
  expect(documents).toEqual(
    expect.arrayContaining(['README.md', 'docs/index.md', 'docs/concepts.md', 'docs/page.md']),
  )
  const isPacked = (path: string) =>
    files.includes(path) || files.some((file) => file.startsWith(`${path.replace(/\/$/, '')}/`))
  const broken = documents.flatMap((document) =>
    linksIn(document)
      .map((target) => normalize(join(dirname(document), target.split('#')[0] ?? '')))
      .filter((path) => !isPacked(path))
      .map((path) => `${document}: ${path}`),
  )
  expect(broken).toEqual([])
}, 120_000)
