/** G-10. Whether the value beside a name like `password` is a real one or stands for one. */
import {
  isDigest,
  isHarmless,
  isUuid,
  looksRandom,
  readableBase64,
  shannonBits,
} from './entropy.ts'

const MAX_MADE_OF_LENGTH = 2
const VARIED_LETTERS = 6

/** Words people write where the real value would go. */
const STAND_IN =
  /(?<![A-Za-z\d])your|your[_ -]|placeholder|dummy|sample|redacted|replace|insert|change[_-]?(?:me|this|it)|goes[_-]?here|fill[_-]?in|xxxx|\*{3}|\.{3}|…|•{2}|#{4}|_{4}|-{4}|to-?do\b|fixme|\bmy[_-]/i
const EXAMPLE = /example/i
const WHOLE_STAND_IN =
  /^(?:pass(?:word|wd|phrase|code)?|pwd|secret|token|api[_-]?key|key|credentials?|auth|user(?:name)?|admin|root|test(?:ing)?|foo|bar|baz|foobar|none|null|nil|undefined|nan|true|false|yes|no|on|off|string|text|number|function|symbol|bigint|visible|invisible|different|integer|boolean|object|array|any|unknown|required|optional|hidden|empty|default|value|secure|invalid|incorrect|wrong|correct|missing|bearer|basic|file|env|stdin|prompt|include|omit|same-origin|enabled|disabled|never|always|public|private)[!.]?$/i
