/** G-10. Credentials as people pass them on, and as short options of programs take them. */

import { isUuid, looksRandom } from './entropy.ts'
import type { SecretKind } from './kind.ts'
import { isBareCredential, isBarePassword, isEnvPassword, isStandIn, isToken } from './value.ts'

const VALUE = String.raw`["'\`]?(?<value>[^\s"'\`,;<>(){}|\\]{6,256})`
/** "… for the webhook", "… of the admin" between the name and what it is. */
const WHOSE = String.raw`(?:\s(?:for|of|on|to|from|in|at|di|de|del|della|do|da|der|vom|von|für|pour|du|para|per)(?:\s[\w.-]{1,24}){1,4}?)?`
const IS = String.raw`\s(?:is|was|will be|shall be|becomes|ist|lautet|est|es|è|é)(?: now)?:?\s`

/** "password of the db: …". */
const OF_WHAT = WHOSE.slice(0, -1) + String.raw`:\s`

/** Chosen to be a password: a sign that stands inside no word, or letters and digits in no order. */
function isChosen(value: string): boolean {
  if (!isBarePassword(value) || !/\d/.test(value) || /[/.:]\w/.test(value)) return false
  return /[!@#$%^&*?+=~]/.test(value) || looksRandom(value)
}

function isHandedOver(value: string): boolean {
  return value.length >= 20 && !isStandIn(value) && looksRandom(value)
}

/** The name already says that a key is handed over: an id in the usual form counts, too. */
function isHandedOverToken(value: string): boolean {
  return isHandedOver(value) || isUuid(value) || isToken(value)
}

/** Behind a user's name: with a capital and a digit, which few names of things have. */
function isPaired(value: string): boolean {
  return isBarePassword(value) && /\d/.test(value) && /[A-Z]/.test(value) && /[a-z]/.test(value)
}

function hasDigit(value: string): boolean {
  return /\d/.test(value)
}

/** `name: DB_PASSWORD` with `value: …` beside it. */
function isNamedApart(value: string): boolean {
  return isBarePassword(value) || isBareCredential(value)
}

/** "maple-otter-lantern-canoe": four words or more, chosen by chance. */
function isOfWords(value: string): boolean {
  return /^[A-Za-z]{3,12}(?:[-_.][A-Za-z]{3,12}){3,11}[.!?]?$/.test(value) && !isStandIn(value)
}

function spokenPattern(name: string, rest: string): RegExp {
  return new RegExp(name + rest, 'iy')
}

// biome-ignore format: a table reads best in columns
export const SPOKEN_KINDS: readonly SecretKind[] = [
  { kind: 'password', words: ['passw', 'passphrase'], inside: true, real: isBarePassword, pattern: spokenPattern('pass(?:word|wd|phrase)', `(?:${WHOSE}${IS}|${OF_WHAT})${VALUE}`) },
  { kind: 'password', words: ['passw', 'passphrase'], inside: true, real: isChosen,       pattern: spokenPattern('pass(?:word|wd|phrase)', `\\s${VALUE}`) },
  { kind: 'password', words: ['passw', 'passphrase'], inside: true, real: isBarePassword, pattern: spokenPattern('pass(?:word|wd|phrase)', String.raw`(?:[:=]\*{1,2}|\*{1,2}\s?[:=]|:\s?(?:[|>][+-]?|&\w{1,20}))\s{1,24}${VALUE}`) },
  { kind: 'password', words: ['passw', 'passphrase'], inside: true, real: isChosen,       pattern: spokenPattern('pass(?:word|wd|phrase)', String.raw`\*{0,2}(?:\s(?:—|–|-|→)\s|\sis:\s{1,4}|\(\s{0,2}(?=["'])|=&quot;)${VALUE}`) },
  { kind: 'password', words: ['passw', 'secret', 'token', 'api_key', 'apikey'], inside: true, real: isNamedApart, pattern: spokenPattern('(?:password|passwd|secret(?:_?key)?|token|api_?key)', String.raw`(?:["'],\s{0,24}["']|["']?\s{1,24})value["']?\s{0,2}[:=]\s{0,2}${VALUE}`) },
  { kind: 'password', words: ['passphrase'], inside: true, real: isOfWords, pattern: spokenPattern('passphrase', `(?:${WHOSE}${IS}|${OF_WHAT})${VALUE}`) },
  { kind: 'password', words: ['pw:', 'pw =', 'pw=', 'pw is'],       real: isBarePassword, pattern: spokenPattern('pw', String.raw`\s?(?:[:=]|is)\s{0,2}${VALUE}`) },
  { kind: 'password', words: ['pw ', 'pwd '],                       real: isBarePassword, pattern: spokenPattern('pwd?', WHOSE + IS + VALUE) },
  { kind: 'password', words: ['wifi', 'wi-fi', 'wlan'],             real: isPaired,       pattern: spokenPattern('(?:wi-?fi|wlan)', String.raw`[^\n]{0,40}?[:/|]\s(?:[\w.@-]{2,40}\s?[/|]\s?)?${VALUE}`) },
  { kind: 'password', words: ['admin /', 'root /', 'guest /', 'admin|', 'admin/'], real: isPaired, pattern: spokenPattern('(?:admin|root|guest)', String.raw`\s?[/|]\s?${VALUE}`) },
  { kind: 'password', words: ['log in as', 'login as', 'sign in as'], real: isPaired,     pattern: spokenPattern('(?:log ?in|sign in) as', String.raw`\s[\w.@-]{2,40}(?:,|\swith|\susing|\sand|\s/|\s-)\s${VALUE}`) },
  { kind: 'recovery-code', words: ['recovery code', 'backup code'], real: hasDigit,
    pattern: /(?:recovery|backup) codes?(?: are| is)?:?\s{1,3}(?<value>[a-z0-9]{4,10}(?:-[a-z0-9]{4,10}){1,3}(?:,? {1,2}[a-z0-9]{4,10}(?:-[a-z0-9]{4,10}){1,3}){0,15})/iy },
  { kind: 'secret',   words: ['secret '],             inside: true, real: isBareCredential, pattern: spokenPattern('secret(?: key| token)?', WHOSE + IS + VALUE) },
  { kind: 'token',    words: ['token '],              inside: true, real: isHandedOverToken, pattern: spokenPattern('token', `(?:${WHOSE}${IS}|\\s)${VALUE}`) },
  { kind: 'api-key',  words: [' key '],               inside: true, real: isHandedOver,   pattern: spokenPattern(' key', `(?:${WHOSE}${IS}|\\s)${VALUE}`) },
  { kind: 'password', words: ['login', 'log in', 'sign in', 'credentials', 'creds', 'zugangsdaten', 'identifiants', 'credenciales', 'credenciais', 'credenziali'], real: isChosen,
    pattern: spokenPattern('(?:log ?in|sign in|credentials|creds|zugangsdaten|identifiants|credenciales|credenciais|credenziali)', String.raw`(?:\s(?:with|as|is|are|mit|avec|con|com))?:?\s["'\`]?[\w.@-]{2,40}\s{0,2}[/:|]\s{0,2}${VALUE}`) },
  { kind: 'command-line-password', words: ['docker login', 'podman login', 'redis-cli', 'openssl ', 'az login', 'ldapsearch'], real: isEnvPassword,
    pattern: /(?:(?:docker|podman|az) login\s(?:[^\n]{0,120}?\s)?-p|redis-cli\s(?:[^\n]{0,80}?\s)?-a|openssl\s[^\n]{0,120}?\s(?:-k|-passin pass:|-passout pass:|-pass pass:)|ldapsearch\s[^\n]{0,120}?\s-w)\s{0,3}["']?(?<value>[^\s"']{4,128})/y },
  { kind: 'command-line-password', words: ['htpasswd ', 'net use'], real: isEnvPassword,
    pattern: /(?:net use\s\S{1,20}\s\\{2,4}\S{1,80}(?=\s\S{4,128}\s\/user)|htpasswd\s(?:-[a-zA-Z]{1,6}\s){1,4}(?:\S{1,80}\s)?\S{1,40}|net use\s[^\n]{0,80}?\/user:\S{1,60})\s(?!\/)["']?(?<value>[^\s"']{4,128})/y },
  { kind: 'command-line-password', words: ['echo ', 'printf '], real: isEnvPassword,
    pattern: /(?:echo|printf)\s{1,3}(?:-n\s{1,3})?["']?(?<value>[^\s"'|$`]{4,128})(?=["']?\s{0,3}\|\s{0,3}(?:(?:docker|podman|nerdctl|oras|helm registry|gh auth) login|sudo -S|gh secret set|passwd\s|chpasswd))/y },
  { kind: 'command-line-password', words: ['gh secret set', 'glab variable set'], real: isEnvPassword,
    pattern: /(?:gh secret|glab variable) set\s[^\n]{0,80}?(?:--body|-b|--value|-v)[ =]["']?(?<value>[^\s"'$`]{4,256})/y },
  { kind: 'command-line-password', words: ['requirepass', 'masterauth'], real: isEnvPassword,
    pattern: /(?:requirepass|masterauth)\s{1,3}["']?(?<value>[^\s"']{4,128})/y },
  { kind: 'command-line-password', words: ['storepass', 'keypass', 'sqlcmd ', 'snmp-server community'], inside: true, real: isEnvPassword,
    pattern: /(?:(?:store|key)pass\s|sqlcmd\s[^\n]{0,120}?\s-P|snmp-server community)\s{0,3}["']?(?<value>[^\s"'$`]{4,128})/y },
  { kind: 'command-line-password', words: ['vault kv put', 'vault write'], real: isEnvPassword,
    pattern: /vault (?:kv put|write)\s[^\n]{0,120}?(?:key|token|secret|password)=["']?(?<value>[^\s"'$`@]{4,256})/y },
  { kind: 'command-line-password', words: ['secret put', 'secret set'], inside: true, real: isEnvPassword,
    pattern: /secret (?:put|set)\s[^\n]{0,60}?<<<\s{0,2}["']?(?<value>[^\s"'$`]{4,256})/y },
  { kind: 'command-line-password', words: ['jdbc:oracle', 'sqlplus '], real: isEnvPassword,
    pattern: /(?:jdbc:oracle:\w{2,8}:|sqlplus\s(?:-\w{1,8}\s)?)[^\s/"']{1,40}\/(?<value>[^\s@"'$/]{3,64})(?=@)/y },
  { kind: 'npm-auth', words: ['_authtoken ', '_auth ', '_password '], inside: true, real: isHandedOver,
    pattern: /_(?:authToken|auth|password)\s(?<value>[A-Za-z0-9_=+/.-]{20,256})/y },
]
