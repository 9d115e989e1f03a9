/** E-03. Infers tags from what a memory mentions: languages, tools, topics and folders. */
import * as z from 'zod'
import { count } from '../setting.ts'
import { words } from '../text/words.ts'

export const InferredTagSettings = z.object({
  maxTags: count(6, 'Maximum inferred tags of a memory'),
})
export type InferredTagSettings = z.infer<typeof InferredTagSettings>

/** Endings of file names. Adding a language means adding a row. */
// biome-ignore format: a table reads best in columns
const LANGUAGES: Readonly<Record<string, readonly string[]>> = {
  typescript: ['ts', 'tsx', 'mts', 'cts'],   javascript: ['js', 'jsx', 'mjs', 'cjs'],
  python:     ['py', 'pyi', 'ipynb'],        rust:       ['rs'],
  go:         ['go'],                        java:       ['java'],
  kotlin:     ['kt', 'kts'],                 swift:      ['swift'],
  c:          ['c', 'h'],                    cpp:        ['cc', 'cpp', 'cxx', 'hh', 'hpp'],
  csharp:     ['cs'],                        ruby:       ['rb'],
  php:        ['php'],                       scala:      ['scala'],
  elixir:     ['ex', 'exs'],                 haskell:    ['hs'],
  lua:        ['lua'],                       shell:      ['sh', 'bash', 'zsh', 'fish'],
  powershell: ['ps1'],                       sql:        ['sql'],
  html:       ['html', 'htm'],               css:        ['css', 'scss', 'sass', 'less'],
  vue:        ['vue'],                       svelte:     ['svelte'],
  terraform:  ['tf', 'tfvars'],              protobuf:   ['proto'],
  graphql:    ['graphql', 'gql'],            zig:        ['zig'],
  dart:       ['dart'],                      r:          ['r', 'rmd'],
  markdown:   ['md', 'mdx'],                 perl:       ['pl', 'pm'],
}

/** File names that identify a tool. */
// biome-ignore format: a table reads best in columns
const TOOL_FILES: Readonly<Record<string, string>> = {
  dockerfile: 'docker',             'docker-compose.yml': 'docker',   'docker-compose.yaml': 'docker',
  'compose.yaml': 'docker',         makefile: 'make',                 justfile: 'just',
  'package.json': 'npm',            'package-lock.json': 'npm',       'pnpm-lock.yaml': 'pnpm',
  'yarn.lock': 'yarn',              'bun.lockb': 'bun',               'cargo.toml': 'cargo',
  'cargo.lock': 'cargo',            'go.mod': 'go',                   'pyproject.toml': 'python',
  'requirements.txt': 'pip',        'poetry.lock': 'poetry',          'uv.lock': 'uv',
  'tsconfig.json': 'typescript',    'biome.json': 'biome',            gemfile: 'bundler',
  'pom.xml': 'maven',               'build.gradle': 'gradle',         'build.gradle.kts': 'gradle',
  'cmakelists.txt': 'cmake',        jenkinsfile: 'jenkins',           'chart.yaml': 'helm',
  'vite.config.ts': 'vite',         'vitest.config.ts': 'vitest',     '.eslintrc.json': 'eslint',
  'eslint.config.js': 'eslint',     '.prettierrc': 'prettier',        '.gitlab-ci.yml': 'gitlab-ci',
}

