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
const IS =
  '(?:\\s{0,3}(?:[:=：＝—–→]|=>|->)\\s{0,3}|\\s{0,2}(?:ist(?: jetzt)?|lautet|is|er|to|est|es|é|è|это|是|为|は|은|는|입니다)[\\s:：]{0,3}|\\s)'
/** "пароль от базы", "Passwort für die Datenbank". */
const WHOSE =
  '(?:\\s(?:от|для|к|на|von|vom|beim|am|für|zu|zum|zur|di|dal|de|du|del|della|do|da|pour|para|per)(?:\\s[^\\s:：=]{1,30}){1,2}?)?'
/** Only where one of the names begins is the rest looked at: asking at every letter what stands before it takes long. */
const NAME = new RegExp([...PASSWORDS, ...KEYS].join('|'), 'giu')
/** Chinese, Japanese and Korean write what the password is for right before it. */
const NAMED = new RegExp(
  `(?<![\\p{Script=Latin}\\p{Script=Cyrillic}])(?:(?<password>${PASSWORDS.join('|')})|(?<key>${KEYS.join('|')}))["'\`]?${WHOSE}${IS}["'\`«„“]?(?<value>[^\\s"'\`«»„“”,;<>(){}。、，]{6,256})`,
  'iudy',
)
/** For the fast pass: each of the names above begins with one of these, or has a letter beyond Latin-1. */
export const FOREIGN_WORDS: readonly string[] = [
  ...['passwort', 'kennwort', 'zugangs', 'mot de passe', 'mdp', 'contrase', 'clave', 'senha'],
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
    NAMED.lastIndex = place
    const match = place < from ? null : NAMED.exec(text)
    if (match === null) continue
    from = NAMED.lastIndex
    const { value = '', password } = match.groups ?? {}
    const [start = 0, end = 0] = match.indices?.groups?.value ?? []
    const isReal = password === undefined ? isCredential(value) : isBarePassword(value)
    if (isReal) found.push({ kind: password === undefined ? 'secret' : 'password', start, end })
  }
  return found
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
