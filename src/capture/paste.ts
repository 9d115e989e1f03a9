/** G-03. Lines that a machine wrote and a person pasted: logs, traces, diffs, code, test output. */

interface PasteKind {
  readonly kind: string
  readonly line: RegExp
}

/** Adding a kind of pasted line means adding a row. Each looks at one line and nothing else. */
// biome-ignore format: a table reads best in columns
const PASTE_KINDS: readonly PasteKind[] = [
  { kind: 'stack frame',   line: /^\s+at \S.*[:(]\d+/ },
  { kind: 'stack frame',   line: /^\s*File "[^"]+", line \d+/ },
  { kind: 'stack frame',   line: /^\s*(?:Traceback \(most recent|goroutine \d+ \[|Caused by: |thread '[^']*' panicked)/ },
  { kind: 'caret',         line: /^\s*[\^~]+\s*$/ },
  { kind: 'compiler',      line: /^\s*(?:-->|\|) |^\S+:\d+(?::\d+)?:? / },
  { kind: 'frame',         line: /^\s*[│┃║╷╵┌└╭╰├▏▎]|^\s*\|.*\|\s*$/ },
  { kind: 'columns',       line: /[^\s.!?:,;] {2,40}\S[^\n]{0,200}?[^\s.!?:,;] {2,40}\S/ },
  { kind: 'timestamp',     line: /^\s*\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d/ },
  { kind: 'timestamp',     line: /^\s*\[?\d\d:\d\d:\d\d/ },
  { kind: 'timestamp',     line: /^[A-Z][a-z]{2} {1,2}\d{1,2} \d\d:\d\d:\d\d / },
  { kind: 'option',        line: /^\s{2,20}--?[\w-]{1,40}(?:[ =]\S{1,40})?\s{2,20}\S/ },
  { kind: 'level',         line: /^\s*\[?(?:ERROR|WARN|WARNING|INFO|DEBUG|TRACE|FATAL|CRITICAL)\b[\]:]?/ },
  { kind: 'error',         line: /^\s*(?:error|warning|fatal|panic)(?:\[\w+\]| TS\d+)?: / },
  { kind: 'level',         line: /^\s{0,8}(?:HINWEIS|WARNUNG|FEHLER|AVERTISSEMENT|ERREUR|ADVERTENCIA|AVISO|ERRO|AVVISO|ERRORE|ПРЕДУПРЕЖДЕНИЕ|ОШИБКА)\s?: / },
  { kind: 'error',         line: /^\s{0,8}(?:fehler|erreur|errore|erro|ошибка|エラー|错误|錯誤|오류)(?: [\w-]{1,12})?\s?[:：]/iu },
  { kind: 'error',         line: /^\s{0,8}(?:[a-z_]\w{0,40}\.){1,8}\w{0,60}(?:Error|Exception|Warning): / },
  { kind: 'compiler',      line: /^\s{0,8}[\w./\\-]{3,200}\(\d{1,6},\d{1,6}\): (?:error|warning|note)\b/ },
  { kind: 'error',         line: /^\s*(?:Uncaught )?(?:[A-Z][A-Za-z.]*)?(?:Error|Exception|Warning)(?: \[\w+\])?: / },
  { kind: 'error',         line: /^\s{0,8}(?:assert(?:ion)? failed|invariant (?:failed|violation)|unhandled (?:rejection|exception)|segmentation fault)\b/i },
  { kind: 'program',       line: /^\s{0,8}[a-z][\w.+-]{1,20}: (?:fatal |internal )?(?:error|warning|fatal|note|info|notice)\b/ },
  { kind: 'program',       line: /^\s{0,8}\/[\w./+-]{3,120}: \S/ },
  { kind: 'package tool',  line: /^\s*(?:npm|yarn|pnpm) (?:ERR!|WARN\b|error\b|warn\b)/ },
  { kind: 'diff',          line: /^(?:diff --git |@@ .* @@|\+\+\+ \S|--- \S|index [0-9a-f]{6,}\.\.)/ },
  { kind: 'shell',         line: /^\s{0,8}(?:\([\w.-]{1,40}\) )?[\w.-]{1,40}@[\w.-]{1,60} \S{1,200} [%$#](?: |$)/ },
  { kind: 'shell',         line: /^\s*(?:\$|❯|➜|PS [A-Z]:\\|[\w-]+@[\w-]+:\S*[$#]) ?\S/ },
  { kind: 'git',           line: /^\s*(?:\(use "git |On branch \S+$|Your branch is |Changes (?:not staged|to be committed)|Untracked files:|nothing (?:added )?to commit|no changes added)/ },
  { kind: 'box',           line: /^\s*[│┃║╭╰┌└├┤▲▶●⎿✖ℹ⚠]/ },
  { kind: 'tests',         line: /^\s*(?:\[?[✓✔✗✘✕×]|\[!\]|PASS\b|FAIL\b|ok \d|not ok \d|={3,}|-{4,}|\d+ (?:passing|failing|passed|failed)\b)/ },
  { kind: 'code',          line: /[;{}]\s*$|^\s*[)\]}]+[;,]?\s*$/ },
  { kind: 'code',          line: /^\s*import\s+(?:\{|\*|type\b|[\w$]+\s*(?:,|from\b)|['"]|[\w.]+\s*$)/ },
  { kind: 'code',          line: /^\s*export\s+(?:default\s+(?:async|class|function|\{)|const|async|function|class|type|interface|\{|\*)/ },
  { kind: 'code',          line: /^\s*(?:const|let|var)\s+[\w$[{][^=]{0,80}=/ },
  { kind: 'code',          line: /^\s*(?:async\s+)?(?:function\b[^(]{0,60}\(|def\s+\w+\s*\(|fn\s+\w+\s*[(<]|class\s+\w+\s*[({:])/ },
  { kind: 'code',          line: /^\s*(?:public|private|protected)\s+(?:static|final|void|async|override|[A-Z]\w*)\b.*[({=]/ },
  { kind: 'code',          line: /^\s*(?:#include\s*[<"]|package\s+[\w.]+\s*$)/ },
  { kind: 'code',          line: /^\s*(?:\/\/|\/\*|\*\/|<!--|#!)/ },
  { kind: 'code',          line: /^\s*from \S+ import / },
  { kind: 'code',          line: /^\s{0,40}@[A-Za-z][\w.]{0,60}\(/ },
  { kind: 'data',          line: /^\s*"[\w.-]+"\s*:|^\s*<\/?[A-Za-z][^>]*>\s*$/ },
]

/** A diff's body and a trace's continuation are only known by what stands above them. */
const DIFF_BODY = /^[+\- @\\]/
const CONTINUATION = /^(?:\t| {2,})\S/
/** What a tool adds below its message. */
const ADVICE = /^\s{0,8}(?:note|hint|help|tip|target|usage|see|caused by)\b[:\s]/i
/** What it says beside an error, in its user's language. A person may begin like this, too: alone it is theirs. */
const NOTICE =
  /^\s{0,8}(?:hinweis|warnung|achtung|avertissement|attention|remarque|advertencia|aviso|nota|avviso|attenzione|предупреждение|внимание|警告|注意|提示|경고|참고)\s?[:：]/iu
/** "thread 'main' panicked at src/a.rs:4:9:": the message stands on the next line. */
const ENDS_OPEN = /:\s{0,4}$/

/** Less than this share of letters and spaces is not a sentence. */
const MIN_LETTER_SHARE = 0.6
const MIN_LENGTH_FOR_SHARE = 12

export function isPasted(line: string): boolean {
  if (line.trim() === '') return false
  if (PASTE_KINDS.some(({ line: pattern }) => pattern.test(line))) return true
  return line.length >= MIN_LENGTH_FOR_SHARE && letterShare(line) < MIN_LETTER_SHARE
}

/**
 * Which lines of a message were pasted. A single odd line between two pasted ones is pasted too,
 * since logs are full of plain words; so is an indented line right under one.
 */
export function pastedLines(lines: readonly string[]): boolean[] {
  const pasted = lines.map(isPasted)
  let inDiff = false
  for (const [i, line] of lines.entries()) {
    if (/^(?:diff --git |@@ .* @@)/.test(line)) inDiff = true
    else if (inDiff && !DIFF_BODY.test(line)) inDiff = false
    if (inDiff) pasted[i] = true
    if (!pasted[i] && pasted[i - 1] && goesOn(line, lines[i - 1] ?? '')) pasted[i] = true
  }
  markChanges(lines, pasted)
  for (const [i, line] of lines.entries())
    if ((pasted[i - 1] || pasted[i + 1]) && NOTICE.test(line)) pasted[i] = true
  for (let i = 1; i < lines.length - 1; i++) {
    const lonely = !pasted[i] && pasted[i - 1] && pasted[i + 1] && lines[i]?.trim() !== ''
    if (lonely) pasted[i] = true
  }
  return pasted
}

/** Lines with a plus beside lines with a minus are a diff without its head; a list has one sign. */
function markChanges(lines: readonly string[], pasted: boolean[]): void {
  const signs = lines.map((line) => /^[+-](?=[\s\w/#@<{(*"'])/.exec(line)?.[0] ?? null)
  for (let i = 0; i < lines.length; i++) {
    let end = i
    while (signs[end] != null) end++
    const run = signs.slice(i, end)
    if (run.includes('+') && run.includes('-')) pasted.fill(true, i, end)
    i = Math.max(i, end)
  }
}

/** Whether a line belongs to the machine text right above it. */
function goesOn(line: string, above: string): boolean {
  if (CONTINUATION.test(line) || ADVICE.test(line)) return true
  return line.trim() !== '' && ENDS_OPEN.test(above) && POSITION.test(above)
}

/** A place in a file: "src/a.rs:4:9". */
const POSITION = /\w\.\w{1,8}:\d/

function letterShare(line: string): number {
  const letters = line.match(/[\p{L}\p{M}\s'’,.!?`"“”-]/gu)?.length ?? 0
  return letters / [...line].length
}

/** An opened fence that is never closed runs to the end, as every renderer shows it. */
export function fencedLines(lines: readonly string[]): boolean[] {
  let fence: string | null = null
  return lines.map((line) => {
    const mark = /^\s*(`{3,}|~{3,})/.exec(line)?.[1]
    if (fence === null) {
      if (mark === undefined) return false
      fence = mark
      return true
    }
    if (mark?.startsWith(fence) && line.trim() === mark) fence = null
    return true
  })
}
