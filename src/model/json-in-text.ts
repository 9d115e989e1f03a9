/** The JSON value in what a model wrote around it: reasoning, a code fence, a friendly sentence. */

const REASONING = /<think(?:ing)?>[\s\S]*?(?:<\/think(?:ing)?>|$)/gi
const FENCE = /```(?:json)?([\s\S]*?)```/i

/** Undefined when there is none. The first value that is whole counts. */
export function jsonInText(text: string): unknown {
  const spoken = text.replace(REASONING, '').trim()
  const fenced = FENCE.exec(spoken)?.[1]
  for (const candidate of [spoken, fenced, ...bracketedParts(spoken)]) {
    const value = parseJsonValue(candidate)
    if (value !== undefined) return value
  }
  return undefined
}

/** Only objects and lists: a lone word or number is no answer to us. */
function parseJsonValue(text: string | undefined): unknown {
  if (text === undefined || !/^\s*[[{]/.test(text)) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined // prose that happens to begin with a bracket
  }
}

const MAX_STARTS = 20

/** Stretches from an opening bracket to the one that closes it. */
function* bracketedParts(text: string): Generator<string> {
  let from = 0
  for (let tries = 0; tries < MAX_STARTS; tries++) {
    const start = text.slice(from).search(/[[{]/)
    if (start < 0) return
    const end = closing(text, from + start)
    if (end !== null) yield text.slice(from + start, end + 1)
    from += start + 1
  }
}

function closing(text: string, start: number): number | null {
  let depth = 0
  let quoted = false
  for (let i = start; i < text.length; i++) {
    const char = text[i]
    if (quoted) {
      if (char === '\\') i += 1
      else if (char === '"') quoted = false
    } else if (char === '"') quoted = true
    else if (char === '{' || char === '[') depth += 1
    else if (char === '}' || char === ']') {
      depth -= 1
      if (depth === 0) return i
    }
  }
  return null
}
