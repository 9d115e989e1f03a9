import { describe, expect, it } from 'vitest'
import { scrubText } from '../../../src/capture/scrub.ts'

const VALUE = 'Zwiebel#Falter93'

const SAID = [
  'Das Passwort für den Mailserver lautet %, trag es in .env ein.',
  'Das Passwort des neuen Servers ist jetzt %.',
  'Das Kennwort vom Router heißt %',
  'Le mot de passe pour le serveur de mail est %.',
  "Le mot de passe du serveur, c'est le même. Mot de passe : %",
  "Le mot de passe de la base c'est %",
  'La contraseña del servidor de correo es %, ponla en .env.',
  'La contraseña para la base de datos será %.',
  'La password del server di posta è %',
  'La parola chiave per il server è %',
  'A senha do servidor de e-mail é %.',
  'Пароль от почтового сервера это %, запиши его.',
  'Пароль для сервера — %',
  '邮件服务器的密码是%，写进 .env。',
  'メールサーバーのパスワードは%です。',
  'メールサーバーのパスワードは %です',
  '메일 서버의 비밀번호는 %입니다.',
  'Het wachtwoord van de mailserver is %.',
  'Hasło do serwera poczty to %',
  'the password for the mail server is %',
  'password of the db: %',
  'password for the staging db: %',
]

const HARMLESS = [
  'Das Passwort für den Mailserver steht im Tresor.',
  'Das Passwort für den Mailserver lautet anders als gestern.',
  'Le mot de passe pour le serveur est obligatoire.',
  'La contraseña del servidor es obligatoria.',
  'La clave de la tabla es user_id.',
  'A senha do servidor é obrigatória.',
  'Пароль для сервера хранится в хранилище.',
  'パスワードは必須です。',
  '密码是必填的。',
  '비밀번호는 필수입니다.',
  'the password of the user: see the vault',
  'password for the staging db: ask Anna',
]

describe('a value behind the words for its name', () => {
  it.each(SAID)('G-10 %s', (said) => {
    const { text } = scrubText(said.replace('%', VALUE))
    expect(text).not.toContain('Zwiebel')
    expect(text).toContain('[redacted:password]')
  })

  it.each(HARMLESS)('G-10 nothing is there: %s', (said) => {
    expect(scrubText(said).kinds).toEqual([])
  })

  it('G-10 a key with the word EXAMPLE in it is a key; the one of the manuals is not', () => {
    const manual = 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY'
    const keys = [
      `${manual.slice(0, -2)}1`,
      `${manual.slice(0, -2)}12`,
      `${manual.slice(0, 20)}EXAMPLE${manual.slice(20, 33)}`,
    ]
    for (const key of keys) {
      for (const shown of [
        `AWS_SECRET_ACCESS_KEY=${key}`,
        `aws_secret_access_key: "${key}"`,
        `export AWS_SECRET_ACCESS_KEY='${key}'`,
      ]) {
        expect(scrubText(shown).text, shown).not.toContain(key)
      }
    }
    expect(scrubText(`AWS_SECRET_ACCESS_KEY=${manual}`).kinds).toEqual([])
    expect(scrubText('API_KEY=my-example-key-1').kinds).toEqual([])
  })
})
