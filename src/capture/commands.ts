/** Classifies shell commands by purpose and result. */
import { shorten } from '../text/shorten.ts'

type CommandKind =
  | 'commit'
  | 'deploy'
  | 'migrate'
  | 'install'
  | 'push'
  | 'merge'
  | 'test'
  | 'lint'
  | 'build'
  | 'routine'
  | 'other'

/** The first matching row decides, so specific ones come first. */
// biome-ignore format: a table reads best in columns
const COMMANDS: readonly { readonly kind: CommandKind; readonly pattern: RegExp }[] = [
  { kind: 'commit',  pattern: /^git\b.*\bcommit\b/ },
  { kind: 'push',    pattern: /^(?:git\b.*\bpush|gh pr (?:create|merge)|npm publish|cargo publish)\b/ },
  { kind: 'merge',   pattern: /^git\b.*\b(?:merge|rebase|revert|cherry-pick)\b/ },
  { kind: 'deploy',  pattern: /^(?:kubectl (?:apply|rollout|set)|helm (?:upgrade|install)|terraform (?:apply|destroy)|(?:fly|flyctl|vercel|netlify|wrangler|firebase|serverless|sam|cdk|pulumi|eb|heroku)\b.*\b(?:deploy|up|release|prod|push)\b|vercel\b|docker compose up|docker-compose up|ansible-playbook|make deploy|npm run deploy|(?:\.\/)?(?:scripts?\/)?deploy\S*)/ },
  { kind: 'migrate', pattern: /\b(?:migrate|migration|migrations|alembic upgrade|prisma db|db:migrate|flyway|liquibase)\b/ },
  { kind: 'install', pattern: /^(?:(?:npm|pnpm|bun) (?:i|install|add|remove|uninstall|rm|update|up)|yarn (?:add|remove|upgrade|install)|pip3? install|uv (?:add|pip install|sync)|poetry (?:add|install)|cargo (?:add|install)|go (?:get|install)|(?:sudo )?(?:apt|apt-get|brew|dnf|apk) (?:install|add)|gem install|bundle (?:add|install)|composer require|dotnet add)\b/ },
  { kind: 'test',    pattern: /^(?:(?:npm|pnpm|yarn|bun|deno)(?: run)? (?:test|t\b)\S*|(?:npx |pnpm |yarn |bunx )?(?:vitest|jest|mocha|ava|playwright test|cypress run)\b|(?:python3? -m |uv run |poetry run )?(?:pytest|unittest)\b|tox\b|cargo (?:test|nextest)|go test|(?:\.\/)?(?:mvnw?|gradlew?|gradle)\b.*\b(?:test|verify|check)\b|(?:bundle exec )?rspec\b|phpunit|ctest|mix test|dotnet test|make (?:test|check)\b|swift test|zig build test|node --test)/ },
  { kind: 'lint',    pattern: /^(?:(?:npx |pnpm |yarn |bunx )?(?:eslint|biome|prettier|tsc|stylelint|oxlint)\b|(?:npm|pnpm|yarn|bun)(?: run)? (?:lint|format|typecheck|types|check)\S*|(?:uv run |poetry run )?(?:ruff|mypy|black|flake8|pylint|pyright)\b|cargo (?:clippy|fmt|check)|go vet|golangci-lint|rubocop|shellcheck|make lint)/ },
  { kind: 'build',   pattern: /^(?:(?:npm|pnpm|yarn|bun)(?: run)? build\S*|cargo build|go build|make\b|(?:\.\/)?(?:mvnw?|gradlew?|gradle)\b|docker build|dotnet build|cmake\b|webpack|vite build|next build|esbuild)/ },
  { kind: 'routine', pattern: /^(?:ls|ll|cat|cd|pwd|echo|printf|head|tail|wc|find|fd|grep|rg|ag|which|type|env|export|ps|top|sleep|mkdir|touch|clear|tree|stat|file|du|df|date|whoami|sed -n|awk|sort|uniq|cut|less|more|true|test|\[|history|uname|id|jq|diff|cmp|basename|dirname|realpath|readlink|source|set|unset|kill|pkill|lsof|git (?:status|log|diff|show|branch|remote|stash|fetch|pull|add|checkout|switch|restore|rev-parse|config|blame|ls-files|worktree|tag|describe|clone|init)|gh (?:pr|issue|run|repo) (?:view|list|status|checks|diff)|docker (?:ps|logs|images|inspect)|kubectl (?:get|describe|logs)|curl -I|open|code)\b/ },
]

const ORDER: readonly CommandKind[] = [
  'commit',
  'deploy',
  'migrate',
  'push',
  'merge',
  'install',
  'test',
  'build',
  'lint',
  'other',
  'routine',
]

/** `cd app && npm test | tail` is a test: the most specific part counts. */
export function commandKind(command: string): CommandKind {
  const kinds = commandParts(command).map(kindOfPart)
  return ORDER.find((kind) => kinds.includes(kind)) ?? 'routine'
}

/** The simple commands of a line, without what is piped onwards and without assignments. */
export function commandParts(command: string): string[] {
  return withoutHereDocuments(command)
    .split(/&&|\|\||;|\n/)
    .map((part) => (part.split(/(?<!\|)\|(?!\|)/)[0] ?? '').trim())
    .map((part) =>
      part.replace(/^(?:\w+=\S*\s+)+/, '').replace(/^(?:time|nohup|sudo(?! apt))\s+/, ''),
    )
    .filter((part) => part !== '' && !part.startsWith('#'))
}

const HERE_DOCUMENT = /<<-?[ \t]{0,4}['"]?(\w{1,40})['"]?/g

/** The text between `<<EOF` and `EOF`. A missing end is searched for once. */
function withoutHereDocuments(command: string): string {
  const endless = new Set<string>()
  let kept = ''
  let from = 0
  for (const { 0: mark, 1: word = '', index } of command.matchAll(HERE_DOCUMENT)) {
    if (index < from || endless.has(word)) continue
    const end = command.indexOf(`\n${word}`, index + mark.length)
    if (end === -1) endless.add(word)
    else {
      kept += command.slice(from, index)
      from = end + 1 + word.length
    }
  }
  return kept + command.slice(from)
}

/** Normalises a command: routine parts removed, changing parts replaced. */
export function commandShape(command: string): string {
  return commandParts(command)
    .filter((part) => kindOfPart(part) !== 'routine')
    .map((part) =>
      part
        .replace(/(["'])(?:(?!\1)[\s\S])*\1/g, '…')
        .replace(/\b[0-9a-f]{7,40}\b/g, '…')
        .replace(/(?<!\s)\s+\d?>(?:>|&\d)?\s*\S*/g, '')
        .replace(/\s+/g, ' ')
        .trim(),
    )
    .join(' && ')
}

function kindOfPart(part: string): CommandKind {
  return COMMANDS.find(({ pattern }) => pattern.test(part))?.kind ?? 'other'
}

/** The message of a commit, its first line. */
export function commitMessage(command: string): string | null {
  const heredoc =
    /<<-?[ \t]{0,8}['"]?(\w{1,40})['"]?[ \t]{0,8}\n([\s\S]{0,20000}?)\n[ \t]{0,80}\1\b/.exec(
      command,
    )?.[2]
  const quoted = /\s-\w*m\s*(?:"((?:[^"\\]|\\.)*)"|'([^']*)'|(\S+))/.exec(command)
  const text = heredoc ?? quoted?.[1] ?? quoted?.[2] ?? quoted?.[3]
  const line = text?.trim().split('\n')[0]?.trim() ?? ''
  return line === '' || line.startsWith('$(') ? null : line
}

type Outcome = 'passed' | 'failed'

const FAILED_COUNT =
  /(?<!\b0 )\b(?:[1-9]\d*) (?:tests? )?(?:failed|failing|failures?|errors?)\b|(?:^|\n)(?:FAILED|FAIL)\b|\btest result: FAILED\b|\berror TS\d+\b|\bTraceback \(most recent call last\)/

/** Hosts do not always mark a failure; the output of a test run shows it. */
export function outcomeOf(result: { readonly text: string; readonly failed: boolean }): Outcome {
  return result.failed || FAILED_COUNT.test(result.text.slice(0, MAX_OUTPUT_CHARS))
    ? 'failed'
    : 'passed'
}

const MAX_OUTPUT_CHARS = 50_000
/** Most specific lines first; a line that only counts failures is useless. */
const ERROR_LINES: readonly RegExp[] = [
  /^.*(?:\b\w*(?:Error|Exception)(?: \[\w+\])?: \S|\berror(?:\[\w+\]| TS\d+)?: \S|\bfatal: |\bpanicked at ).*$/m,
  /^.*(?:\b(?:not found|cannot find|undefined reference|permission denied|no such file)\b).*$/im,
  /^[ \t]*(?:FAIL(?:ED)?|✗|✘|✕|×|not ok \d+)\s+\S.*$/m,
]

/** The line of an output that names the error. */
export function errorLine(output: string, maxChars: number): string | null {
  const start = output.slice(0, MAX_OUTPUT_CHARS)
  const line = ERROR_LINES.map((kind) => kind.exec(start)?.[0]).find((found) => found !== undefined)
  if (line === undefined) return null
  const clean = line
    .replace(/\u001b\[[0-9;]*m/g, '')
    .replace(/\s+/g, ' ')
    .trim()
  return shorten(clean, maxChars)
}
