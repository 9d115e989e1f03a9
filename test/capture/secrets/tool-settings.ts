/** Settings of many tools with credentials in them, and lines that only look like it. */

/** `%` stands for a password, `#` for a key. */
export const CREDENTIAL_TEMPLATES: readonly string[] = `
export PGPASSWORD='%'
export GITEA_ADMIN_PASSWORD="%"
setx DB_PASSWORD "%"
$env:SQL_PASSWORD = "%"
$cred = New-Object PSCredential('svc', (ConvertTo-SecureString '%' -AsPlainText -Force))
set -x MY_API_KEY #
ENV ADMIN_PASSWORD=%
      MYSQL_ROOT_PASSWORD: %
      - RABBITMQ_DEFAULT_PASS=%
      - MINIO_ROOT_PASSWORD=%
      POSTGRES_PASSWORD: '%'
    command: redis-server --requirepass %
  password: "%" # staging
stringData: { password: "%" }
          env: { DEPLOY_TOKEN: "#" }
variables: { SONAR_TOKEN: "#" }
  api_token     = "#"
  master_password = "%"
variable "db_password" { default = "%" }
machine git.example.org login bot password %
jdbc:mysql://db:3306/shop?user=app&password=%
jdbc:postgresql://app:%@db:5432/shop
jdbc:sqlserver://db:1433;user=sa;password=%;encrypt=true
Data Source=db;Initial Catalog=shop;User ID=sa;Pwd=%
amqp://app:%@mq:5672/vhost
mongodb+srv://app:%@cluster0.example.net/shop
postgresql+asyncpg://app:%@db/shop
ldap.bind.password=%
spring.mail.password=%
spring.security.oauth2.client.registration.x.client-secret=#
quarkus.datasource.password=%
    'PASSWORD': '%',
EMAIL_HOST_PASSWORD = '%'
SECRET_KEY_BASE=#
  secret_key_base: #
  password: <%= ENV.fetch("DB_PASSWORD", "%") %>
DB_PASSWORD="%"
APP_KEY=base64:#
'secret' => env('STRIPE_SECRET', '#'),
"ConnectionStrings": { "Default": "Server=db;Password=%;" }
"Jwt": { "SigningKey": "#" }
smtp_pass = %
sasl_password: %
ansible_password: "%"
wpa_passphrase=%
psk="%"
keystore.password=%
storePassword=%
keyPassword '%'
//registry.example.org/:_authToken=#
[registry] token = "#"
password = %
proxy = "http://me:%@proxy:3128"
git remote set-url origin https://bot:%@git.example.org/x.git
wget --user=me --password=% https://example.org
curl -H 'PRIVATE-TOKEN: #' https://git.example.org/api
the password is %, don't share it
Das WLAN-Passwort ist %
le mot de passe du serveur est %
la contraseña del servidor es %
a senha do banco é %
пароль от сервера: %
数据库密码是 %
root のパスワードは % です
`
  .split('\n')
  .filter((line) => line.trim() !== '')

/** Ids, digests and versions: long, random to the eye, and no secret. */
const HARMLESS_VALUES = [
  '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  'd41d8cd98f00b204e9800998ecf8427e',
  'da39a3ee5e6b4b0d3255bfef95601890afd80709',
  '3f2504e0-4f89-41d3-9a0c-0305e82c3301',
  '2026-01-02T03:04:05.678Z',
  '1.24.0-beta.3+build.417',
]
const HARMLESS_PLACES = `
commit %
digest: %
"etag": "%",
image: app@sha256:%
request id %
traceparent=%
expect(result.id).toBe('%')
<div data-testid="%">
checksum = "%"
git checkout %
"resolved": "%"
cache hit for %
`
  .split('\n')
  .filter((line) => line !== '')

