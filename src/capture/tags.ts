/** E-03, G-04. Labels that paths and words give away by themselves. */

/** By ending of the file name. */
// biome-ignore format: a table reads best in columns
const LANGUAGES: Readonly<Record<string, string>> = {
  ts: 'typescript', tsx: 'typescript', js: 'javascript', jsx: 'javascript', mjs: 'javascript',
  py: 'python', rs: 'rust', go: 'go', java: 'java', kt: 'kotlin', rb: 'ruby', php: 'php',
  cs: 'csharp', cpp: 'cpp', c: 'c', h: 'c', swift: 'swift', sql: 'sql', css: 'css', scss: 'css',
  html: 'html', vue: 'vue', svelte: 'svelte', sh: 'shell', tf: 'terraform', proto: 'protobuf',
  md: 'docs', yml: 'config', yaml: 'config', toml: 'config', ini: 'config', env: 'config',
}

/** Folders that say nothing about what is in them. */
const PLAIN_FOLDERS = new Set(
  'src lib app apps packages main home users work tmp var opt usr root repo repos code projects workspace java python internal pkg cmd index common . ..'.split(
    ' ',
  ),
)

/** By what is spoken of. */
// biome-ignore format: a table reads best in columns
const TOPICS: readonly { readonly tag: string; readonly words: RegExp }[] = [
  { tag: 'testing',     words: /\b(?:tests?|vitest|jest|pytest|mocks?|fixtures?|coverage|flaky)\b/i },
  { tag: 'database',    words: /\b(?:database|postgres\w*|mysql|sqlite|migrations?|sql|orm|quer(?:y|ies)|schema)\b/i },
  { tag: 'auth',        words: /\b(?:auth\w*|login|oauth|jwt|sessions? tokens?|permissions?|passwords?)\b/i },
  { tag: 'api',         words: /\b(?:api|endpoints?|rest|graphql|grpc|http|openapi|webhooks?)\b/i },
  { tag: 'ci',          words: /\b(?:ci|pipeline|github actions|workflow file|jenkins|build server)\b/i },
  { tag: 'deploy',      words: /\b(?:deploy\w*|release|rollout|kubernetes|k8s|docker|helm|terraform)\b/i },
  { tag: 'performance', words: /\b(?:performance|latency|slow|cache|caching|memory leak|throughput|benchmark)\b/i },
  { tag: 'security',    words: /\b(?:security|vulnerab\w+|xss|csrf|injection|encrypt\w*|secrets?)\b/i },
  { tag: 'naming',      words: /\b(?:naming|names?|prefix|suffix|camelcase|snake_case|kebab-case)\b/i },
  { tag: 'style',       words: /\b(?:style|format(?:ting|ter)?|lint(?:er|ing)?|indent\w*|tabs|semicolons?|quotes)\b/i },
  { tag: 'git',         words: /\b(?:git|commits?|branch(?:es)?|rebase|squash|merge|pull requests?|prs?)\b/i },
  { tag: 'docs',        words: /\b(?:docs?|documentation|readme|docstrings?|comments?|changelog)\b/i },
  { tag: 'errors',      words: /\b(?:errors?|exceptions?|crash\w*|stack ?trace|panic)\b/i },
  { tag: 'dependencies', words: /\b(?:dependenc(?:y|ies)|packages?|npm|pnpm|yarn|pip|cargo|lockfile)\b/i },
  { tag: 'types',       words: /\b(?:type hints?|typescript|annotations?|generics|mypy|tsc)\b/i },
  { tag: 'ui',          words: /\b(?:ui|css|components?|layout|button|react|vue|svelte|frontend)\b/i },
]

/** Whose machine it is says nothing. */
const HOME = /^(?:\/(?:home|Users)\/[^/]+|[A-Z]:\\Users\\[^\\]+|~)(?=[\\/])/
const MAX_TAGS = 6

export function tagsOfPaths(paths: readonly string[]): string[] {
  const tags = paths.flatMap((path) => {
    const parts = path
      .replace(HOME, '')
      .split(/[\\/]/)
      .filter((part) => part !== '')
    const file = parts.at(-1) ?? ''
    const language = LANGUAGES[/\.(\w+)$/.exec(file)?.[1]?.toLowerCase() ?? '']
    const folder = parts
      .slice(0, -1)
      .map((part) => part.toLowerCase())
      .filter(isTelling)
      .at(-1)
    return [folder, language].filter((tag) => tag !== undefined)
  })
  return mostFrequent(tags)
}

export function tagsOfText(text: string): string[] {
  return TOPICS.filter(({ words }) => words.test(text))
    .map(({ tag }) => tag)
    .slice(0, MAX_TAGS)
}

function isTelling(folder: string): boolean {
  return !PLAIN_FOLDERS.has(folder) && /^[a-z][a-z0-9-]{1,30}$/.test(folder)
}

function mostFrequent(tags: readonly string[]): string[] {
  const counts = new Map<string, number>()
  for (const tag of tags) counts.set(tag, (counts.get(tag) ?? 0) + 1)
  return [...counts]
    .sort(([, a], [, b]) => b - a)
    .map(([tag]) => tag)
    .slice(0, MAX_TAGS)
}
