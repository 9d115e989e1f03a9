/**
 * H-06. Who may see a memory, decided when it is written: private on personal data or internal
 * addresses, unknown when it could not be decided, public otherwise.
 */
import type { Sensitivity } from '../memory/memory.ts'
import { isCardNumber, isCpf, isIban } from './checksums.ts'
import { SensitivitySettings } from './settings.ts'

interface Classification {
  readonly sensitivity: Exclude<Sensitivity, 'secret'>
  /** The kinds found, in the order of the table; never the values. */
  readonly reasons: readonly string[]
}

interface PrivateKind {
  readonly reason: string
  /** What every text of this kind holds; cheaper to look for than the pattern. */
  readonly needs?: RegExp
  readonly pattern: RegExp
  readonly real?: (match: RegExpExecArray, text: string) => boolean
}

const DEFAULTS = SensitivitySettings.parse({})

/** Every quantifier is bounded, so that hostile text costs no more than any other. */
const PRIVATE_KINDS: readonly PrivateKind[] = [
  {
    reason: 'e-mail address',
    needs: /@/,
    pattern:
      /(?<![\w.+/-])([\w.+-]{1,64})@((?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.){1,6}[a-z]{2,18})(?![\w-]|\.\w)/gi,
    real: ([, mailbox = '', domain = '']) => isPersonalMail(mailbox, domain),
  },
  {
    reason: 'phone number',
    pattern:
      /(?<![\w.+/-])\+\d{1,3}[ .-]?(?:\(\d{1,5}\)[ .-]?)?\d{2,5}(?:[ .-]\d{2,8}){1,4}(?![\w-]|\.\d)/g,
    real: ([found]) => hasPhoneDigits(found) && !/\.\d{1,2}\./.test(found),
  },
  {
    reason: 'phone number',
    pattern:
      /(?<![\w.-])(?:\+?1[ -])?(?:\([2-9]\d{2}\) ?|[2-9]\d{2}-)[2-9]\d{2}-\d{4}(?![\w-]|\.\d)/g,
  },
  {
    reason: 'phone number',
    needs: /phone|tel|mobile|cell|me [ao]|whats|handy|tél/i,
    pattern:
      /\b(?:phone|telephone|tel|mobile|cell|call me (?:at|on)|text me (?:at|on)|whatsapp|telefon|handy(?:nummer)?|téléphone|teléfono)(?: (?:number|no\.?|nr\.?))?(?: is)?[ :=]{1,3}(\+?\(?\d[\d ()/.-]{5,20}\d)(?![\w-])/gi,
    real: ([, number = '']) => hasPhoneDigits(number) && !isDateOrVersion(number),
  },
  {
    reason: 'postal address',
    needs: /address|live|wohnhaft/i,
    pattern:
      /\b(?:(?:my|our|his|her|their|home|postal|mailing|shipping|billing|street) address|i live|we live|wohnhaft|adresse)(?: is)?(?: at| in)?[ :]{1,3}[^\n]{0,40}?\b\d{1,5}[a-z]?\b[^\n]{0,40}?\p{L}{3}/giu,
    real: ([found]) => !/\b(?:0x|ipv?[46]?|mac|port|memory|https?:)/i.test(found),
  },
  {
    reason: 'postal address',
    pattern:
      /(?<![\w.])\d{1,5} (?:[A-Z][a-z]{1,20} ){1,3}(?:Street|St|Avenue|Ave|Road|Rd|Boulevard|Blvd|Lane|Ln|Drive|Court|Ct|Square|Terrace)\b(?:\.|,| Apt| Unit|\n|$)/g,
  },
  {
    reason: 'postal address',
    needs: /stra(?:ß|ss)e|str\.|weg|allee|gasse|platz/,
    pattern:
      /(?<!\p{L})\p{Lu}\p{Ll}{2,25}(?:straße|strasse|str\.|weg|allee|gasse|platz) \d{1,4}[a-z]?(?!\w)/gu,
  },
  {
    reason: 'national id',
    pattern: /(?<![\w.+-])(?!000|666|9\d\d)\d{3}-(?!00)\d{2}-(?!0000)\d{4}(?![\w-]|\.\d)/g,
  },
  {
    reason: 'national id',
    needs:
      /passport|identity|national|social|ssn|nino|tax id|steuer|personnummer|aadhaar|dni|nif|codice|licen/i,
    pattern:
      /\b(?:passport|national id(?:entity)?|identity card|social security|ssn|national insurance|nino|tax id|steuer-?id(?:entifikationsnummer)?|personnummer|aadhaar|dni|nif|codice fiscale|driver'?s? licen[cs]e)(?: (?:number|no\.?|nr\.?|card))?(?: is)?[ :=#]{1,3}(?=[A-Z \d.-]{0,8}\d)[A-Z\d](?:[ .-]?[A-Z\d]){6,19}\b/gi,
    real: ([found]) => (found.match(/\d/g)?.length ?? 0) >= 5,
  },
  {
    reason: 'national id',
    pattern: /(?<![\w.-])\d{3}\.\d{3}\.\d{3}-\d{2}(?![\w-])/g,
    real: ([found]) => isCpf(found),
  },
  {
    reason: 'card number',
    pattern:
      /(?<![\w.+/-])(?:\d{4}([ -]?)\d{4}\1\d{4}\1\d{1,7}|3\d{3}([ -])\d{6}\2\d{4,5})(?![\w-]|\.\d)/g,
    real: ([found]) => isCardNumber(found),
  },
  {
    reason: 'bank account',
    pattern:
      /(?<![A-Za-z0-9])[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?(?![A-Za-z0-9])/g,
    real: ([found]) => isIban(found),
  },
  {
    reason: 'personal name',
    needs: /name|called|hei(?:ß|ss)e|appelle|llamo|chiamo/i,
    pattern:
      /\b(?:[Mm]y (?:full |first |last |real )?name(?:'s| is)|[Ii] am called|[Ii]ch hei(?:ß|ss)e|[Mm]ein Name ist|[Jj]e m'appelle|[Mm]e llamo|[Mm]i chiamo)[: ]{1,2}\p{Lu}[\p{L}'-]{1,30}/gu,
  },
  {
    reason: 'personal name',
    pattern:
      /\b[Mm]y (?:wife|husband|partner|son|daughter|mother|father|sister|brother|boss|manager|doctor|colleague|girlfriend|boyfriend)(?:'s name)?(?: is|,)? \p{Lu}\p{Ll}[\p{L}'-]{0,30}/gu,
  },
  {
    reason: 'date of birth',
    needs: /birth|dob|born|geb/i,
    pattern:
      /\b(?:date of birth|birth ?date|birthday|dob|born on|geboren am|geburtsdatum)(?: is| on)?[ :=]{1,3}(?:the )?(?:\d{1,4}[./-]\d{1,2}[./-]\d{1,4}|\d{1,2}(?:st|nd|rd|th|\.)? \p{L}{3,9}|\p{L}{3,9} \d{1,2})/giu,
  },
  {
    reason: 'internal address',
    pattern:
      /(?<![\w.-])(?:10\.\d{1,3}|192\.168|172\.(?:1[6-9]|2\d|3[01])|100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7]))\.\d{1,3}\.\d{1,3}(?![\w-]|\.\d)/g,
    real: isInternalAddress,
  },
  {
    reason: 'internal address',
    pattern: /(?<![\w:])f[cd][0-9a-f]{2}:(?:[0-9a-f]{0,4}:){1,6}[0-9a-f]{1,4}(?![\w:])/gi,
  },
  {
    reason: 'internal address',
    needs: /\.(?:internal|intranet|corp|local|lan|home\.arpa)/,
    pattern:
      /(?<![\w.$#-])((?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.){1,6})(?:internal|intranet|corp|local|lan|home\.arpa|localdomain)(?![\w$-]|\.\w|\s{0,2}(?:[=([{]|\?\.|=>)|['"]?\])/g,
    real: isInternalHost,
  },
  {
    reason: 'internal address',
    pattern:
      /\bhttps?:\/\/(?:(?:intranet|internal|corp|vpn|wiki|jira|confluence|jenkins|gitlab|sharepoint|portal|fileserver|nas)(?=[:/\s]|$)|(?:intranet|internal|corp)\.[a-z0-9-])/gi,
  },
]

/** Undecodable or too long is unknown, never public: what we could not read we cannot vouch for. */
export function classifySensitivity(
  text: string,
  settings: SensitivitySettings = DEFAULTS,
): Classification {
  if (text.length > settings.maxCharacters)
    return { sensitivity: 'unknown', reasons: ['too large'] }
  if (unreadableShare(text) > settings.maxUnreadableShare) {
    return { sensitivity: 'unknown', reasons: ['undecodable'] }
  }
  const reasons = new Set<string>()
  for (const kind of PRIVATE_KINDS) {
    if (!reasons.has(kind.reason) && occurs(kind, text)) reasons.add(kind.reason)
  }
  return { sensitivity: reasons.size > 0 ? 'private' : 'public', reasons: [...reasons] }
}

function occurs({ needs, pattern, real }: PrivateKind, text: string): boolean {
  if (needs !== undefined && !needs.test(text)) return false
  if (real === undefined) return text.search(pattern) !== -1
  for (const match of text.matchAll(pattern)) if (real(match, text)) return true
  return false
}

/** Control characters no text needs, what a decoder gave up on, and halves of characters. */
const UNREADABLE = /[\0-\x08\x0e-\x1a\x1c-\x1f\ufffd\p{Cs}]/gu
const MAYBE_UNREADABLE = /[^\t-\r\x20-\x7e]/

function unreadableShare(text: string): number {
  return !MAYBE_UNREADABLE.test(text) ? 0 : (text.match(UNREADABLE)?.length ?? 0) / text.length
}

const NO_PERSON =
  /^(?:git|hg|svn|no-?reply|do-?not-?reply|root|nobody|user(?:name)?|you|me|someone|foo|bar|test)$|noreply/i
const NOWHERE =
  /(?:^|\.)(?:example|test|invalid|localhost)(?:\.(?:com|org|net|edu))?$|(?:^|\.)users\.noreply\.github\.com$|^(?:domain|email|host|server|company|foo|bar)\.(?:com|org|net|tld)$/i
/** `logo@2x.png` and `lib@next.js` are files. */
const FILE_ENDING =
  /\.(?:png|jpe?g|gif|svg|webp|ico|css|s[ac]ss|less|[cm]?[jt]sx?|json|md|html?|ya?ml|toml|txt|lock|tgz|gz|zip|so|dll|map|py|rb|rs|go|java|sh|service|socket|target|timer)$/i

function isPersonalMail(mailbox: string, domain: string): boolean {
  return !NO_PERSON.test(mailbox) && !NOWHERE.test(domain) && !FILE_ENDING.test(domain)
}

const MIN_PHONE_DIGITS = 7
const MAX_PHONE_DIGITS = 15

function hasPhoneDigits(found: string): boolean {
  const digits = found.replace(/\D/g, '').length
  return digits >= MIN_PHONE_DIGITS && digits <= MAX_PHONE_DIGITS
}

/** `2024-05-06`, `10.15.7.1` and their like. */
function isDateOrVersion(found: string): boolean {
  return /^\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|^\d{1,2}[-/.]\d{1,2}[-/.]\d{4}$|^\d{1,3}(?:\.\d{1,5}){2,3}$/.test(
    found,
  )
}

/** RFC 1918 names its blocks in every manual; an address inside one belongs to a real network. */
function isInternalAddress(match: RegExpExecArray, text: string): boolean {
  const [address] = match
  if (address.split('.').some((part) => Number(part) > 255)) return false
  const before = text.slice(Math.max(match.index - 10, 0), match.index)
  if (/(?:version|ver\.?|release|build|v)[ :=]{0,2}$/i.test(before)) return false
  const after = text.slice(match.index + address.length, match.index + address.length + 3)
  return !(
    /^(?:10\.0\.0\.0|172\.16\.0\.0|192\.168\.0\.0|100\.64\.0\.0)$/.test(address) &&
    /^\/\d/.test(after)
  )
}

/** Names that software brings along, and the left side of a property in code. */
const EVERYBODYS_HOST =
  /^(?:host|gateway|kubernetes)\.docker\.internal$|^metadata\.google\.internal$|(?:^|\.)example\.(?:internal|local|corp)$/
const CODE_NAME =
  /^(?:this|self|config|settings|options|module|process|window|node|env|exports|ctx|context|state|props|req|res|git|user|scope|storage|session|data|docker-compose|application|override|gradle|local)$/

const SAYS_HOST =
  /(?:host(?:name)?|server|machine|box|at|on|to|from|ssh|ping|curl|is|via|runs?|called|named)[\s:="'`]{1,4}$/i

function isInternalHost(match: RegExpExecArray, text: string): boolean {
  const [host, labels = ''] = match
  if (EVERYBODYS_HOST.test(host)) return false
  const before = text.slice(Math.max(match.index - 16, 0), match.index)
  const after = text.slice(match.index + host.length, match.index + host.length + 2)
  if (/(?:\/\/|@)$/.test(before) || /^(?::\d|\/)/.test(after)) return true
  // `specifier.local` is a property; `db.internal` after "host is", or `build-3.corp`, is a machine.
  const isPlain = /^[a-z]+\.$/.test(labels)
  return isPlain ? !CODE_NAME.test(labels.slice(0, -1)) && SAYS_HOST.test(before) : true
}