const PLAIN = `
password: <your password>
password: ${'$'}{DB_PASSWORD}
password: "{{ vault_db_password }}"
password = os.environ["DB_PASSWORD"]
const password = await prompt('Password: ')
password: z.string().min(8)
password?: string
passwordHash: bcrypt.hashSync(password, 10)
if (password.length < 12) throw new Error('too short')
<input type="password" name="password" autocomplete="current-password">
<label for="password">Password</label>
DB_PASSWORD=
DB_PASSWORD=changeme
POSTGRES_PASSWORD_FILE=/run/secrets/db_password
API_KEY=your-api-key-here
API_KEY=xxxxxxxxxxxxxxxx
apiKey: process.env.API_KEY
api_key: string
token: str | None = None
token = tokens[i + 1]
token.type === 'identifier'
max_tokens: 4096
"tokenizer": "cl100k_base"
tokens per second: 128
csrf token missing or incorrect
the token expires after 15 minutes
the password is wrong
the password is required
the password is stored as a hash
the secret is to keep functions small
the key is the user's id
reset your password at https://example.org/reset
secretName: db-credentials
secretKeyRef: { name: db, key: password }
kind: Secret
type: kubernetes.io/tls
AWS_REGION=eu-central-1
aws_access_key_id = <AKIA...>
Authorization: Bearer <token>
Authorization: Bearer ${'$'}TOKEN
curl -u "${'$'}USER:${'$'}PASS" https://example.org
postgres://user:password@localhost/db
postgres://${'$'}{USER}:${'$'}{PASS}@db/shop
redis://localhost:6379/0
https://example.org/a?page=2&sort=name
git@github.com:someone/project.git
ssh-ed25519 is the default key type
primary_key: true
foreign_key: :author_id
partition_key = user_id
sort_key: created_at
cache_key = f"user:{user_id}:profile"
i18n_key: settings.password.title
"key": "Enter",
keyCode: 13
--color-primary: #3b82f6;
background: #1e293b;
box-shadow: 0 1px 2px rgb(0 0 0 / 0.05);
grid-template-columns: repeat(auto-fill, minmax(16rem, 1fr));
font-family: ui-monospace, SFMono-Regular, Menlo;
.password-field__icon--visible { opacity: .5 }
"typescript": "^5.9.2",
"@types/node": "20.19.11",
node-v20.20.2-linux-x64.tar.xz
python3.12-slim-bookworm
go 1.23.4 linux/amd64
v2.31.0-rc.1
data-testid="login-password-submit"
test_password_reset_sends_mail (auth.tests.PasswordResetTests)
it('rejects a password of 7 letters', async () => {
describe('token refresh', () => {
FAIL test/auth/token.test.ts > refreshes
mot de passe oublié
Passwort vergessen?
Das Passwort muss acht Zeichen haben
la contraseña debe tener ocho caracteres
a senha deve ter oito letras
пароль должен быть длиннее
密码长度至少八位
パスワードを忘れた場合
비밀번호 변경
kubectl get secret db -o yaml
docker login registry.example.org
docker run -e DB_PASSWORD app
mysql -u root -p shop
psql -U app -W
sshpass -f pass.txt ssh me@host
vault kv get secret/app
op read op://vault/item/password
password_reset_token_expires_in: 3600
PASSWORD_MIN_LENGTH=12
TOKEN_TTL=3600
SESSION_COOKIE_NAME=sid
JWT_ALGORITHM=HS256
secrets: inherit
with: { token: "${'$'}{{ secrets.GITHUB_TOKEN }}" }
variable "db_password" { sensitive = true }
password = var.db_password
password = random_password.db.result
spring.datasource.password=${'$'}{DB_PASSWORD}
'password' => env('DB_PASSWORD'),
'password' => Hash::make($request->password),
validates :password, length: { minimum: 8 }
PASSWORD_HASHERS = ['django.contrib.auth.hashers.Argon2PasswordHasher']
AUTH_PASSWORD_VALIDATORS = []
@Column(name = "password")
private String password;
public string Password { get; set; }
func (u *User) CheckPassword(password string) bool {
fn verify(password: &str, hash: &str) -> bool
def authenticate(username: str, password: str) -> User:
SELECT id FROM users WHERE password = ?
ALTER TABLE users ADD COLUMN password varchar(255)
PasswordAuthentication no
IdentityFile ~/.ssh/id_ed25519
-----BEGIN PUBLIC KEY-----
-----BEGIN CERTIFICATE-----
sha512-z4PhNX7vuL3xVChQ1m2AB9Yg5AULVxXcg/SpIdNs6c5H0NE8XYXysP+DGNKHfuwvY7kxvUdBeoGlODJ6+SfaPg==
data:image/png;base64,iVBORw0KGgo=
M12 2L2 7l10 5 10-5-10-5z
lorem ipsum dolor sit amet
rgba(59, 130, 246, 0.5)
10.0.0.1:5432
variable "token_lifetime" { default = "3600s" }
variable "db_password" { default = null }
psk=${'$'}WIFI_PSK
请输入密码
请确认新密码是否一致
api_token     = var.api_token
arn:aws:iam::123456789012:role/deploy
`
  .split('\n')
  .filter((line) => line !== '')

export const HARMLESS_SETTINGS: readonly string[] = [
  ...PLAIN,
  ...HARMLESS_PLACES.flatMap((place) => HARMLESS_VALUES.map((value) => place.replace('%', value))),
]
