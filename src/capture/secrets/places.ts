/** G-10. Credentials known by the place they stand in: SQL, PHP, PowerShell, XML, JWK, .pgpass. */
import { isDigest, looksRandom, shannonBits } from './entropy.ts'
import type { SecretKind } from './kind.ts'
import { isCredential, isEnvPassword, isQuotedPassword, isStandIn } from './value.ts'

/** In quotes, up to the quote that opened it; signs and spaces included. */
const WRAPPED = String.raw`(?<open>["'])(?<value>(?:(?!\k<open>)[^\n]){MIN,200})(?=\k<open>)`
const wrapped = (min: number) => WRAPPED.replace('MIN', String(min))

/** Long, and of letters, digits and signs in no order: Django's and WordPress' generators. */
function isGenerated(value: string): boolean {
  if (/put your unique|your.{0,12}here|change.?me/i.test(value)) return false
  const signs = value.match(/[^\w\s]/g)?.length ?? 0
  return value.length >= 24 && signs >= 3 && /\d/.test(value) && shannonBits(value) >= 3.6
}

function isSqlPassword(value: string): boolean {
  return value.length >= 3 && !isStandIn(value) && !/^[?:%@]/.test(value) && !/\s/.test(value)
}

function isJwkMember(value: string): boolean {
  return looksRandom(value) && !isDigest(value)
}

function isNamedValue(value: string): boolean {
  return (
    isCredential(value) || (isQuotedPassword(value) && /\p{L}/u.test(value) && !/\s/.test(value))
  )
}

// biome-ignore format: a table reads best in columns
export const PLACED_KINDS: readonly SecretKind[] = [
  { kind: 'secret', words: ['secret_key', 'secret-key', 'secretkey'], inside: true, real: isGenerated,
    pattern: new RegExp(String.raw`secret[_-]?key["']?\]?\s{0,3}(?:=|:|,)\s{0,3}[rbuf]?${wrapped(24)}`, 'iy') },
  { kind: 'secret', words: ['auth_key', 'auth_salt', 'logged_in_key', 'logged_in_salt', 'nonce_key', 'nonce_salt'], inside: true, real: isGenerated,
    pattern: new RegExp(String.raw`(?:auth|logged_in|nonce)_(?:key|salt)["']\s{0,3}(?:,|=>|=)\s{0,16}${wrapped(24)}`, 'iy') },
  { kind: 'password', words: ['identified by', 'identified with'], real: isSqlPassword,
    pattern: new RegExp(String.raw`identified\s{1,3}(?:with\s{1,3}\S{1,40}\s{1,3})?(?:by|as)\s{1,3}(?:password\s{1,3})?${wrapped(3)}`, 'iy') },
  { kind: 'password', words: ['password '], real: isSqlPassword,
    pattern: new RegExp(String.raw`(?<=(?:user|role|with|encrypted|login)\s{1,3}(?:\S{1,40}\s{1,3})?)password\s{1,3}${wrapped(3)}`, 'iy') },
  { kind: 'password', words: ['-password'], inside: true, real: isEnvPassword,
    pattern: /-password\s{1,3}(?:\(ConvertTo-SecureString\s{1,3}(?:-String\s{1,3})?)?["'](?<value>[^"'\n]{4,128})(?=["'])/iy },
  { kind: 'password', words: ['convertto-securestring'], real: isEnvPassword,
    pattern: /ConvertTo-SecureString\s{1,3}(?:-String\s{1,3})?["'](?<value>[^"'\n]{4,128})(?=["'])/iy },
  { kind: 'secret', words: ['<add '], inside: true, real: isNamedValue,
    pattern: /<add\s{1,4}(?:key|name)="[^"\n]{0,60}(?:secret|passw|pwd|token|api_?key|accesskey)[^"\n]{0,30}"\s{1,4}value="(?<value>[^"\n]{4,256})(?=")/iy },
  { kind: 'secret', words: ['<string name', '<entry key', '<property name', '<param name'], inside: true, real: isNamedValue,
    pattern: /<(?:string|entry|property|param)\s{1,3}(?:name|key)="[^"\n]{0,60}(?:secret|passw|pwd|token|api_?key|access_?key)[^"\n]{0,30}"(?:\s{1,3}value="|>)(?<value>[^"<>\n]{4,256})(?=["<])/iy },
  { kind: 'secret', words: ['variable "'], real: isNamedValue,
    pattern: /variable\s"[^"\n]{0,60}(?:secret|password|passwd|pwd|token|api_?key|access_?key|secret_?key)\d{0,2}"\s{0,4}\{[^{}]{0,200}?\bdefault\s{0,12}=\s{0,4}"(?<value>[^"\n]{4,256})(?=")/y },
  { kind: 'password', words: ['psk='], real: isEnvPassword, pattern: /psk=["']?(?<value>[^\s"'$<]{8,63})/y },
  { kind: 'jwk-private-key', words: ['"d"', '"dp"', '"dq"', '"qi"', '"k"', '"p"', '"q"'], inside: true, real: isJwkMember,
    pattern: /"(?:d|dp|dq|qi|k|p|q)"\s{0,3}:\s{0,3}"(?<value>[A-Za-z0-9_-]{40,1024})(?=")/y },
  { kind: 'pgpass-password', words: [':5432:', ':5433:', ':6432:', ':3306:', ':*:'], inside: true, real: isSqlPassword,
    pattern: /:(?:\d{4,5}|\*):[^:\s]{1,63}:[^:\s/]{1,63}:(?<value>[^\s:]{4,128})(?=\s|$)/y },
]