/** A value that is fetched from somewhere: `$VAR`, `${…}`, `%VAR%`, `{{…}}`, `<…>`, `process.env.X`. */
const FETCHED =
  /^(?:[$%<{([@&*!|]|\\?\$|`|=)|[>)\]}%]$|\$\{|\{\{|\[redacted:|(?:process|import\.meta)\.env|environ|getenv|\benv[.[(:]|secrets?\.|vault[:.]|op:\/\/|ssm:|arn:|^(?:this|self|config|settings|options|opts|args|params|props|ctx|req|request|res|response|data|state|user|input|event|body|result|process|os|ENV|var|local|module)[.[]/i
/** `Foo`, `foo.bar`, `use-credentials`, `a/b/c`: words joined by signs, without a digit. */
const WORDS = /^[\p{L}_$]+(?:[-.:/\\ ][\p{L}_$]+)*[!?.:]?$/u
const VERSION = /^[\^~<>=v]{0,2}\d+(?:\.\d+)+/
const CODE = /[(){}[\];<>|]|=>|&&|\+\+|::|^[A-Za-z_$][\w$]*(?:\??\.[A-Za-z_$][\w$]*)+$/
const NAMES_A_CREDENTIAL = /pass|pwd|secret|token|key|cred|auth/i
const PATH =
  /^(?:~?\.{0,2}\/|[A-Za-z]:\\|[a-z][a-z0-9+.-]*:\/\/)|\.(?:pem|key|crt|json|ya?ml|txt|env|md|[jt]sx?|py)$/

/** True for `<your-key>`, `changeme`, `$VAR`, `process.env.X`, `****`, and for what we redacted. */
export function isStandIn(value: string): boolean {
  return (
    new Set(value).size <= MAX_MADE_OF_LENGTH ||
    FETCHED.test(value) ||
    STAND_IN.test(value) ||
    isExample(value) ||
    WHOLE_STAND_IN.test(value)
  )
}

/** The word itself, or the key of the AWS manuals; not a key of chance that has the word in it. */
function isExample(value: string): boolean {
  if (!EXAMPLE.test(value)) return false
  return /EXAMPLEKEY$/.test(value) || !looksRandom(value.replace(EXAMPLE, ''))
}

/** For kinds whose prefix already says enough: `ghp_xxxx…` in a manual is not a token. */
export function isVaried(value: string): boolean {
  return new Set(value).size >= VARIED_LETTERS && !/example|x{6}|\*{3}|\.{3}|your[_-]/i.test(value)
}

/** In quotes after a password's name. Capitalised words are labels of a form, not passwords. */
export function isQuotedPassword(value: string): boolean {
  if (isStandIn(value) || CODE.test(value) || PATH.test(value) || VERSION.test(value)) return false
  if (WORDS.test(value)) return /^[a-z]{6,}$/.test(value) && !NAMES_A_CREDENTIAL.test(value)
  return /[\p{L}\d]/u.test(value)
}

/** Without quotes, where the value could as well be a variable: it must not read like a name. */
export function isBarePassword(value: string): boolean {
  return (
    value.length >= 6 &&
    !/^0x[\da-f]+$/i.test(value) &&
    isQuotedPassword(value) &&
    !WORDS.test(value) &&
    /\d|[^\w.:/\\-]/.test(value) &&
    /\p{L}/u.test(value) &&
    !(/^[A-Za-z_$.]+\d*$/.test(value) && NAMES_A_CREDENTIAL.test(value))
  )
}

/** `DB_PASSWORD=letmein`: an environment file has no variables on the right, so words count too. */
export function isEnvPassword(value: string): boolean {
  return value.length >= 4 && !isStandIn(value) && !PATH.test(value) && !/[(){}<>]/.test(value)
}

/** `--password …` on a command line, where no variable stands without its sign: letters of chance count too. */
export function isOptionPassword(value: string): boolean {
  if (isBarePassword(value)) return true
  return value.length >= 8 && isQuotedPassword(`${value}1`) && isMixedUp(value)
}

/** Letters alone, in which capitals come as no words would have them. */
function isMixedUp(value: string): boolean {
  const changes = value.match(/[a-z](?=[A-Z])|[A-Z](?=[a-z])/g) ?? []
  return /^[A-Za-z]+$/.test(value) && changes.length >= value.length / 2.5
}

/** `--api-key …`, `--token …`: as in quotes, since no variable stands there without its sign. */
export function isOptionKey(value: string): boolean {
  return value.length >= 10 && isCredential(value)
}

/** After `secret`, `api_key` and the like: a password's rules, and letters with digits. */
export function isCredential(value: string): boolean {
  if (value.length < 8 || isStandIn(value) || CODE.test(value) || PATH.test(value)) return false
  if (isUuid(value) || isDigest(value) || looksRandom(value)) return true
  const plain = readableBase64(value)
  if (plain !== null) return /^\S{6,}$/.test(plain) && !isStandIn(plain)
  return (
    /\d/.test(value) && /[A-Za-z]/.test(value) && !isHarmless(value) && shannonBits(value) >= 2.5
  )
}

/** The same without quotes: long or random, and not the name of a variable. */
export function isBareCredential(value: string): boolean {
  if (!isCredential(value)) return false
  return looksRandom(value) || isHexKey(value) || isUuid(value) || readableBase64(value) !== null
}

/** After `token`, which in code more often names a piece of grammar. */
export function isToken(value: string): boolean {
  if (isStandIn(value) || CODE.test(value) || /token|schema|secret/i.test(value)) return false
  return looksRandom(value) || isHexKey(value)
}

/** `API_TOKEN=…` of an environment file: shorter ones count too, if chance made them. */
export function isEnvToken(value: string): boolean {
  if (value.length < 10 || isStandIn(value) || CODE.test(value) || PATH.test(value)) return false
  const isMixed = /\d/.test(value) && /[a-z]/.test(value) && /[A-Z]/.test(value)
  return isToken(value) || (isMixed && shannonBits(value) >= 3 && !isHarmless(value))
}

/** After any other `…_key`: digests there are cache keys, so only what looks random counts. */
export function isUnknownKey(value: string): boolean {
  return value.length >= 20 && !isStandIn(value) && !CODE.test(value) && looksRandom(value)
}

function isHexKey(value: string): boolean {
  return /^[0-9a-f]{32,}$/i.test(value) && shannonBits(value) >= 3
}
