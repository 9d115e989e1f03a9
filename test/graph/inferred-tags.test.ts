import { expect, it } from 'vitest'
import { InferredTagSettings, inferredTags } from '../../src/graph/inferred-tags.ts'

const settings = InferredTagSettings.parse({})

it.each([
  {
    why: 'languages by file ending',
    files: ['src/a.rs', 'web/page.tsx'],
    text: '',
    tags: ['rust', 'typescript', 'web'],
  },
  {
    why: 'tools by file name',
    files: ['Dockerfile', 'pnpm-lock.yaml'],
    text: '',
    tags: ['docker', 'pnpm'],
  },
  {
    why: 'tools by name',
    files: [],
    text: 'Run pytest against PostgreSQL',
    tags: ['postgres', 'pytest'],
  },
  {
    why: 'topics by two of their words',
    files: [],
    text: 'The login page issues a JWT',
    tags: ['auth'],
  },
  { why: 'one word is no topic', files: [], text: 'The login page is blue', tags: [] },
  {
    why: 'folders with a name of their own',
    files: ['src/billing_engine/x.txt'],
    text: '',
    tags: ['billing-engine'],
  },
  {
    why: 'not the folders of a machine',
    files: ['/home/anna/thing/x.txt', 'C:\\work\\x.txt'],
    text: '',
    tags: [],
  },
  { why: 'not the folders that all have', files: ['src/lib/utils/x.txt'], text: '', tags: [] },
  {
    why: 'Windows paths too',
    files: ['services\\ingest\\main.go'],
    text: '',
    tags: ['go', 'ingest'],
  },
  {
    why: 'nothing odd from odd names',
    files: ['constructor', '__proto__', '.', ''],
    text: '',
    tags: [],
  },
])('E-03 $why', ({ files, text, tags }) => {
  expect(inferredTags(settings, { title: '', content: text, files })).toEqual(tags)
})

it('E-03 at most six, each once', () => {
  const files = ['a.rs', 'b.rs', 'c.py', 'd.go', 'e.rb', 'f.java', 'g.kt', 'h.lua']
  const tags = inferredTags(settings, { title: '', content: 'rust', files })
  expect(tags).toEqual(['rust', 'python', 'go', 'ruby', 'java', 'kotlin'])
})