/** Unambiguous names in the text, with their other spellings. */
// biome-ignore format: a table reads best in columns
const TOOLS: Readonly<Record<string, readonly string[]>> = {
  docker: ['docker', 'dockerfile'],       kubernetes: ['kubernetes', 'k8s', 'kubectl'],
  postgres: ['postgres', 'postgresql'],   mysql: ['mysql', 'mariadb'],
  sqlite: ['sqlite', 'sqlite3'],          redis: ['redis'],
  mongodb: ['mongodb', 'mongo'],          kafka: ['kafka'],
  rabbitmq: ['rabbitmq'],                 elasticsearch: ['elasticsearch'],
  nginx: ['nginx'],                       terraform: ['terraform'],
  ansible: ['ansible'],                   helm: ['helm'],
  react: ['react', 'jsx'],                vue: ['vue', 'vuejs'],
  angular: ['angular'],                   svelte: ['svelte', 'sveltekit'],
  nextjs: ['nextjs', 'next.js'],          express: ['expressjs', 'express.js'],
  django: ['django'],                     flask: ['flask'],
  fastapi: ['fastapi'],                   rails: ['rails'],
  spring: ['springboot'],                 graphql: ['graphql'],
  grpc: ['grpc'],                         webpack: ['webpack'],
  vite: ['vite'],                         vitest: ['vitest'],
  jest: ['jest'],                         pytest: ['pytest'],
  playwright: ['playwright'],             cypress: ['cypress'],
  eslint: ['eslint'],                     prettier: ['prettier'],
  biome: ['biome'],                       npm: ['npm', 'npx'],
  pnpm: ['pnpm'],                         yarn: ['yarn'],
  bun: ['bun', 'bunx'],                   cargo: ['cargo'],
  pip: ['pip'],                           poetry: ['poetry'],
  git: ['git', 'rebase'],                 github: ['github'],
  gitlab: ['gitlab'],                     jenkins: ['jenkins'],
  aws: ['aws', 's3', 'lambda', 'dynamodb'], gcp: ['gcp', 'bigquery'],
  azure: ['azure'],                       prisma: ['prisma'],
  tailwind: ['tailwind', 'tailwindcss'],  typescript: ['typescript', 'tsc'],
  javascript: ['javascript'],             python: ['python', 'python3'],
  rust: ['rust', 'rustc', 'clippy'],      java: ['java', 'jvm'],
  kotlin: ['kotlin'],                     ruby: ['ruby'],
  php: ['php'],                           golang: ['golang'],
  stripe: ['stripe'],                     sentry: ['sentry'],
  prometheus: ['prometheus'],             grafana: ['grafana'],
}

/** Topics by their vocabulary; one word is a hint, two different ones are a topic. */
// biome-ignore format: a table reads best in columns
const TOPICS: Readonly<Record<string, readonly string[]>> = {
  auth:          ['auth', 'authentication', 'login', 'logout', 'oauth', 'jwt', 'session', 'password', 'sso', 'signin', 'credential', 'credentials', 'token', 'tokens'],
  database:      ['database', 'db', 'sql', 'query', 'queries', 'schema', 'migration', 'migrations', 'index', 'table', 'transaction', 'orm'],
  testing:       ['test', 'tests', 'testing', 'mock', 'mocks', 'fixture', 'fixtures', 'coverage', 'snapshot', 'assertion', 'flaky'],
  deployment:    ['deploy', 'deployment', 'deploys', 'release', 'rollback', 'staging', 'production', 'canary', 'ship'],
  ci:            ['ci', 'pipeline', 'pipelines', 'workflow', 'runner', 'build', 'artifact', 'artifacts'],
  performance:   ['performance', 'latency', 'slow', 'throughput', 'profiling', 'benchmark', 'p95', 'p99', 'memory', 'cpu'],
  security:      ['security', 'vulnerability', 'xss', 'csrf', 'injection', 'encryption', 'secret', 'secrets', 'permission', 'permissions', 'tls'],
  api:           ['api', 'endpoint', 'endpoints', 'rest', 'route', 'routes', 'request', 'response', 'webhook', 'webhooks', 'payload'],
  frontend:      ['frontend', 'ui', 'component', 'components', 'button', 'layout', 'css', 'render', 'browser', 'accessibility'],
  caching:       ['cache', 'caches', 'caching', 'cached', 'ttl', 'invalidate', 'invalidation', 'memoize', 'evict', 'eviction'],
  logging:       ['log', 'logs', 'logging', 'logger', 'trace', 'tracing', 'metric', 'metrics', 'monitoring'],
  configuration: ['config', 'configuration', 'setting', 'settings', 'env', 'environment', 'flag', 'flags'],
  concurrency:   ['concurrency', 'concurrent', 'lock', 'locks', 'deadlock', 'race', 'mutex', 'thread', 'threads', 'async', 'await'],
  networking:    ['network', 'timeout', 'timeouts', 'retry', 'retries', 'dns', 'proxy', 'socket', 'sockets', 'http', 'tcp'],
  billing:       ['billing', 'invoice', 'invoices', 'payment', 'payments', 'subscription', 'refund', 'checkout'],
  documentation: ['docs', 'documentation', 'readme', 'changelog', 'docstring', 'docstrings'],
  dependencies:  ['dependency', 'dependencies', 'package', 'packages', 'upgrade', 'lockfile', 'semver'],
  errors:        ['error', 'errors', 'exception', 'exceptions', 'crash', 'panic', 'stacktrace', 'traceback'],
}

