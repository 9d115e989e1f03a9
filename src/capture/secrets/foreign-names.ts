/** G-10. `Passwort:`, `mot de passe =`, `пароль`, `密码`: the names of credentials in other languages. */
import type { SecretFinding } from './scan.ts'
import { isBarePassword, isCredential } from './value.ts'

const PASSWORDS = [
  ...['passwort', 'kennwort', 'zugangscode', 'mot de passe', 'mdp', 'contraseña', 'contrasena'],
  ...[
    'clave',
    'senha',
    'palavra-passe',
    'parola d.ordine',
    'parola chiave',
    'passord',
    'wachtwoord',
  ],
  ...[
    'hasło',
    'haslo',
    'şifre',
    'пароль',
    'пасворд',
    '密码',
    '密碼',
    '口令',
    'パスワード',
    '暗証番号',
  ],
  ...['비밀번호', '비번', '암호'],
  ...['lösenord', 'adgangskode', 'salasana', 'heslo', 'jelszó', 'parola', 'lozinka', 'kata sandi'],
  ...[
    'парола',
    'κωδικός',
    'סיסמה',
    'كلمة المرور',
    'كلمة السر',
    'رمز عبور',
    'पासवर्ड',
    'รหัสผ่าน',
    'mật khẩu',
  ],
]
const KEYS = [
  ...[
    'geheimnis',
    'geheimer schlüssel',
    'geheimschlüssel',
    'jeton',
    "clé d['’]api",
    'clave de api',
    'chave da api',
    'api-schlüssel',
    'zugangsschlüssel',
    'clé secrète',
    'clé api',
  ],
  ...[
    'clave secreta',
    'clave api',
    'chave secreta',
    'chave de api',
    'chiave segreta',
    'chiave api',
  ],
  ...[
    'секрет',
    'секретный ключ',
    'ключ api',
    'api-ключ',
    'токен',
    '密钥',
    '密鑰',
    '令牌',
    '访问令牌',
  ],
  ...['秘密鍵', 'シークレット', 'アクセスキー', 'トークン', '비밀키', '비밀 키', '토큰', 'api 키'],
  ...['api密钥', 'api密鑰', 'apiキー', 'apiトークン', 'api토큰', 'api키'],
]
const VERBS = [
  ...[
    'ist',
    'lautet',
    'heißt',
    'heisst',
    'war',
    'wird',
    'is',
    'er',
    'är',
    'to',
    'jest',
    'est',
    "c['’]est",
    'sera',
  ],
  ...[
    'es',
    'será',
    'era',
    'é',
    'è',
    'sarà',
    'это',
    'теперь',
    '是',
    '为',
    '為',
    'は',
    '은',
    '는',
    '입니다',
  ],
].join('|')
const NOW = ['jetzt', 'nun', 'ahora', 'maintenant', 'désormais', 'adesso', 'ora', 'agora', 'теперь']
/** A sign or a verb between the name and its value. */
const IS = `(?:\\s{0,3}(?:[:=：＝—–→]|=>|->)\\s{0,3}|\\s{0,2}(?:${VERBS})(?:\\s(?:${NOW.join('|')}))?[\\s:：]{1,3}|\\s?[是为為は은는])`
/** "пароль от базы", "Passwort für die Datenbank", "mot de passe du serveur de mail". */
const WHOSE =
  '(?:\\s(?:от|для|к|на|von|vom|van|voor|til|till|beim|am|im|für|zu|zum|zur|der|des|di|dal|de|du|del|della|dello|do|da|dos|pour|para|por|per|en)(?:\\s[^\\s:：=,;]{1,30}){1,4}?)?'
/** Only where one of the names begins is the rest looked at: asking at every letter what stands before it takes long. */
const NAME = new RegExp([...PASSWORDS, ...KEYS].join('|'), 'giu')
/** Chinese, Japanese and Korean write what the password is for right before it. */
const named = (between: string) =>
  new RegExp(
    `(?<![\\p{Script=Latin}\\p{Script=Cyrillic}])(?:(?<password>${PASSWORDS.join('|')})|(?<key>${KEYS.join('|')}))["'\`]?${between}["'\`«„“]?(?<value>[^\\s"'\`«»„“”,;<>(){}。、，]{6,256})`,
    'iudy',
  )
/** The value behind a verb first: of "… für den Mailserver lautet X" a gap alone would find the server. */
const NAMED = [named(WHOSE + IS), named(`${WHOSE}\\s`)]
/** For the fast pass: each of the names above begins with one of these, or has a letter beyond Latin-1. */
export const FOREIGN_WORDS: readonly string[] = [
  ...[
    'passwort',
    'kennwort',
    'zugangs',
    'jeton',
    'mot de passe',
    'mdp',
    'contrase',
    'clave',
    'senha',
  ],
  ...['palavra-passe', 'parola ', 'passord', 'wachtwoord', 'haslo', 'geheim', 'api-schl'],
  ...['clé ', 'clÉ ', 'chave ', 'chiave ', 'lösenord', 'lÖsenord', 'adgangskode', 'salasana'],
  ...['heslo', 'jelsz', 'parola', 'lozinka', 'kata sandi'],
]
/** A text of Latin-1 alone is settled before its first letter is read. */
const WIDE_LETTER =
  /[ŁłŞş\u0370-\u06ff\u0900-\u097f\u0e00-\u0e7f\u1ea0-\u1eff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3]/
const WIDE_NAME = new RegExp(
  [...PASSWORDS, ...KEYS].filter((name) => WIDE_LETTER.test(name)).join('|'),
  'i',
)

/** The two letters that are an `s` and a `k` to whoever reads in any case, and not to the fast pass. */
const FOLDED = /[\u017f\u212a]/

/** `places` are those of the words above. */
export function findForeignNamed(text: string, places: readonly number[]): SecretFinding[] {
  const isWide = WIDE_LETTER.test(text) && WIDE_NAME.test(text)
  if (!isWide && places.length === 0) return []
  const found: SecretFinding[] = []
  const names = isWide || FOLDED.test(text) ? everyName(text) : [...places].sort((a, b) => a - b)
  let from = 0
  for (const place of names) {
    const finding = place < from ? null : valueAt(text, place)
    if (finding === null) continue
    from = finding.end
    found.push(finding)
  }
  return found
}

function valueAt(text: string, place: number): SecretFinding | null {
  for (const pattern of NAMED) {
    pattern.lastIndex = place
    const match = pattern.exec(text)
    if (match === null) continue
    const { value = '', password } = match.groups ?? {}
    const [start = 0, end = 0] = match.indices?.groups?.value ?? []
    const isReal = password === undefined ? isCredential(value) : isBarePassword(value)
    if (isReal) return { kind: password === undefined ? 'secret' : 'password', start, end }
  }
  return null
}

/** Where one of the names begins, also inside another. */
function everyName(text: string): number[] {
  const places: number[] = []
  NAME.lastIndex = 0
  for (let name = NAME.exec(text); name !== null; name = NAME.exec(text)) {
    places.push(name.index)
    NAME.lastIndex = name.index + 1
  }
  return places
}
