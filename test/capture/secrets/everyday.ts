/** Lines with credentials as they stand in real files and talk, the values made up at run time. */

const LOWER = 'abcdefghijklmnopqrstuvwxyz'
const ALNUM = `${LOWER}${LOWER.toUpperCase()}0123456789`
const SIGNS = '!@#%^*-_=+'

export interface Line {
  readonly text: string
  /** What must not be left over. */
  readonly value: string
}

export function everydayLines(seed: number): Line[] {
  let state = (seed * 2_654_435_761 + 7) >>> 0
  const next = (below: number) => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 3_266_489_917) >>> 0
    return Math.floor((state / 4_294_967_296) * below)
  }
  const some = (alphabet: string, length: number) =>
    Array.from({ length }, () => alphabet.charAt(next(alphabet.length))).join('')
  const key = (length = 24) => `k7Q${some(ALNUM, length - 3)}`
  const password = () => `Tr0${some(ALNUM, 6)}!x`
  const django = () => `x7$${some(ALNUM + SIGNS, 40)}(q)#`
  const base64 = (text: string) => Buffer.from(text).toString('base64')
  const line = (value: string, make: (value: string) => string): Line => ({
    value: value.replace(/\s/g, ''),
    text: make(value),
  })
  const half = (value: string) => [value.slice(0, 16), value.slice(16)] as const
  const pem = `-----BEGIN PRIV${'ATE'} KEY-----\nMIIEvQIBADANBgkq${some(ALNUM, 48)}\n${some(ALNUM, 64)}\n-----END PRIV${'ATE'} KEY-----`
  const packed = (text: string): Line => line(base64(text), (value) => `blob: ${value}`)

  return [
    line(key(15), (v) => `API_TOKEN=${v}`),
    line(key(12), (v) => `export SLACK_TOKEN=${v}`),
    line(django(), (v) => `SECRET_KEY = '${v}'`),
    line(django(), (v) => `SECRET_KEY = "django-insecure-${v}"`),
    line(django(), (v) => `app.config['SECRET_KEY'] = '${v}'`),
    line(`${django()}|<~ ${some(ALNUM, 8)}`, (v) => `define('AUTH_KEY',         '${v}');`),
    line(`${django()} ;${some(ALNUM, 8)}`, (v) => `define( 'SECURE_AUTH_SALT', '${v}' );`),
    line(`${django()}`, (v) => `define('LOGGED_IN_KEY', '${v}');`),
    line(`${django()}`, (v) => `define('NONCE_SALT', '${v}');`),
    line(password(), (v) => `CREATE USER 'app'@'%' IDENTIFIED BY '${v}';`),
    line(password(), (v) => `ALTER USER root IDENTIFIED WITH mysql_native_password BY '${v}';`),
    line(password(), (v) => `ALTER ROLE app WITH PASSWORD '${v}';`),
    line(password(), (v) => `CREATE USER app WITH ENCRYPTED PASSWORD '${v}';`),
    line(key(64), (v) => `{"kty":"RSA","n":"0vx7","e":"AQAB","d":"${v}"}`),
    line(key(43), (v) => `{"kty": "oct", "k": "${v}"}`),
    line(password(), (v) => `New-LocalUser -Name svc -Password '${v}'`),
    line(password(), (v) => `ConvertTo-SecureString "${v}" -AsPlainText -Force`),
    line(password(), (v) => `smtps://me@example.org:${v}@smtp.example.org:465`),
    line(password(), (v) => `MAIL_URL=smtp://apikey:${v}@smtp.sendgrid.net:587`),
    line(password(), (v) => `db.example.org:5432:app:app_user:${v}`),
    line(password(), (v) => `*:*:*:postgres:${v}`),
    line(key(), (v) => `<add key="ClientSecret" value="${v}" />`),
    line(password(), (v) => `<add name="SmtpPassword" value="${v}" />`),
    line(key(32), (v) => `<string name="maps_api_key">${v}</string>`),
    line(password(), (v) => `<property name="db.password" value="${v}"/>`),
    packed(pem),
    packed(`DB_PASSWORD=${password()}\nDB_USER=app\n`),
    packed(`gh${'p_'}${key(36)}`),
    line(key(40), (v) => `gh${'p_'}${half(v)[0]}\n${half(v)[1]}`),
    line(key(48), (v) => `TOKEN = "sk-proj-${half(v)[0]}" \\\n  "${half(v)[1]}"`),
    line(key(40), (v) => `api_key: ${half(v)[0]}\n    ${half(v)[1]}`),
    line(password(), (v) => `Passwort: ${v}`),
    line(password(), (v) => `Das Kennwort lautet ${v}`),
    line(key(), (v) => `API-Schlüssel: ${v}`),
    line(password(), (v) => `mot de passe : ${v}`),
    line(password(), (v) => `mdp=${v}`),
    line(key(), (v) => `clé secrète = ${v}`),
    line(password(), (v) => `contraseña: ${v}`),
    line(password(), (v) => `clave=${v}`),
    line(password(), (v) => `senha: ${v}`),
    line(password(), (v) => `A senha é ${v}`),
    line(key(), (v) => `chiave segreta: ${v}`),
    line(password(), (v) => `пароль: ${v}`),
    line(key(), (v) => `токен = ${v}`),
    line(password(), (v) => `密码：${v}`),
    line(key(), (v) => `密钥: ${v}`),
    line(password(), (v) => `パスワードは${v}`),
    line(password(), (v) => `パスワード: ${v}`),
    line(password(), (v) => `비밀번호: ${v}`),
    line(password(), (v) => `hasło: ${v}`),
    line(password(), (v) => `the db password is ${v} by the way`),
    line(password(), (v) => `the vnc pw on the mac mini is ${v}`),
    line(password(), (v) => `Passwort vom NAS: ${v}`),
    line(password(), (v) => `la password di staging è ${v}`),
    line(password(), (v) => `wifi for the office: guest / ${v}`),
    line(password(), (v) => `grafana: admin / ${v}`),
    line(password(), (v) => `log in as deploy with ${v}`),
    line(password(), (v) => `vault kv put secret/app api_key=${v}`),
    line(password(), (v) => `npx wrangler secret put TOKEN <<< "${v}"`),
    line(password(), (v) => `jdbc:oracle:thin:scott/${v}@//db:1521/x`),
    line(password(), (v) => `keytool -storepass ${v} -list`),
    line(password(), (v) => `sqlcmd -S db -U sa -P ${v}`),
    line(password(), (v) => `snmp-server community ${v} ro`),
    line(password(), (v) => `net use Z: \\\\srv\\share ${v} /user:corp\\ada`),
    line('8f3k-2m9q, 7h4j-1n6r', (v) => `the recovery codes are ${v}`),
    line(`${key(36)}==`, (v) => `"accountKey": "${v}"`),
    line(key(40), (v) => `aws configure set aws_secret_access_key ${v}`),
    line(password(), (v) => `password: ${v}`),
    line(password(), (v) => `"password": "${v}",`),
    line(password(), (v) => `DB_PASSWORD=${v}`),
    line(password(), (v) => `mysql -uroot -p${v} shop`),
    line(password(), (v) => `sshpass -p ${v} ssh root@example.org`),
    line(password(), (v) => `curl -u admin:${v} https://example.org`),
    line(password(), (v) => `machine example.org login me password ${v}`),
    line(key(32), (v) => `Authorization: Bearer ${v}`),
    line(key(32), (v) => `x-api-key: ${v}`),
    line(key(32), (v) => `{"apiKey":"${v}"}`),
    line(key(32), (v) => `client_secret: ${v}`),
    line(key(32), (v) => `--token ${v}`),
    line(password(), (v) => `redis://:${v}@cache:6379/0`),
    line(password(), (v) => `Server=db;User=sa;Password=${v};`),
    line(key(40), (v) => `aws_secret_access_key = ${v}`),
    line(base64(key(20)), (v) => `  api-secret: ${v}`),
    line(key(32), (v) => `_authToken=${v}`),
    line(key(32), (v) => `Cookie: sessionid=${v}`),
  ]
}

