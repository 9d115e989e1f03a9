/** M-01. Whether a shell command plainly only reads: each program in it is known to write to no file. */

const READERS: ReadonlySet<string> = new Set(
  (
    '[ basename cat cd cmp column cut date diff dirname du echo egrep false fgrep file fold for grep head jq less ' +
    'ls md5sum mkdir mneme more nl popd printf pushd pwd readlink realpath rg sha256sum shasum sleep stat tac tail ' +
    'test tr true uniq wc'
  ).split(' '),
)
/** These go before the program itself. */
const BEFORE_PROGRAM =
  /^(?:!|do|done|else|elif|env|exec|fi|if|command|nice|sudo|then|time|until|while|xargs|\w+=\S*)$/
/** These read with these arguments. */
const READS_WITH = [
  /^git (?:commit|log|grep|status)(?:\s|$)(?!.*--output)/,
  /^find\s(?!.*-(?:exec|ok|delete|fprint|fls))/,
  /^sort(?:\s|$)(?!.*\s(?:-o|--output))/,
]
/** A script that only prints lines by their numbers. */
const PRINTS_LINES = /\bsed -n (['"]?)[\d,$p;]{1,40}\1(?=\s+[^-\s])/g
const BETWEEN_COMMANDS = /[;&|\n(){}`]/
/** Text in quotes is no program, unless the shell runs what is inside. */
const IN_QUOTES = /'[^']*'|"[^"$`]*"/g
const BODY_FOLLOWS = /<<-?\s?["'](\w{1,40})["']/

/** Where its output goes is another question: see `redirectTargets`. */
export function isPlainlyReading(command: string): boolean {
  const bare = command
    .replace(/\d?>&\d|&>/g, ' > ')
    .replace(/\\\n/g, ' ')
    .replace(PRINTS_LINES, 'cat')
    .replace(IN_QUOTES, 'Q')
  return bare.split(BETWEEN_COMMANDS).every(isReader)
}

function isReader(part: string): boolean {
  const words = part.replace(/[<>$]/g, ' ').split(/\s+/).filter(Boolean)
  const first = words.findIndex((word) => !BEFORE_PROGRAM.test(word))
  if (first === -1) return true
  const called = words.slice(first).join(' ')
  if (READERS.has(words[first] ?? '')) return true
  return READS_WITH.some((form) => form.test(called))
}

/** The words behind `>` and `>>` of a command without its quotes. */
export function redirectTargets(said: string): readonly string[] {
  return [...said.matchAll(/>{1,2}\|?\s{0,40}([^\s;|&<>()]+)/g)].map((found) => found[1] ?? '')
}

/** What `cat` is given between quoted marks is data and runs nowhere. */
export function withoutHereDocuments(command: string): string {
  let end: string | null = null
  const kept: string[] = []
  for (const line of command.split('\n')) {
    if (end === null) kept.push(line)
    else if (line.trim() === end) end = null
    if (end === null && line.trimStart().startsWith('cat ') && !line.includes('|')) {
      end = BODY_FOLLOWS.exec(line)?.[1] ?? null
    }
  }
  return kept.join('\n')
}
