import { expect, it } from 'vitest'
import { freeSlug, projectSlug } from '../../src/code/slug.ts'
import { fc } from '../support/property.ts'

const nothing = { rootCommits: [], commonDir: null, remotes: [], path: '/' }

it.each([
  { why: 'the remote', evidence: { remotes: ['github.com/Acme/My_Widgets'] }, slug: 'my-widgets' },
  { why: 'the folder', evidence: { path: '/code/Über Café' }, slug: 'uber-cafe' },
  {
    why: 'the repository, not its worktree',
    evidence: { path: '/code/feature-x', commonDir: '/code/widgets/.git' },
    slug: 'widgets',
  },
  { why: 'a bare repository', evidence: { commonDir: '/srv/widgets.git' }, slug: 'widgets' },
  { why: 'a hidden bare repository', evidence: { commonDir: '/w/app/.bare' }, slug: 'app' },
  { why: 'a name no slug can be made of', evidence: { path: '/code/日本語' }, slug: 'project' },
  { why: 'the root of the disk', evidence: { path: '/' }, slug: 'project' },
  { why: 'a name of Windows', evidence: { path: '/code/CON' }, slug: 'con-project' },
])('C-07 a slug from $why', ({ evidence, slug }) => {
  expect(projectSlug({ ...nothing, ...evidence })).toBe(slug)
})

it('C-07 a taken slug gets letters of the identity, the same every time', () => {
  const taken = new Set(['widgets'])
  const own = freeSlug('widgets', taken, 'p2')
  expect(own).toMatch(/^widgets-[0-9a-f]{6}$/)
  expect(freeSlug('widgets', taken, 'p2')).toBe(own)
  expect(freeSlug('widgets', taken, 'p3')).not.toBe(own)
  expect(freeSlug('widgets', new Set(), 'p2')).toBe('widgets')
})

it('C-07 every project gets a slug of its own that any disk takes', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.string(), fc.string()), { maxLength: 100 }), (projects) => {
      const taken = new Set<string>()
      for (const [name, id] of projects) {
        const slug = freeSlug(projectSlug({ ...nothing, path: `/${name}` }), taken, id)
        expect(slug).toMatch(/^[a-z0-9][a-z0-9-]{0,63}$/)
        expect(taken.has(slug)).toBe(false)
        taken.add(slug)
      }
    }),
    { numRuns: 50 },
  )
})