/** For each rule lines of the same shape that hold no credential. */
export const HARMLESS_TWINS: readonly (readonly [string, readonly string[]])[] = [
  [
    'user and password',
    [
      'grafana: admin / viewer',
      'roles are admin / editor / guest',
      'the wifi: see the wiki / office page',
      'log in as deploy with your own key',
      'wlan: channel 36/40',
      'the pw is in the vault',
    ],
  ],
  [
    'password on a command line',
    [
      'keytool -storepass $PASS -list',
      'sqlcmd -S db -U sa -P $SA_PASSWORD',
      'vault kv put secret/app api_key=@key.txt',
      'snmp-server community public ro',
      'npx wrangler secret put TOKEN <<< "$TOKEN"',
      'sqlplus / as sysdba',
    ],
  ],
  [
    'recovery codes',
    [
      'the recovery codes are in the safe',
      'recovery code expired',
      'recovery code path-with-retry',
      'show backup codes once',
      'backup code review tomorrow',
    ],
  ],
  [
    'env token',
    [
      'API_TOKEN=',
      'API_TOKEN=$TOKEN',
      'CSRF_TOKEN=${{ secrets.CSRF }}',
      'API_TOKEN=<your token>',
      'MAX_TOKEN=4096',
      'END_TOKEN=endoftext',
    ],
  ],
  [
    'generated secret',
    [
      "SECRET_KEY = os.environ['SECRET_KEY']",
      "SECRET_KEY = 'change-me-in-production-please'",
      "SECRET_KEY = config('SECRET_KEY', default='')",
      "SECRET_KEY = 'your-secret-key-goes-here'",
      "SECRET_KEY: 'Must be set before the server starts'",
    ],
  ],
  [
    'wordpress',
    [
      "define('AUTH_KEY', 'put your unique phrase here');",
      "define('AUTH_KEY', getenv('AUTH_KEY'));",
      "define('NONCE_SALT', $salt);",
      "define('DB_CHARSET', 'utf8mb4');",
      "'AUTH_KEY' => 'the key that signs cookies'",
    ],
  ],
  [
    'sql password',
    [
      'IDENTIFIED BY ?',
      'IDENTIFIED BY :password',
      "IDENTIFIED BY '<password>'",
      'columns are identified by their names',
      "ALTER ROLE app WITH PASSWORD '$1'",
      "CREATE USER app WITH PASSWORD '%s'",
    ],
  ],
  [
    'jwk',
    [
      '{"kty":"RSA","n":"0vx7agoebGcQSuuPiLJXZptN9nndrQmbXEps2aiAFbWhM","e":"AQAB"}',
      '"d": "M10 20 L30 40 Z"',
      '"d": "day"',
      '"k": 60',
      '"p": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"',
      '"q": "where is the parser"',
    ],
  ],
  [
    'powershell',
    [
      '-Password $password',
      '-Password (Get-Credential).Password',
      "-Password '<password>'",
      'ConvertTo-SecureString $env:PW -AsPlainText',
      'Read-Host -Prompt Password -AsSecureString',
    ],
  ],
  [
    'url',
    [
      'smtps://me@example.org',
      'mailto:me@example.org',
      'https://example.org:8080/a@b',
      'ssh://git@example.org:22/x.git',
      'https://medium.com/@someone/a-story',
      'npm i foo@http://x.org:80',
    ],
  ],
  [
    'pgpass',
    [
      'localhost:5432',
      'db:5432:app',
      '10:32:11:045',
      'hostname:port:database:username:password',
      'tcp:5432:open:yes',
      '*:*:*',
    ],
  ],
  [
    'xml',
    [
      '<add key="ClientId" value="web" />',
      '<add key="TokenLifetime" value="3600" />',
      '<add key="Password" value="" />',
      '<string name="password_hint">Your password</string>',
      '<property name="token.type" value="bearer"/>',
      '<add key="PasswordFormat" value="Hashed" />',
    ],
  ],
  [
    'base64',
    [
      'data: aGVsbG8gd29ybGQsIHRoaXMgaXMgYSB0ZXN0',
      'eyJhbGciOiJub25lIn0',
      'sha512-9NykojV5Uih4lgo5So5dtw+f0JgJX30KCNI8gwhz2J9A15wD0Ml6tjHKwf6fTSa6fAdVBdZeNOs9eJ71qCk8vA==',
      'src/engine/context/stable-sources/readSources',
      'QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVo=',
      'VGhlIHF1aWNrIGJyb3duIGZveCBqdW1wcyBvdmVy',
    ],
  ],
  [
    'two lines',
    [
      'the commit abc1234\nfixed it all',
      'version 1.2.3\nreleased today',
      'const a = b2\nconst c = d4',
      'token1\ntoken2\ntoken3',
      'sha256-abc123\ndef456ghij',
      'password1 label\nsecond line',
    ],
  ],
  [
    'other languages',
    [
      'Das Passwort wird hier eingegeben',
      'mot de passe oublié ?',
      'La clave es importante',
      'Esqueceu a senha?',
      'введите пароль пользователя',
      '请输入密码',
      'パスワードを入力してください',
      '비밀번호를 입력하세요',
      'Passwort: ********',
      'chiave primaria della tabella',
    ],
  ],
]
