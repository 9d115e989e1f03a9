import * as z from 'zod'
import { listProjects, mergeProjects, splitProject } from '../engine/projects/project-care.ts'
import { Project } from '../store/records.ts'
import { operation } from './operation.ts'

export const projectsList = operation({
  name: 'projects list',
  summary: 'List known projects, how each is identified, and how many memories it has.',
  effect: 'reads',
  http: { method: 'GET', path: '/api/projects' },
  input: z.object({}),
  output: z.object({
    projects: z.array(Project.unwrap().extend({ memories: z.int(), here: z.boolean() })),
  }),
  run: (engine, caller) => listProjects(engine, caller),
})

export const projectsMerge = operation({
  name: 'projects merge',
  summary: 'Merge two projects: move the first project’s memories to the second.',
  needsPerson: 'merging projects',
  effect: 'writes',
  http: { method: 'POST', path: '/api/projects/merge' },
  input: z.object({
    from: z.string().min(1).describe('Slug, id or folder of the project to merge'),
    into: z.string().min(1).describe('Slug, id or folder of the project to keep'),
  }),
  output: z.object({ from: z.string(), into: z.string(), moved: z.int(), batch: z.string() }),
  run: (engine, caller, { from, into }) => mergeProjects(engine, caller, from, into),
})

export const projectsSplit = operation({
  name: 'projects split',
  summary: 'Split a checkout into its own project if it was mistaken for another one.',
  needsPerson: 'splitting a project',
  effect: 'writes',
  http: { method: 'POST', path: '/api/projects/split' },
  input: z.object({
    folder: z.string().min(1).optional().describe('The checkout (default: the current folder)'),
  }),
  output: z.object({ from: z.string(), created: z.string(), slug: z.string(), batch: z.string() }),
  run: (engine, caller, { folder }) => splitProject(engine, caller, folder),
})
