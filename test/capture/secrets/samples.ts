/** Credentials made up at run time, piece by piece, so that no file of ours looks like it holds one. */

const LOWER = 'abcdefghijklmnopqrstuvwxyz'
const UPPER = LOWER.toUpperCase()
const DIGITS = '0123456789'
const HEX = `${DIGITS}abcdef`
const ALNUM = LOWER + UPPER + DIGITS
const WORD = `${ALNUM}_-`
const BASE64 = `${ALNUM}+/`
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

export interface Sample {
  readonly kind: string
  /** What must not be left over. */
  readonly value: string
  readonly text: string
}

/** A small generator of its own, so that a failing sample comes back with its seed. */
export function samplesFor(seed: number): Sample[] {
  let state = (seed * 2_654_435_761 + 1) >>> 0
  const next = (below: number) => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 3_266_489_917) >>> 0
    return Math.floor((state / 4_294_967_296) * below)
  }
  const some = (alphabet: string, length: number) => {
    let made = ''
    while (made.length < length) made += alphabet.charAt(next(alphabet.length))
    return made
  }
  /** Begins with one of each sort, as chance nearly always has it somewhere. */
  const mixed = (length: number, alphabet = ALNUM) => `k7Q${some(alphabet, length - 3)}`
  const uuid = () => [8, 4, 4, 4, 12].map((length) => some(HEX, length)).join('-')
  const base64 = (text: string) => Buffer.from(text).toString('base64')
  const jwt = () =>
    [
      base64(JSON.stringify({ alg: 'HS256', typ: 'JWT' })).replace(/=+$/, ''),
      base64(JSON.stringify({ sub: some(DIGITS, 10), name: 'x' })).replace(/=+$/, ''),
      some(WORD, 43),
    ].join('.')
  const pem = (label: string) => {
    const lines = Array.from({ length: 6 }, () => some(BASE64, 64))
    return `-----BEGIN ${label}-----\n${lines.join('\n')}\n-----END ${label}-----`
  }

  const bare = (kind: string, value: string): Sample => ({ kind, value, text: value })
  const within = (kind: string, value: string, before: string, after = ''): Sample => ({
    kind,
    value,
    text: before + value + after,
  })
  const quoted = (kind: string, name: string, value: string): Sample =>
    within(kind, value, `const ${name} = "`, '"')

  return [
    bare('aws-access-key-id', `AK${'IA'}${some(BASE32, 16)}`),
    within('aws-secret-access-key', mixed(40, BASE64), `aws_${'secret'}_access_key = `),
    within('aws-session-token', mixed(200, BASE64), `aws_${'session'}_token=`),
    bare('github-token', `gh${'p_'}${mixed(36)}`),
    bare('github-oauth-token', `gh${'o_'}${mixed(36)}`),
    bare('github-app-token', `gh${'s_'}${mixed(36)}`),
    bare('github-fine-grained-token', `github${'_pat_'}${mixed(22)}_${some(ALNUM, 59)}`),
    bare('gitlab-token', `gl${'pat-'}${mixed(20, WORD)}`),
    bare('bitbucket-token', `AT${'BB'}${mixed(32)}`),
    bare('atlassian-token', `ATA${'TT3'}${mixed(180)}`),
    bare('slack-token', `xo${'xb-'}${some(DIGITS, 12)}-${some(DIGITS, 12)}-${mixed(24)}`),
    within(
      'slack-webhook',
      `services/T${some(UPPER, 8)}/B${some(UPPER, 8)}/${mixed(24)}`,
      'https://hooks.slack.com/',
    ),
    bare('stripe-key', `sk${'_live_'}${mixed(24)}`),
    bare('stripe-webhook-secret', `wh${'sec_'}${mixed(32)}`),
    bare('google-api-key', `AI${'za'}${mixed(35, WORD)}`),
    bare('google-oauth-secret', `GOC${'SPX-'}${mixed(28, WORD)}`),
    bare('google-oauth-token', `ya${'29.'}${mixed(60, WORD)}`),
    within('gcp-service-account-key', `a1${some(HEX, 38)}`, `"private_key${'_id'}": "`, '"'),
    within('azure-storage-key', `${mixed(86, BASE64)}==`, `AccountName=a;Account${'Key='}`, ';'),
    within('azure-shared-access-key', `${mixed(43, BASE64)}=`, `SharedAccess${'Key='}`),
    bare('openai-key', `sk-${'proj-'}${mixed(64, WORD)}`),
    bare('openai-key', `s${'k-'}${mixed(48)}`),
    bare('anthropic-key', `sk-${'ant-'}api03-${mixed(93, WORD)}AA`),
    bare('openrouter-key', `sk-${'or-'}v1-a1${some(HEX, 62)}`),
    bare('huggingface-token', `h${'f_'}${mixed(34)}`),
    bare('groq-key', `gs${'k_'}${mixed(52)}`),
    bare('replicate-token', `r${'8_'}${mixed(37)}`),
    bare('npm-token', `np${'m_'}${mixed(36)}`),
    within('npm-auth', mixed(40), `//registry.example.org/:_auth${'Token='}`),
    bare('pypi-token', `py${'pi-Ag'}EIcHlwaS5vcmc${mixed(70, WORD)}`),
    bare('rubygems-key', `ruby${'gems_'}a1${some(HEX, 46)}`),
    bare('docker-token', `dckr${'_pat_'}${mixed(27, WORD)}`),
    within('docker-auth', base64(`me:${mixed(12)}`), `{"auths":{"x":{"au${'th'}": "`, '"}}}'),
    bare('digitalocean-token', `dop${'_v1_'}a1${some(HEX, 62)}`),
    bare('heroku-key', `HR${'KU-'}${mixed(60, WORD)}`),
    within('heroku-key', uuid(), `HERO${'KU'}_API_KEY=`),
    within('twilio-key', `a1${some(HEX, 30)}`, `TWI${'LIO'}_AUTH_TOKEN=`),
    bare('sendgrid-key', `S${'G.'}${mixed(22, WORD)}.${mixed(43, WORD)}`),
    bare('mailgun-key', `ke${'y-'}a1${some(HEX, 30)}`),
    bare('mailchimp-key', `a1${some(HEX, 30)}-u${'s12'}`),
    bare('telegram-bot-token', `1${some(DIGITS, 9)}:A${'A'}${mixed(33, WORD)}`),
    within(
      'discord-token',
      `MT${some(ALNUM, 22)}.${some(ALNUM, 6)}.${some(WORD, 38)}`,
      'DISCORD_TOKEN=',
    ),
    within(
      'discord-webhook',
      `1${some(DIGITS, 17)}/${mixed(68, WORD)}`,
      'https://discord.com/api/webhooks/',
    ),
    bare('square-token', `sq0${'atp-'}${mixed(22, WORD)}`),
    bare('shopify-token', `shp${'at_'}a1${some(HEX, 30)}`),
    bare('databricks-token', `da${'pi'}a1${some(HEX, 30)}`),
    bare('linear-key', `lin${'_api_'}${mixed(40)}`),
    bare('notion-token', `nt${'n_'}${some(DIGITS, 11)}${mixed(35)}`),
    bare('figma-token', `fi${'gd_'}${mixed(43, WORD)}`),
    bare('vault-token', `hv${'s.'}${mixed(90, WORD)}`),
    bare('terraform-token', `${mixed(14)}.atlas${'v1.'}${mixed(67, WORD)}`),
    bare('supabase-key', `sb${'p_'}a1${some(HEX, 38)}`),
    within('cloudflare-token', mixed(40), 'CLOUDFLARE_API_TOKEN='),
    bare('grafana-token', `gl${'sa_'}${mixed(32)}_${some(HEX, 8)}`),
    bare('new-relic-key', `NR${'AK-'}${some(BASE32, 27)}`),
    bare('sentry-token', `sntry${'u_'}a1${some(HEX, 62)}`),
    bare('postman-key', `PM${'AK-'}a1${some(HEX, 22)}-${some(HEX, 34)}`),
    bare('doppler-token', `dp${'.pt.'}${mixed(43)}`),
    bare('pulumi-token', `pu${'l-'}a1${some(HEX, 38)}`),
    bare('planetscale-token', `pscale${'_tkn_'}${mixed(43)}`),
    bare('tailscale-key', `ts${'key-'}auth-${mixed(17)}-${mixed(32)}`),
    bare('age-secret-key', `AGE-${'SECRET'}-KEY-1${some(BASE32, 58)}`),
    bare('jwt', jwt()),
    bare('private-key', pem(`RSA PRIV${'ATE'} KEY`)),
    bare('private-key', pem(`OPENSSH PRIV${'ATE'} KEY`)),
    bare('private-key', pem(`PGP PRIV${'ATE'} KEY BLOCK`)),
    within('private-key', pem(`PRIV${'ATE'} KEY`).replaceAll('\n', '\\n'), '{"key": "', '\\n"}'),
    within(
      'putty-private-key',
      `${some(BASE64, 64)}\n${some(BASE64, 64)}`,
      'Private-Lines: 2\n',
      '\n',
    ),
    within('kubeconfig-key', mixed(120, BASE64), 'client-key-data: '),
    within('wireguard-key', `${mixed(43, BASE64)}=`, `Private${'Key'} = `),
    within('url-password', mixed(12), 'postgres://app:', '@db.example.org:5432/app'),
    within('url-password', mixed(12), 'redis://:', '@cache:6379/0'),
    within('url-password', mixed(12), 'mongodb+srv://app:', '@cluster0.example.net/x'),
    within('url-password', mixed(12), 'amqp://guest:', '@queue'),
    within('url-password', mixed(12), 'https://me:', '@example.org/repo.git'),
    within('authorization-header', mixed(32), 'Authorization: Bearer '),
    within('basic-authorization', base64(`me:${mixed(10)}`), 'Authorization: Basic '),
    within('bearer-token', mixed(40), 'curl -H "X: Bearer ', '"'),
    within('session-cookie', mixed(32), 'Cookie: theme=dark; sessionid=', '; x=1'),
    within('netrc-password', mixed(10), 'machine example.org login me password '),
    within('command-line-password', mixed(10), 'curl -s -u me:', ' https://example.org'),
    within('command-line-password', mixed(10), 'mysql -uroot -p', ' app'),
    quoted('password', 'dbPassword', mixed(9)),
    within('password', `${some(LOWER, 8)}`, 'export DB_PASSWORD='),
    within('password', mixed(9), 'password: '),
    within('password', mixed(9), '{\\"password\\": \\"', '\\"}'),
    within('password', mixed(9), '<password>', '</password>'),
    within('password', mixed(9), 'Server=db;User=sa;Password=', ';Encrypt=yes'),
    within('password', mixed(9), 'login --password '),
    within('password', mixed(9), 'The password is '),
    quoted('secret', 'clientSecret', mixed(24)),
    within('secret', mixed(24), 'SECRET_KEY_BASE='),
    quoted('api-key', 'apiKey', mixed(24)),
    within('api-key', `a1${some(HEX, 30)}`, 'api_key: '),
    quoted('token', 'accessToken', mixed(32)),
    within('token', mixed(32), 'run --token '),
    quoted('key', 'cookie_key', mixed(32)),
    bare('discord-token', `${base64(`1${some(DIGITS, 17)}`)}.${some(ALNUM, 6)}.${some(WORD, 38)}`),
    within('twilio-key', `S${'K'}a1${some(HEX, 30)}`, 'for Twilio take '),
    within(
      'teams-webhook',
      `webhookb2/${uuid()}@${uuid()}/IncomingWebhook/${some(HEX, 32)}/${uuid()}`,
      'https://acme.webhook.office.com/',
    ),
    within('wallet-key', `0x${'a1'}${some(HEX, 62)}`, 'the private key '),
    within('password-hash', `$6$${some(ALNUM, 8)}$${mixed(86)}`, 'root:', ':19000:0:99999:7:::'),
    within('password-hash', `$2y$10$${mixed(53)}`, 'me:'),
    within('password', 'kQbXzPorDKxCfW', 'deploy --password '),
    within('api-key', mixed(14), 'deploy --api-key='),
  ]
}
