/** Everyday lines with credentials in ten languages, as people type and files hold them; values made up at run time. */
import type { Line } from './everyday.ts'

const LOWER = 'abcdefghijkmnopqrstuvwxyz'
const ALNUM = `${LOWER}${LOWER.toUpperCase()}23456789`

/** `%` stands for the value. A second field says what the value looks like. */
// biome-ignore format: one line each
const TEMPLATES: readonly (readonly [string, 'pass' | 'key' | 'hex' | 'pin'])[] = [
  // English talk
  ['the db password is %', 'pass'], ['my password: %', 'pass'], ['login with admin / %', 'pass'],
  ['use password "%" for staging', 'pass'], ['the api key is %', 'key'], ['here is the token: %', 'key'],
  ['root pw = %', 'pass'], ['pwd: %', 'pass'], ['passwd=%', 'pass'], ['passphrase: %', 'pass'],
  ['the secret for the webhook is %', 'key'], ['user: deploy password: %', 'pass'],
  ['credentials: deploy:%', 'pass'], ['the wifi password is %', 'pass'], ['ssh key passphrase is %', 'pass'],
  ['access token %', 'key'], ['my api token is %, please use it', 'key'], ['license key: %', 'key'],
  ['client secret: %', 'key'], ['the new admin password will be %', 'pass'],
  // files
  ['DB_PASSWORD=%', 'pass'], ['POSTGRES_PASSWORD: "%"', 'pass'], ['export API_KEY=%', 'key'],
  ['set SECRET=%', 'key'], ['REDIS_PASS=%', 'pass'], ['JWT_SECRET=%', 'key'], ['SESSION_SECRET: %', 'key'],
  ['ENCRYPTION_KEY=%', 'hex'], ['app.secret.key=%', 'key'], ['spring.datasource.password=%', 'pass'],
  ['"clientSecret": "%",', 'key'], ['"apiToken":"%"', 'key'], ["'password' => '%',", 'pass'],
  ["define('DB_PASSWORD', '%');", 'pass'], ['password = "%"', 'pass'], ['  password: %', 'pass'],
  ['auth_token: %', 'key'], ['SMTP_PASSWORD=%', 'pass'], ['MAIL_PASSWORD="%"', 'pass'],
  ['<password>%</password>', 'pass'], ['<add key="ApiSecret" value="%" />', 'key'],
  ['Password=%;Database=app', 'pass'], ['let api_secret = "%";', 'key'], ['const TOKEN = `%`', 'key'],
  ['SECRET_KEY = "%"', 'key'], ['private static final String PASSWORD = "%";', 'pass'],
  ['AUTH_SECRET="%"', 'key'], ['NEXTAUTH_SECRET=%', 'key'], ['GRAFANA_ADMIN_PASSWORD=%', 'pass'],
  ['vault_password: %', 'pass'], ['ansible_ssh_pass=%', 'pass'], ['ansible_become_password: %', 'pass'],
  ['"secretAccessKey": "%"', 'key'], ['AZURE_CLIENT_SECRET=%', 'key'], ['masterPassword: %', 'pass'],
  ['htpasswd -b .htpasswd bob %', 'pass'],
  // commands
  ['mysql -u root -p% shop', 'pass'], ['PGPASSWORD=% psql -h db', 'pass'], ['curl -u bob:% https://example.org', 'pass'],
  ['docker login -u bob -p %', 'pass'], ['sshpass -p % ssh bob@host', 'pass'], ['redis-cli -a % ping', 'pass'],
  ['curl -H "Authorization: Bearer %" https://example.org', 'key'], ['curl -H "X-API-Key: %" https://example.org', 'key'],
  ['git clone https://bob:%@example.org/x.git', 'pass'], ['mongosh "mongodb://bob:%@db/x"', 'pass'],
  ['openssl enc -aes-256-cbc -k % -in a', 'pass'], ['kubectl create secret generic x --from-literal=password=%', 'pass'],
  ['heroku config:set SECRET_TOKEN=%', 'key'], ['npm config set //r.example.org/:_authToken %', 'key'],
  ['net use Z: \\\\srv\\x /user:bob %', 'pass'], ['ALTER USER bob WITH PASSWORD \'%\';', 'pass'],
  ["CREATE USER bob IDENTIFIED BY '%';", 'pass'], ['requirepass %', 'pass'],
  // German
  ['das Passwort lautet %', 'pass'], ['Kennwort: %', 'pass'], ['Zugangsdaten: bob / %', 'pass'],
  ['der API-Schlüssel ist %', 'key'], ['Benutzer admin, Passwort %', 'pass'],
  // French
  ['le mot de passe est %', 'pass'], ['mot de passe : %', 'pass'], ['mdp: %', 'pass'], ['la clé API est %', 'key'],
  // Spanish
  ['la contraseña es %', 'pass'], ['contraseña: %', 'pass'], ['clave: %', 'pass'], ['el token es %', 'key'],
  // Portuguese
  ['a senha é %', 'pass'], ['senha: %', 'pass'], ['chave de API: %', 'key'],
  // Italian
  ['la password è %', 'pass'], ['parola chiave: %', 'pass'], ['la chiave API è %', 'key'],
  // Russian
  ['пароль: %', 'pass'], ['пароль от базы %', 'pass'], ['ключ API: %', 'key'],
  // Chinese
  ['密码是%', 'pass'], ['密码：%', 'pass'], ['口令: %', 'pass'], ['API密钥：%', 'key'],
  // Japanese
  ['パスワードは % です', 'pass'], ['パスワード：%', 'pass'], ['APIキー: %', 'key'],
  // Korean
  ['비밀번호: %', 'pass'], ['비밀번호는 % 입니다', 'pass'], ['API 키: %', 'key'],
  // Dutch, Polish, Turkish
  ['wachtwoord: %', 'pass'], ['hasło: %', 'pass'], ['şifre: %', 'pass'],
]

export function credentialTalk(seed: number): Line[] {
  let state = (seed * 2_654_435_761 + 11) >>> 0
  const next = (below: number) => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 3_266_489_917) >>> 0
    return Math.floor((state / 4_294_967_296) * below)
  }
  const some = (alphabet: string, length: number) =>
    Array.from({ length }, () => alphabet.charAt(next(alphabet.length))).join('')
  const made = {
    pass: () => `${some(LOWER, 4)}${some('23456789', 2)}${some(ALNUM, 4)}!`,
    key: () => `k7Q${some(ALNUM, 25)}`,
    hex: () => some('0123456789abcdef', 64),
    pin: () => some('0123456789', 6),
  }
  return TEMPLATES.map(([template, sort]) => {
    const value = made[sort]()
    return { text: template.replace('%', () => value), value }
  })
}
