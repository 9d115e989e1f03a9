/** The code a rule speaks of: literal patterns that bring a negative memory up. */

/** What follows one of these is what must not be done, up to where the better way begins. */
const FORBIDS =
  /\b(?:never|don['’]?t|do not|avoid|stop|quit|no more|not|instead of|rather than|in place of|over|as opposed to|must(?:n['’]?t| not)|should(?:n['’]?t| not)|can(?:not|['’]t)|shall not|may not|without|no longer|no|forbidden|banned|off[- ]limits|hate|dislike|refrain from|steer clear of|stay away from)\b/gi
const BETTER_WAY =
  /(?:[,;.:—–]|\s-\s|\b(?:but|and))\s*(?:please\s+)?(?:always\s+)?(?:instead\s+)?(?:use|prefer|call|write|go with|reach for|we use|you should use|rather)\b|\b(?:use|prefer)\s+\S+\s+instead\b/i

const BACKTICKED = /(?<!`)(`{1,6})(?!`)([^\n]{0,400}?[^`\n])\1(?!`)/g
/** Code without backticks: calls, macros, members, paths, flags, decorators, snake_case. */
const BARE_CODE =
  /(?<![\w`'"@/.-])(?:@[a-z][\w/.-]+|--[a-z][\w-]+|[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)*\([^)\s]{0,20}\)|(?:e?print(?:ln)?|dbg|panic|todo|unimplemented|unreachable|vec|format|assert(?:_eq)?)!|[A-Za-z_$][\w$]*(?:::[A-Za-z_$][\w$]*)+|(?:console|process|window|document|Math|os|sys|Date|Promise|System|fmt|std|self|this)\.[A-Za-z_$][\w$.]*\w|[\w.-]+\.(?:tsx?|jsx?|mjs|py|rs|go|java|rb|json|ya?ml|toml|lock|sql|env|md|css)\b|(?:[\w.-]+\/)+[\w.*-]*|[a-z]+_[a-z_0-9]+|[a-z]+[A-Z][A-Za-z0-9]+)(?![\w`])/g
const COMMAND =
  /\b(?:git|npm|npx|yarn|pnpm|bun|cargo|go|pip|docker|kubectl|terraform|make|rm|sudo|chmod|curl|psql|brew|apt|apt-get)\s+(?:-{1,2}[\w-]+|[a-z][\w:-]*)(?:\s+-{1,2}[\w-]+)*/g
const WORDS_AFTER_TOOL =
  /^(?:go|make) (?:sure|it|the|with|for|a|to|this|that|any|all|your|our|ahead|back|on|through|up|and)\b/

const MAX_TRIGGERS = 6

export function forbidsSomething(masked: string): boolean {
  return new RegExp(FORBIDS.source, 'i').test(masked)
}

/** Literal code in the part of a sentence that says what not to do. */
export function triggersOf(text: string): string[] {
  const found = forbiddenParts(text).flatMap((part) => codeIn(part))
  return [...new Set(found)].slice(0, MAX_TRIGGERS)
}

function forbiddenParts(text: string): string[] {
  const hidden = text.replace(BACKTICKED, (code) => '\uE000'.repeat(code.length))
  return [...hidden.matchAll(FORBIDS)].map((match) => {
    const from = match.index + match[0].length
    const better = BETTER_WAY.exec(hidden.slice(from))
    return text.slice(from, better === null ? text.length : from + better.index)
  })
}

function codeIn(part: string): string[] {
  const ticked = [...part.matchAll(BACKTICKED)].map((match) => (match[2] ?? '').trim())
  const rest = part.replace(BACKTICKED, ' ')
  const commands = [...rest.matchAll(COMMAND)]
    .map((match) => match[0])
    .filter((command) => !WORDS_AFTER_TOOL.test(command))
  const bare = [...rest.matchAll(BARE_CODE)].map((match) =>
    match[0].replace(/(?<![.,;])[.,;]+$/, ''),
  )
  return [...ticked, ...commands, ...bare].filter((code) => code.length >= 2 && isCode(code))
}

/** "and/or" and "e.g." have the shape of code and are not. */
function isCode(code: string): boolean {
  return !/^(?:and\/or|his\/her|he\/she|yes\/no|either\/or|i\/o|n\/a|w\/o|input\/output|e\.g|i\.e)$/i.test(
    code,
  )
}
