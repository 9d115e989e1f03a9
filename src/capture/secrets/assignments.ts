/**
 * G-10. Credentials known by the name beside them: `password = …`, `api_key: …`, `SECRET=…`,
 * headers, cookies, command lines. The value decides (value.ts), since code is full of such names
 * with something harmless on the other side.
 */
import { decodeBase64 } from './entropy.ts'
import type { SecretKind } from './kind.ts'
import {
  isBareCredential,
  isBarePassword,
  isCredential,
  isEnvPassword,
  isEnvToken,
  isOptionKey,
  isOptionPassword,
  isQuotedPassword,
  isStandIn,
  isToken,
  isUnknownKey,
} from './value.ts'

/** What may follow the word and still name the same thing: `SECRET_KEY_BASE`, `password2`. */
const SUFFIXES = ['value', 'production', 'prod', 'dev', 'staging', 'base64', 'base', 'hex', 'id']
const SUFFIX = `(?:[_-]?(?:${SUFFIXES.flatMap((word) => [word, word.toUpperCase()]).join('|')}|[0-9]{1,2}))?`
/** `=`, `:`, `:=`, `=>`, `: string =`, with closing quotes before; `("password", …)`. */
const SIGN = String.raw`(?:[\\"'\`\]]{0,3}(?:\s{0,4}|[ \t]{5,24})(?::\s{0,2}[A-Za-z]{2,20}\s{0,2}=|={1,3}|:=|=>|:)\s{0,4}|(?<=\(\s{0,2}["'\`][\w.-]{1,60})["'\`]\s{0,2},\s{0,4})`
const QUOTED = String.raw`[rbuf@]?(?<open>\\?["'\`])(?<value>(?:(?!\k<open>)\S){4,256})(?=\k<open>)`
const BARE = String.raw`(?<value>[^\s"'\`,;<>(){}|\\]{4,256})(?=[\s"'\`,;<>)}|\\]|$)`
const ELEMENT = String.raw`>\s{0,4}(?<value>[^\s<>]{4,256})(?=\s{0,4}<\/)`
const OPTION = String.raw`(?:=|\s{1,3})["']?(?<value>[^\s"'\`;,&|<>()]{4,256})`
/** To the end of a line or a comment, as an environment file or a shell has it. */
const ENV = String.raw`=(?<value>[^\s"'\`;&|]{3,256})`
/** `--db-password …` on a command line. */
const DASHED = '(?<=--[a-z-]{0,24})'
/** "The password is now …", as people say it. */
const SAID = String.raw`\s(?:is|was)(?: now)?:?\s["'\`]?`
/** Code shown in a comment of the documentation, indented behind its star, with a word for a password. */
const NO_EXAMPLE = String.raw`(?!(?<=\*[ \t]{3,40})\w{4,20}:\s{0,4}["'][a-z]{4,40}["'])`
const REST = /[^\s"'`,;<>(){}|\\]*/y

const PASSWORD =
  '(?:[Pp]ass(?:[Ww]ord|wd|[Pp]hrase|[Cc]ode)|PASS(?:WORD|WD|PHRASE|CODE)|(?<![a-z])pass|Pass|PASS|(?<![a-z])pwd|Pwd|PWD)'
const SECRET =
  '(?:[Ss]ecret|SECRET)(?:[_.-]?(?:[Aa]ccess|ACCESS)?[_-]?(?:[Kk]ey|KEY|[Tt]oken|TOKEN))?'
const KEY_OWNERS = [
  ...['api', 'access', 'auth', 'private', 'signing', 'encryption', 'master', 'subscription'],
  ...['license', 'service'],
]
const OWNER = KEY_OWNERS.map((name) => {
  const rest = name.slice(1)
  return `[${name.charAt(0).toUpperCase()}${name.charAt(0)}]${rest}|${name.toUpperCase()}`
}).join('|')
const API_KEY = `(?:(?<=${OWNER})[_-](?:[Kk]ey|KEY)|(?:${OWNER}) ?(?:[Kk]ey|KEY))`
const TOKEN = '(?:[Tt]oken|TOKEN)'
const OTHER_KEY = '[_-](?:[Kk]ey|KEY)'

const PASSWORD_WORDS = [
  'passw',
  'passp',
  'passc',
  'pass=',
  'pass:',
  'pass"',
  "pass'",
  'pass ',
  'pass>',
  'pwd=',
  'pwd:',
  'pwd"',
  "pwd'",
  'pwd ',
  'pwd>',
]
const API_KEY_WORDS = [
  '_key',
  '-key',
  ...KEY_OWNERS.flatMap((name) => [`${name}key`, `${name} key`]),
]

/** What every row below needs after its name, or dashes before it. Most names in code have neither. */
const GATE =
  /[\w.-]{3,40}(?: key)?[\\"'`\]]{0,3}(?:\s{0,4}|[ \t]{5,24})(?:[=:,>]|(?:is|was)\b)|(?<=--[a-z-]{0,24})/iy

type Rule = Omit<SecretKind, 'pattern' | 'inside' | 'gate'>

function ruleForName(rule: Rule, name: string, value: string): SecretKind {
  return { ...rule, inside: true, gate: GATE, pattern: new RegExp(name + value, 'y') }
}

const password = { kind: 'password', words: PASSWORD_WORDS }
const secret = { kind: 'secret', words: ['secret'] }
const apiKey = { kind: 'api-key', words: API_KEY_WORDS }
const token = { kind: 'token', words: ['token'] }
const key = { kind: 'key', words: ['_key', '-key'] }

const ENV_PASSWORD = 'PASS(?:WORD|WD|PHRASE)?'
const ENV_SECRET = 'SECRET(?:_(?:ACCESS_)?(?:KEY|TOKEN))?'
const ENV_TOKEN = '(?<=[A-Z]_)TOKEN'
const ENV_KEY = '(?:(?<=[A-Z]{3})_|[A-Z]{3,12})KEY'

// biome-ignore format: a table reads best in columns
const ASSIGNED_KINDS: readonly SecretKind[] = [
  ruleForName({ ...password, real: isQuotedPassword },             NO_EXAMPLE + PASSWORD + SUFFIX + SIGN, QUOTED),
  ruleForName({ ...password, real: isEnvPassword },                ENV_PASSWORD + SUFFIX,     ENV),
  ruleForName({ ...password, real: isBarePassword, tail: REST },   PASSWORD + SUFFIX + SIGN,  BARE),
  ruleForName({ ...password, real: isQuotedPassword },             PASSWORD + SUFFIX,         ELEMENT),
  ruleForName({ ...password, real: isOptionPassword },             DASHED + PASSWORD,         OPTION),
  ruleForName({ ...password, real: isBarePassword },               PASSWORD + SAID,           BARE),
  ruleForName({ ...secret,   real: isCredential },                 SECRET + SUFFIX + SIGN,    QUOTED),
  ruleForName({ ...secret,   real: isCredential },                 ENV_SECRET + SUFFIX,       ENV),
  ruleForName({ ...secret,   real: isBareCredential, tail: REST }, SECRET + SUFFIX + SIGN,    BARE),
  ruleForName({ ...secret,   real: isCredential },                 SECRET + SUFFIX,           ELEMENT),
  ruleForName({ ...secret,   real: isBareCredential },             DASHED + SECRET,           OPTION),
  ruleForName({ ...apiKey,   real: isCredential },                 API_KEY + SUFFIX + SIGN,   QUOTED),
  ruleForName({ ...apiKey,   real: isCredential },                 ENV_KEY + SUFFIX,          ENV),
  ruleForName({ ...apiKey,   real: isBareCredential, tail: REST }, API_KEY + SUFFIX + SIGN,   BARE),
  ruleForName({ ...apiKey,   real: isCredential },                 API_KEY + SUFFIX,          ELEMENT),
  ruleForName({ ...apiKey,   real: isOptionKey },                  DASHED + API_KEY,          OPTION),
  ruleForName({ ...apiKey,   real: isBareCredential },             API_KEY + SAID,            BARE),
  ruleForName({ ...token,    real: isEnvToken },                   ENV_TOKEN + SUFFIX,        ENV),
  ruleForName({ ...token,    real: isToken },                      TOKEN + SUFFIX + SIGN,     QUOTED),
  ruleForName({ ...token,    real: isToken, tail: REST },          TOKEN + SUFFIX + SIGN,     BARE),
  ruleForName({ ...token,    real: isToken },                      TOKEN + SUFFIX,            ELEMENT),
  ruleForName({ ...token,    real: isOptionKey },                  DASHED + TOKEN,            OPTION),
  ruleForName({ ...token,    real: isToken },                      TOKEN + SAID,              BARE),
  ruleForName({ ...key,      real: isUnknownKey },                 OTHER_KEY + SUFFIX + SIGN, QUOTED),
  ruleForName({ ...key,      real: isUnknownKey, tail: REST },     OTHER_KEY + SUFFIX + SIGN, BARE),
]

/** Where more than a name tells: headers, cookies, command lines. */
const FRAMED_KINDS: readonly SecretKind[] = [
  {
    kind: 'authorization-header',
    words: ['authorization'],
    pattern:
      /authorization[\\"'`\]]{0,3}\s{0,3}[:=,]\s{0,3}\\?["'`]?(?:Bearer|Token|Bot|ApiKey|Key|OAuth|Negotiate)\s{1,3}(?<value>[^\s"'`\\,;<>]{8,256})/iy,
    tail: /[A-Za-z0-9_.~+/=-]*/y,
    inside: true,
    real: (value) => !isStandIn(value) && /\d|[A-Z]/.test(value.slice(1)),
  },
  {
    kind: 'basic-authorization',
    words: ['basic '],
    pattern: /Basic\s{1,3}(?<value>[A-Za-z0-9+/]{8,512}={0,2})(?![A-Za-z0-9+/=])/iy,
    real: (value) => /^[ -9;-~]{1,128}:[ -~]{1,}$/.test(decodeBase64(value)),
  },
  {
    kind: 'bearer-token',
    words: ['bearer '],
    pattern: /Bearer\s{1,3}(?<value>[A-Za-z0-9_.~+/=-]{16,256})/iy,
    tail: /[A-Za-z0-9_.~+/=-]*/y,
    real: isToken,
  },
  {
    kind: 'netrc-password',
    words: ['login'],
    pattern: /login\s{1,8}\S{1,128}\s{1,8}password\s{1,8}["']?(?<value>[^\s"'`\\,;<>]{3,256})/y,
    real: (value) => !isStandIn(value),
  },
  {
    kind: 'session-cookie',
    words: [
      'session=',
      'sessionid=',
      'session_id=',
      'session-id=',
      'sessid',
      'connect.sid',
      'csrftoken',
      'xsrf-token',
      'sid=',
    ],
    pattern:
      /(?:session(?:[_-]?id)?|sessid|connect\.sid|csrftoken|xsrf-token|sid)=(?<value>[A-Za-z0-9%_.+/:-]{16,256})/iy,
    tail: /[A-Za-z0-9%_.+/=-]*/y,
    inside: true,
    real: isToken,
  },
  {
    kind: 'command-line-password',
    words: ['sshpass', 'mysql', 'curl '],
    pattern:
      /(?:sshpass\s{1,3}-p\s{0,3}|mysql(?:dump|admin)?\s[^\n]{0,120}?\s-p|curl\s(?:[^\n]{0,160}?\s)?(?:-u|--user)[ =]?["']?[^\s:"']{1,64}:)["']?(?<value>[^\s"']{3,128})/y,
    real: isEnvPassword,
  },
  {
    kind: 'password',
    words: ['passphrase'],
    pattern:
      /passphrase["'`]?(?:\s{0,3}[:=]|\s(?:is|was)\s)\s{0,3}(?<open>["'`])(?<value>(?:(?!\k<open>)[^\n]){12,200})(?=\k<open>)/iy,
    inside: true,
    real: (value) => value.split(' ').length > 3 && !isStandIn(value),
  },
]

export const NAMED_KINDS: readonly SecretKind[] = [...FRAMED_KINDS, ...ASSIGNED_KINDS]
