import { projectsList, projectsMerge, projectsSplit } from '../../../operations/projects.ts'
import { oneLine } from '../../terminal/text.ts'
import { command } from '../command.ts'
import { table } from '../terminal.ts'

export const projectsListCommand = command(projectsList, {
  examples: ['mneme projects list'],
  print: ({ projects }) =>
    projects.length === 0
      ? 'No project has memories yet.'
      : table(
          [
            { title: '' },
            { title: 'project' },
            { title: 'memories', align: 'right' },
            { title: 'known by', flexible: true },
            { title: 'id', style: 'dim' },
          ],
          projects.map((project) => [
            project.here ? '→' : '',
            project.slug + (project.off ? ' (off)' : '') + (project.mergedInto ? ' (merged)' : ''),
            String(project.memories),
            project.remotes[0] ?? project.paths[0] ?? '',
            project.id,
          ]),
        ),
})

export const projectsMergeCommand = command(projectsMerge, {
  positional: ['from', 'into'],
  paths: { from: 'if-path', into: 'if-path' },
  examples: ['mneme projects merge old-name new-name'],
  print: ({ from, into, moved, batch }) =>
    `${oneLine(from)} is now part of ${oneLine(into)} (${moved} memories moved)\n  To undo: mneme undo --batch ${batch}`,
})

export const projectsSplitCommand = command(projectsSplit, {
  positional: ['folder'],
  paths: { folder: 'always' },
  examples: ['mneme projects split', 'mneme projects split ~/src/fork'],
  print: ({ from, slug, batch }) =>
    `${oneLine(slug)} is now a project of its own, apart from ${oneLine(from)}\n  To undo: mneme undo --batch ${batch}`,
})
