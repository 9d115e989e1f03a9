/** G-10. Credentials known by their shape. Adding one means adding a row; specific rows first. */
import { linesEnd, pemEnd } from './blocks.ts'
import { decodeBase64, looksRandom } from './entropy.ts'
import type { SecretKind } from './kind.ts'
import { isStandIn, isVaried } from './value.ts'

const WORD = /[A-Za-z0-9_-]*/y
const DOTTED = /[A-Za-z0-9_.-]*/y
const ALNUM = /[A-Za-z0-9]*/y
const BASE64 = /[A-Za-z0-9+/=]*/y

/** Something before an `@` in a URL's host. Most URLs have nothing there. */
const USER_INFO = /:\/\/[^\s/"'`<>?#]{1,330}?@/y
/** Between a name and its value, for services whose tokens have no shape of their own. */
const BESIDE = String.raw`[\w .-]{0,30}["'\`]?\s{0,4}(?:=>|:=|[:=])\s{0,4}["'\`]?`

function beside(name: string, value: string): RegExp {
  return new RegExp(`(?:${name})${BESIDE}(?<value>${value})(?![A-Za-z0-9])`, 'iy')
}

// biome-ignore format: a table reads best in columns
export const SHAPED_KINDS: readonly SecretKind[] = [
  // Keys in blocks
  { kind: 'private-key', words: ['private key'], lead: { of: /[A-Z0-9 -]/, most: 40 }, inside: true,
    pattern: /[A-Z0-9 -]{0,40}?(?<value>-----BEGIN [A-Z0-9 ]{0,30}PRIVATE KEY(?: BLOCK)?-----)/y, end: pemEnd },
  { kind: 'putty-private-key', words: ['private-lines'], pattern: /Private-Lines: ?\d{1,4}/y, end: linesEnd },
  { kind: 'age-secret-key', words: ['age-secret-key-1'], pattern: /AGE-SECRET-KEY-1[0-9A-Z]{40,70}/iy, tail: ALNUM, real: isVaried },
  { kind: 'kubeconfig-key', words: ['client-key-data'], pattern: /client-key-data["']?\s{0,4}:\s{0,4}["']?(?<value>[A-Za-z0-9+/=]{40,4096})/y, tail: BASE64 },
  { kind: 'wireguard-key', words: ['privatekey', 'presharedkey'], pattern: /(?:PrivateKey|PresharedKey)\s{0,3}=\s{0,3}(?<value>[A-Za-z0-9+/]{43}=)/y, real: isVaried },
  { kind: 'wallet-key', words: ['private key', 'privatekey', 'private_key'], inside: true,
    pattern: /private[ _]?key["']?(?: is| was)?\s{0,3}[:=]?\s{0,3}["']?(?<value>(?:0x)?[0-9a-f]{64})(?![0-9a-z])/iy, real: isVaried },
  { kind: 'password-hash', words: ['$1$', '$5$', '$6$', '$y$', '$2a$', '$2b$', '$2y$', '$argon2'], inside: true,
    pattern: /\$(?:2[aby]\$\d\d\$[./A-Za-z0-9]{53}|(?:[156y]|argon2(?:id?|d))\$(?:[\w=,.]{1,60}\$){0,3}[./+A-Za-z0-9]{20,128})/y, tail: /[./+=A-Za-z0-9$]*/y, real: isVaried },
  { kind: 'recovery-phrase', words: ['mnemonic', 'seed phrase', 'recovery phrase', 'seed_phrase'],
    pattern: /(?:mnemonic|seed[ _]phrase|recovery phrase)["']?(?: is|\s{0,3}[:=])\s{0,3}["']?(?<value>(?:[a-z]{3,8} ){11,23}[a-z]{3,8})/iy },

  // Clouds
  { kind: 'aws-secret-access-key', words: ['akia', 'asia'], pattern: /A(?:KIA|SIA)[A-Z0-9]{16}["']?[\s:/,|]{1,4}["']?(?<value>[A-Za-z0-9/+]{40})(?![A-Za-z0-9/+=])/y, real: isVaried },
  { kind: 'aws-access-key-id', words: ['akia', 'asia', 'abia', 'acca'], pattern: /A(?:KIA|SIA|BIA|CCA)[A-Z0-9]{16}(?![A-Za-z0-9])/y, real: isVaried },
  { kind: 'aws-secret-access-key', words: ['secret_access_key', 'secretaccesskey', 'secret-access-key', 'aws_secret', 'secret access key', 'secretkey'], inside: true,
    pattern: /(?:aws_secret(?:_access)?_key|aws_secret|secret[_ -]?access[_ -]?key|secretkey)["'`]?\]?\s{0,4}(?:=>|:=|[:=>\s])\s{0,4}["'`]?(?<value>[A-Za-z0-9/+]{40})(?![A-Za-z0-9/+=])/iy, real: isVaried },
  { kind: 'aws-session-token', words: ['session_token', 'sessiontoken'], inside: true, pattern: /session_?token["'`]?\s{0,4}(?:=>|[:=])\s{0,4}["'`]?(?<value>[A-Za-z0-9/+=]{100,2048})/iy, tail: BASE64 },
  { kind: 'google-api-key', words: ['aiza'], pattern: /AIza[A-Za-z0-9_-]{35}/y, tail: WORD, real: isVaried },
  { kind: 'google-oauth-secret', words: ['gocspx-'], pattern: /GOCSPX-[A-Za-z0-9_-]{20,40}/y, tail: WORD, real: isVaried },
  { kind: 'google-oauth-token', words: ['ya29.'], pattern: /ya29\.[A-Za-z0-9_-]{20,512}/y, tail: DOTTED, real: isVaried },
  { kind: 'google-refresh-token', words: ['1//0'], pattern: /1\/\/0[A-Za-z0-9_-]{35,128}/y, tail: WORD, real: isVaried },
  { kind: 'gcp-service-account-key', words: ['private_key_id'], pattern: /private_key_id\\?["']?\s{0,4}:\s{0,4}\\?["']?(?<value>[0-9a-f]{40})/y, real: isVaried },
  { kind: 'azure-storage-key', words: ['accountkey'], inside: true, pattern: /AccountKey["']?\s{0,3}[=:]\s{0,3}["']?(?<value>[A-Za-z0-9+/]{30,100}={0,2})/iy, real: isVaried },
  { kind: 'azure-shared-access-key', words: ['sharedaccesskey='], pattern: /SharedAccessKey=(?<value>[A-Za-z0-9+/]{30,100}={0,2})/iy, real: isVaried },
  { kind: 'azure-shared-access-signature', words: ['&sig=', '?sig='], inside: true, pattern: /[?&]sig=(?<value>[A-Za-z0-9%+/_-]{40,128})/iy, tail: /[A-Za-z0-9%=]*/y, real: isVaried },
  { kind: 'digitalocean-token', words: ['dop_v1_', 'doo_v1_', 'dor_v1_'], pattern: /do[opr]_v1_[a-f0-9]{64}/y, tail: ALNUM, real: isVaried },
  { kind: 'heroku-key', words: ['hrku-'], pattern: /HRKU-[A-Za-z0-9_-]{32,80}/y, tail: WORD, real: isVaried },
  { kind: 'heroku-key', words: ['heroku'], inside: true, pattern: beside('heroku', '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}') },
  { kind: 'cloudflare-token', words: ['cloudflare', 'cf_api'], inside: true, pattern: beside('cloudflare|cf_api', '[A-Za-z0-9_-]{40}|[a-f0-9]{37}'), real: isVaried },
  { kind: 'cloudflare-origin-key', words: ['v1.0-'], pattern: /v1\.0-[a-f0-9]{24}-[a-f0-9]{100,180}/y, tail: ALNUM },
  { kind: 'fly-token', words: ['flyv1 fm', 'fm1_', 'fm2_', 'fo1_'], pattern: /(?:FlyV1 )?f[mo][12]_[A-Za-z0-9+/_-]{40,512}/y, tail: /[A-Za-z0-9+/=_,-]*/y, real: isVaried },
  { kind: 'vercel-token', words: ['vcp_', 'vci_', 'vca_', 'vcr_', 'vck_'], pattern: /vc[piark]_[A-Za-z0-9]{20,60}/y, tail: ALNUM, real: isVaried },
  { kind: 'netlify-token', words: ['nfp_'], pattern: /nfp_[A-Za-z0-9]{36,64}/y, tail: ALNUM, real: isVaried },
  { kind: 'supabase-key', words: ['sbp_', 'sb_secret_'], pattern: /sbp_[a-f0-9]{40}|sb_secret_[A-Za-z0-9_-]{20,64}/y, tail: WORD, real: isVaried },
  { kind: 'planetscale-token', words: ['pscale_'], pattern: /pscale_(?:tkn|pw|oauth)_[A-Za-z0-9_.=-]{32,80}/y, tail: WORD, real: isVaried },
  { kind: 'databricks-token', words: ['dapi'], pattern: /dapi[a-f0-9]{32}(?:-\d)?(?![A-Za-z0-9])/y, real: isVaried },
  { kind: 'tailscale-key', words: ['tskey-'], pattern: /tskey-(?:[a-z]{2,16}-)?[A-Za-z0-9]{8,40}-[A-Za-z0-9]{16,64}/y, tail: WORD, real: isVaried },

  // Code, packages, pipelines
  { kind: 'github-token', words: ['ghp_'], pattern: /ghp_[A-Za-z0-9]{36}/y, tail: ALNUM, real: isVaried },
  { kind: 'github-oauth-token', words: ['gho_'], pattern: /gho_[A-Za-z0-9]{36}/y, tail: ALNUM, real: isVaried },
  { kind: 'github-app-token', words: ['ghu_', 'ghs_', 'ghr_'], pattern: /gh[usr]_[A-Za-z0-9]{36}/y, tail: DOTTED, real: isVaried },
  { kind: 'github-fine-grained-token', words: ['github_pat_'], pattern: /github_pat_[A-Za-z0-9_]{40,255}/y, tail: WORD, real: isVaried },
  { kind: 'gitlab-token', words: ['glpat-', 'glptt-', 'gldt-', 'glrt-', 'glcbt-', 'glft-', 'glsoat-', 'gloas-', 'glimt-', 'glagent-', 'glffct-'],
    pattern: /gl(?:pat|ptt|dt|rt|cbt|ft|soat|oas|imt|agent|ffct)-[A-Za-z0-9_-]{20,128}/y, tail: DOTTED, real: isVaried },
  { kind: 'bitbucket-token', words: ['atbb'], pattern: /ATBB[A-Za-z0-9]{32}(?![a-z])/y, tail: ALNUM, real: isVaried },
  { kind: 'atlassian-token', words: ['atatt3', 'atctt3'], pattern: /AT[AC]TT3[A-Za-z0-9_=-]{50,255}/y, tail: /[A-Za-z0-9_=-]*/y, real: isVaried },
  { kind: 'npm-token', words: ['npm_'], pattern: /npm_[A-Za-z0-9]{36}/y, tail: ALNUM, real: isVaried },
  { kind: 'npm-auth', words: ['_authtoken', '_auth', '_password'], pattern: /_(?:authToken|auth|password)\s{0,3}=\s{0,3}["']?(?<value>[^\s"'$<{(]{8,255})(?!\()/y, real: isRealNpmAuth },
  { kind: 'pypi-token', words: ['pypi-ag'], pattern: /pypi-Ag[A-Za-z0-9_-]{50,255}/y, tail: WORD, real: isVaried },
  { kind: 'rubygems-key', words: ['rubygems_'], pattern: /rubygems_[a-f0-9]{48}/y, tail: ALNUM, real: isVaried },
  { kind: 'clojars-token', words: ['clojars_'], pattern: /CLOJARS_[a-f0-9]{60}/y, tail: ALNUM, real: isVaried },
  { kind: 'docker-token', words: ['dckr_pat_', 'dckr_oat_'], pattern: /dckr_[po]at_[A-Za-z0-9_-]{20,64}/y, tail: WORD, real: isVaried },
  { kind: 'docker-auth', words: ['"auth"'], inside: true, pattern: /"auth"\s{0,4}:\s{0,4}"(?<value>[A-Za-z0-9+/]{12,512}={0,2})(?=")/y, real: isUserAndPassword },
  { kind: 'terraform-token', words: ['.atlasv1.'], lead: { of: /[A-Za-z0-9]/, most: 14 }, inside: true, pattern: /[A-Za-z0-9]{14}\.atlasv1\.[A-Za-z0-9_=-]{40,80}/y, tail: WORD, real: isVaried },
  { kind: 'pulumi-token', words: ['pul-'], pattern: /pul-[a-f0-9]{40}(?![A-Za-z0-9])/y, real: isVaried },
  { kind: 'vault-token', words: ['hvs.', 'hvb.', 'hvr.'], pattern: /hv[sbr]\.[A-Za-z0-9_-]{20,300}/y, tail: WORD, real: isVaried },
  { kind: 'doppler-token', words: ['dp.pt.', 'dp.st.', 'dp.ct.', 'dp.sa.'], pattern: /dp\.(?:pt|st|ct|sa)\.(?:[a-z0-9_-]{2,35}\.)?[A-Za-z0-9]{40,44}/y, tail: ALNUM, real: isVaried },
  { kind: '1password-token', words: ['ops_ey'], pattern: /ops_ey[A-Za-z0-9+/_-]{100,2048}/y, tail: /[A-Za-z0-9+/=_-]*/y },
  { kind: 'circleci-token', words: ['ccipat_', 'cciprj_'], pattern: /CCI(?:PAT|PRJ)_[A-Za-z0-9]{16,32}_[a-f0-9]{40}/y, tail: ALNUM, real: isVaried },
  { kind: 'buildkite-token', words: ['bkua_'], pattern: /bkua_[a-f0-9]{40}/y, tail: ALNUM, real: isVaried },
  { kind: 'sentry-token', words: ['sntrys_', 'sntryu_'], pattern: /sntrys_[A-Za-z0-9+/=_-]{40,512}|sntryu_[a-f0-9]{64}/y, tail: WORD, real: isVaried },
  { kind: 'grafana-token', words: ['glsa_', 'glc_'], pattern: /glsa_[A-Za-z0-9]{32}_[A-Fa-f0-9]{8}|glc_[A-Za-z0-9+/]{32,400}={0,2}/y, tail: ALNUM, real: isVaried },
  { kind: 'new-relic-key', words: ['nrak-', 'nrii-', 'nraa-'], pattern: /NR(?:AK|II|AA)-[A-Za-z0-9]{26,40}/y, tail: ALNUM, real: isVaried },
  { kind: 'dynatrace-token', words: ['dt0c01.', 'dt0s'], pattern: /dt0[cs]\d{2}\.[A-Z0-9]{8,24}\.[A-Z0-9]{64}/y, tail: ALNUM, real: isVaried },
  { kind: 'postman-key', words: ['pmak-'], pattern: /PMAK-[a-f0-9]{24}-[a-f0-9]{34}/y, tail: ALNUM, real: isVaried },

  // Models
  { kind: 'anthropic-key', words: ['sk-ant-'], pattern: /sk-ant-[A-Za-z0-9_-]{20,200}/y, tail: WORD, real: isVaried },
  { kind: 'openrouter-key', words: ['sk-or-'], pattern: /sk-or-(?:v\d-)?[A-Za-z0-9]{32,80}/y, tail: WORD, real: isVaried },
  { kind: 'openai-key', words: ['sk-proj-', 'sk-svcacct-', 'sk-admin-', 'sk-none-'], pattern: /sk-(?:proj|svcacct|admin|None)-[A-Za-z0-9_-]{20,255}/y, tail: WORD, real: isVaried },
  { kind: 'openai-key', words: ['sk-'], pattern: /sk-[A-Za-z0-9]{32,80}/y, tail: WORD, real: isVaried },
  { kind: 'huggingface-token', words: ['hf_', 'api_org_'], pattern: /(?:hf|api_org)_[A-Za-z0-9]{30,64}/y, tail: ALNUM, real: isVaried },
  { kind: 'groq-key', words: ['gsk_'], pattern: /gsk_[A-Za-z0-9]{40,64}/y, tail: ALNUM, real: isVaried },
  { kind: 'replicate-token', words: ['r8_'], pattern: /r8_[A-Za-z0-9]{30,48}/y, tail: ALNUM, real: isVaried },
  { kind: 'perplexity-key', words: ['pplx-'], pattern: /pplx-[A-Za-z0-9]{40,64}/y, tail: ALNUM, real: isVaried },
  { kind: 'xai-key', words: ['xai-'], pattern: /xai-[A-Za-z0-9]{60,96}/y, tail: ALNUM, real: isVaried },

  // Money
  { kind: 'stripe-key', words: ['sk_live_', 'rk_live_', 'sk_test_', 'rk_test_'], pattern: /[sr]k_(?:live|test)_[A-Za-z0-9]{16,250}/y, tail: ALNUM, real: isVaried },
  { kind: 'stripe-webhook-secret', words: ['whsec_'], pattern: /whsec_[A-Za-z0-9+/=]{24,80}/y, tail: BASE64, real: isVaried },
  { kind: 'square-token', words: ['sq0atp-', 'sq0csp-', 'eaaa'], pattern: /sq0(?:atp|csp)-[A-Za-z0-9_-]{22,64}|EAAA[A-Za-z0-9_-]{56,64}(?![A-Za-z0-9_-])/y, tail: WORD, real: isVaried },
  { kind: 'shopify-token', words: ['shpat_', 'shpca_', 'shppa_', 'shpss_'], pattern: /shp(?:at|ca|pa|ss)_[A-Fa-f0-9]{32}/y, tail: ALNUM, real: isVaried },
  { kind: 'razorpay-key', words: ['rzp_live_', 'rzp_test_'], pattern: /rzp_(?:live|test)_[A-Za-z0-9]{14,32}/y, tail: ALNUM, real: isVaried },

  // Messages
  { kind: 'slack-token', words: ['xoxb-', 'xoxp-', 'xoxa-', 'xoxe-', 'xoxo-', 'xoxr-', 'xoxs-', 'xoxc-', 'xoxd-', 'xoxe.', 'xapp-'],
    pattern: /(?:xox[abcdeoprs]-|xoxe\.xox[bp]-|xapp-)[A-Za-z0-9%][A-Za-z0-9%-]{15,255}/y, tail: /[A-Za-z0-9%-]*/y, real: isVaried },
  { kind: 'slack-webhook', words: ['hooks.slack.com/'], inside: true, pattern: /hooks\.slack\.com\/(?<value>(?:services|workflows|triggers)\/[A-Za-z0-9/]{20,200})/iy, tail: /[A-Za-z0-9/]*/y, real: isVaried },
  { kind: 'discord-webhook', words: ['/api/webhooks/'], inside: true, pattern: /\/api\/webhooks\/(?<value>\d{16,21}\/[A-Za-z0-9_-]{40,100})/y, tail: WORD, real: isVaried },
  { kind: 'teams-webhook', words: ['webhook.office.com/'], inside: true, pattern: /webhook\.office\.com\/(?<value>webhookb2\/[A-Za-z0-9@/-]{60,240})/iy, tail: /[A-Za-z0-9@/-]*/y, real: isVaried },
  { kind: 'discord-token', words: ['mta', 'mte', 'mti', 'mtm', 'mtq', 'mtu', 'mty', 'mtc', 'mtg', 'mtk'], pattern: /MT[A-Za-z0-9]{20,26}\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27,45}/y, tail: WORD, real: isBotToken },
  { kind: 'discord-token', words: ['discord', 'bot m', 'bot n', 'bot o'], inside: true, pattern: /(?:discord[\w .-]{0,30}["'`]?\s{0,4}(?:=>|[:=(])\s{0,4}["'`]?|Bot )(?<value>[MNO][A-Za-z0-9_-]{22,28}\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{25,45})/iy, tail: WORD },
  { kind: 'telegram-bot-token', words: [':aa'], lead: { of: /\d/, most: 11 }, inside: true, pattern: /\d{8,11}:AA[A-Za-z0-9_-]{32,34}(?![A-Za-z0-9_-])/y, real: isVaried },
  { kind: 'twilio-key', words: ['twilio'], inside: true, pattern: beside('twilio', '(?:SK)?[0-9a-f]{32}'), real: isVaried },
  { kind: 'twilio-key', words: ['twilio'], inside: true, pattern: /twilio[\w .-]{0,30}\s(?<value>SK[0-9a-f]{32})(?![A-Za-z0-9])/iy, real: isVaried },
  { kind: 'sendgrid-key', words: ['sg.'], pattern: /SG\.[A-Za-z0-9_-]{16,32}\.[A-Za-z0-9_-]{16,64}/y, tail: WORD, real: isVaried },
  { kind: 'mailgun-key', words: ['key-'], pattern: /key-[0-9a-f]{32}(?![A-Za-z0-9])/y, real: isVaried },
  { kind: 'mailchimp-key', words: ['-us'], lead: { of: /[0-9a-f]/, most: 32 }, inside: true, pattern: /[0-9a-f]{32}-us\d{1,2}(?!\w)/y, real: isVaried },
  { kind: 'brevo-key', words: ['xkeysib-'], pattern: /xkeysib-[a-f0-9]{64}-[A-Za-z0-9]{16}/y, tail: ALNUM, real: isVaried },

  // Desks
  { kind: 'linear-key', words: ['lin_api_', 'lin_oauth_'], pattern: /lin_(?:api|oauth)_[A-Za-z0-9]{32,128}/y, tail: ALNUM, real: isVaried },
  { kind: 'notion-token', words: ['ntn_', 'secret_'], pattern: /ntn_\d{11}[A-Za-z0-9]{30,40}|secret_[A-Za-z0-9]{43}(?![A-Za-z0-9])/y, tail: ALNUM, real: isVaried },
  { kind: 'figma-token', words: ['figd_'], pattern: /figd_[A-Za-z0-9_-]{36,200}/y, tail: WORD, real: isVaried },
  { kind: 'airtable-token', words: ['airtable'], inside: true, pattern: beside('airtable', 'pat[A-Za-z0-9]{14}\\.[a-f0-9]{64}|key[A-Za-z0-9]{14}'), real: isVaried },
  { kind: 'hubspot-token', words: ['pat-na', 'pat-eu'], pattern: /pat-(?:na|eu)\d-[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/y },
  { kind: 'contentful-token', words: ['cfpat-'], pattern: /CFPAT-[A-Za-z0-9_-]{40,64}/y, tail: WORD, real: isVaried },
  { kind: 'dropbox-token', words: ['sl.b', 'sl.u.'], pattern: /sl\.(?:u\.)?[A-Za-z0-9_-]{100,255}/y, tail: WORD, real: isVaried },

  // Wherever
  { kind: 'jwt', words: ['eyj'], pattern: /(?:(?<![A-Za-z0-9_-])eyJ[A-Za-z0-9_-]{8,2048}|eyJ[A-Za-z0-9_-]{8,80})\.eyJ[A-Za-z0-9_-]{8}/y, tail: DOTTED, inside: true, real: isVaried },
  { kind: 'url-password', words: ['://'], inside: true, gate: USER_INFO,
    pattern: /:\/\/[^\s:/"'`<>?#]{0,128}:(?<value>[^\s@/"'`<>]{1,200})(?=@[\w[.$%{-])/iy, real: isUrlPassword },
  { kind: 'url-token', words: ['://'], inside: true, gate: USER_INFO,
    pattern: /:\/\/(?<value>[A-Za-z0-9_-]{20,200})(?=(?::x-oauth-basic)?@[\w.-])/iy, real: looksRandom },
]

function isRealNpmAuth(value: string): boolean {
  return !isStandIn(value)
}

/** The id of the bot, a number, stands before the first dot. */
function isBotToken(value: string): boolean {
  return /^\d{17,20}$/.test(decodeBase64(value.slice(0, value.indexOf('.'))))
}

/** Docker and others keep `user:password` in base64, which is no protection at all. */
function isUserAndPassword(value: string): boolean {
  return /^[^:\0-\x1f]{1,128}:[^\0-\x1f]{1,}$/.test(decodeBase64(value))
}

/** In a URL even `postgres:postgres` opens a door; only clear stand-ins do not. */
function isUrlPassword(value: string): boolean {
  return !isStandIn(value) || /^(?:postgres|root|admin|test|secret)\d*$/i.test(value)
}
