/**
 * How much of a long text each regular expression gets to see: some functions read only the beginning of
 * it, or a sentence at a time, and what a pattern never sees costs nothing.
 */
import { passagesOf } from '../../src/capture/brought-in.ts'
import { blankedInjected } from '../../src/capture/echo.ts'
import { findStatements } from '../../src/capture/extract/said.ts'
import { needsScrubbing, scrubText } from '../../src/capture/scrub.ts'
import { classifySensitivity } from '../../src/capture/sensitivity.ts'
import { tagsOfText } from '../../src/capture/tags.ts'
import { capturedRules, refusedWishes, UserRuleSettings } from '../../src/capture/user-rules.ts'
import { escapeText } from '../../src/context/fence.ts'
import { cleanQuoted } from '../../src/context/governor.ts'
import { instructionLikeness } from '../../src/context/likeness.ts'
import { judgePair } from '../../src/memory/judge-pair.ts'
import { contentHash, descriptionFrom, titleFrom } from '../../src/memory/normalise.ts'
import { parseQuery } from '../../src/search/query.ts'
import type { Message } from '../../src/sessions/message.ts'
import { indexText } from '../../src/text/index-text.ts'
import { PassageSettings, passagesOf as piecesOf } from '../../src/text/passages.ts'
import { withoutPrivate } from '../../src/text/private.ts'
import { sentencesOf } from '../../src/text/sentences.ts'
import { snippetOf } from '../../src/text/snippet.ts'

const pieces = PassageSettings.parse({})
const rules = UserRuleSettings.parse({})
const SAID = { role: 'user', origin: 'user' } as unknown as Message
const claim = (content: string) => ({ title: '', content })

/** Everything that is handed a text as it came in. */
const READERS: Readonly<Record<string, (text: string) => unknown>> = {
  needsScrubbing,
  scrubText,
  classifySensitivity,
  passagesOf: (text) => passagesOf(text.slice(0, rules.maxMessageChars)),
  blankedInjected,
  capturedRules: (text) => capturedRules(rules, text),
  refusedWishes: (text) => refusedWishes(rules, text),
  findStatements: (text) => findStatements([{ ...SAID, text }]),
  tagsOfText,
  judgePair: (text) => judgePair(claim(text), claim(`${text} now`)),
  contentHash,
  titleFrom,
  descriptionFrom,
  instructionLikeness,
  cleanQuoted,
  escapeText,
  indexText,
  piecesOf: (text) => piecesOf(pieces, text),
  parseQuery,
  sentencesOf,
  withoutPrivate,
  snippetOf: (text) => snippetOf(text, ['a']),
}

/** Longer than anything that a function reads of a text which it does not read whole. */
const LONG = 60_000
const WHOLE = LONG / 2
const TALK = [
  'From now on always use tabs, not spaces, in src/app.ts because it was agreed. ',
  'We changed the port from 8080 to 9090; the old one is no longer used. ',
  'password=hunter2hunter2 and https://example.com/a?b=c `code` "quoted" ',
  '먼저 저는 이것을 씁니다 그리고 ',
  'まず私はこれが好きです。次に',
  '先用这个,然后再用那个。',
  'Сначала мы берём это: потом то, чтобы было. ',
  'Pour cela: on utilise ceci, pas cela. ',
  'At 10:42 Tom wrote:\n> never push\n\n- a list\n1. a step\n```\nlog line\n```\n',
]

/** By source and flags: the longest text that it was given, or null for one that is given all there is. */
export function longestSeen(): ReadonlyMap<string, number | null> {
  const seen = new Map<string, number>()
  const { exec } = RegExp.prototype
  RegExp.prototype.exec = function (text) {
    const key = seenKey(this)
    if (text.length > (seen.get(key) ?? -1)) seen.set(key, text.length)
    return exec.call(this, text)
  }
  try {
    for (const words of TALK) {
      for (const end of ['', '\n', '. ']) {
        const seed = words + end
        const text = seed.repeat(Math.ceil(LONG / seed.length))
        for (const read of Object.values(READERS)) read(text)
      }
    }
  } finally {
    RegExp.prototype.exec = exec
  }
  return new Map([...seen].map(([key, length]) => [key, length > WHOLE ? null : length]))
}

/** `split` makes a sticky copy, which is the same pattern. */
export function seenKey({ source, flags }: Pick<RegExp, 'source' | 'flags'>): string {
  return `/${source}/${flags.replace('y', '')}`
}
