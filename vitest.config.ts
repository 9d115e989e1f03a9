import { defineConfig } from 'vitest/config'

const filesOf = (room: string) => `test/${room}/**/!(*.slow).test.ts`

/** `npm run check`: pure rooms, and edges that take milliseconds. */
const QUICK = [
  ...['memory', 'text', 'search', 'graph', 'capture', 'context', 'ranking', 'hosts', 'team'].map(
    filesOf,
  ),
  ...['config', 'sessions', 'vault', 'doors/cli', 'doors/terminal'].map(filesOf),
  'test/architecture.test.ts',
  'test/operations/table.test.ts',
]
/** Homes inside the process of the test, closed with it. */
const HOMES = ['engine', 'operations', 'code'].map(filesOf)

/** Files that leave nothing behind share a process: most of their time would go into loading. */
const together = { isolate: false }

export default defineConfig({
  test: {
    pool: 'forks',
    globalSetup: './scripts/build-model.mjs',
    testTimeout: 30_000,
    hookTimeout: 60_000,
    env: { MNEME_NO_DAEMON: '1', NO_COLOR: '1' },
    projects: [
      { extends: true, test: { name: 'quick', include: QUICK, ...together } },
      { extends: true, test: { name: 'homes', include: HOMES, exclude: QUICK, ...together } },
      {
        extends: true,
        test: { name: 'apart', include: ['test/**/*.test.ts'], exclude: [...QUICK, ...HOMES] },
      },
    ],
  },
})