const TOPIC_WORDS = 2

/** Folder names that every project has. */
const PLAIN_FOLDERS: ReadonlySet<string> = new Set(
  (
    'src lib libs app apps packages pkg cmd internal test tests spec specs __tests__ dist build ' +
    'out bin obj target node_modules vendor docs doc public static assets scripts tools main ' +
    'java resources include common shared core utils helpers home users tmp var usr opt etc ' +
    'workspace workspaces repos projects code dev index components pages views'
  ).split(' '),
)

interface Taggable {
  readonly title: string
  readonly content: string
  readonly files: readonly string[]
}

/**
 * Tags of files come first, then tools, topics and folders; each tag once. The order of the table decides, so
 * the same memory always gets the same tags.
 */
export function inferredTags(settings: InferredTagSettings, memory: Taggable): string[] {
  const known = new Set(words(`${memory.title}\n${memory.content}`))
  const tags = new Set([
    ...memory.files.flatMap(tagsOfFile),
    ...tagsNamed(TOOLS, known, 1),
    ...tagsNamed(TOPICS, known, TOPIC_WORDS),
    ...memory.files.flatMap(tagsOfFolders),
  ])
  return [...tags].slice(0, settings.maxTags)
}

const LANGUAGE_OF_ENDING: ReadonlyMap<string, string> = new Map(
  Object.entries(LANGUAGES).flatMap(([tag, endings]) => endings.map((ending) => [ending, tag])),
)

function tagsOfFile(path: string): string[] {
  const file = partsOfPath(path).at(-1)?.toLowerCase() ?? ''
  const tool = Object.hasOwn(TOOL_FILES, file) ? TOOL_FILES[file] : undefined
  const dot = file.lastIndexOf('.')
  const language = dot > 0 ? LANGUAGE_OF_ENDING.get(file.slice(dot + 1)) : undefined
  return [tool, language].filter((tag) => tag !== undefined)
}

/** The innermost folder with a specific name; the first parts of an absolute path are the machine's. */
function tagsOfFolders(path: string): string[] {
  if (/^(?:[/~]|[a-z]:)/i.test(path)) return []
  const folder = partsOfPath(path)
    .slice(0, -1)
    .map((part) => part.toLowerCase())
    .findLast((part) => /^[a-z][a-z0-9_-]{2,31}$/.test(part) && !PLAIN_FOLDERS.has(part))
  return folder === undefined ? [] : [folder.replaceAll('_', '-')]
}

function tagsNamed(
  table: Readonly<Record<string, readonly string[]>>,
  known: ReadonlySet<string>,
  least: number,
): string[] {
  return Object.entries(table)
    .filter(([, names]) => names.filter((name) => known.has(name)).length >= least)
    .map(([tag]) => tag)
}

function partsOfPath(path: string): string[] {
  return path.split(/[/\\]+/).filter((part) => part !== '' && part !== '.' && part !== '..')
}
