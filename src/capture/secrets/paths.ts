/** G-10. Files whose content is never stored, by name or by ignore rules. */
import ignore from 'ignore'

/** A template of a secret file holds no secret. */
const TEMPLATE = /\.(?:example|sample|template|tpl|dist|defaults?|schema)$/i

const SECRET_NAMES = [
  /^\.env(?:\..+|rc)?$/,
  /\.env$/,
  /^\.(?:netrc|pgpass|my\.cnf|npmrc|yarnrc|pypirc|htpasswd|dockercfg|git-credentials|s3cfg|boto|vault-token|terraformrc|curlrc|wgetrc)$/,
  /^_netrc$/,
  /^(?:credentials|secrets?|passwords?|service[_-]?account|client_secret)(?:[._-].*)?\.(?:json|ya?ml|toml|ini|properties|xml|txt|csv|conf|env|enc|tfvars)$/,
  /^(?:credentials|secrets?|passwords?|passwd|shadow|htpasswd)$/,
  /\.secrets?(?:\.(?:json|ya?ml|toml))?$/,
  /^id_(?:rsa|dsa|ecdsa|ed25519)(?:_sk)?(?:[._-](?!pub$).*)?$/,
  /^ssh_host_[a-z0-9]+_key$/,
  /\.(?:pem|key|p12|pfx|p8|pkcs12|jks|keystore|kdbx?|ppk|asc|gpg|pgp|ovpn|agekey|keychain|keytab|rdp|tfvars|tfstate)$/,
  /^(?:master|production|development|test)\.key$/,
  /^(?:kubeconfig|wg\d+\.conf|application_default_credentials\.json|keystore\.properties)$/,
]

const SECRET_FOLDERS = [
  /(?:^|\/)\.(?:ssh|gnupg|password-store)\/(?!.*\.pub$|(?:.*\/)?(?:config|known_hosts|authorized_keys)$)/,
  /(?:^|\/)\.aws\/(?:credentials|config|sso\/|cli\/cache\/)/,
  /(?:^|\/)\.(?:kube\/config|docker\/config\.json|azure\/|config\/(?:gcloud|gh\/hosts\.yml|hub))/,
  /(?:^|\/)(?:run\/secrets|\.secrets|secrets\/private)\//,
]

/** True for `.env`, `id_rsa`, `*.pem`, `.aws/credentials` and their like; a template is none. */
export function isSecretPath(path: string): boolean {
  const slashed = path.replaceAll('\\', '/').toLowerCase()
  const name = slashed.slice(slashed.lastIndexOf('/') + 1)
  if (TEMPLATE.test(name)) return false
  return (
    SECRET_NAMES.some((pattern) => pattern.test(name)) ||
    SECRET_FOLDERS.some((pattern) => pattern.test(slashed))
  )
}

/**
 * What the lines of a `.gitignore` or `.secretsignore` leave out. Paths are relative to the folder
 * that file lies in; one from elsewhere is not its business, so it is not ignored.
 */
export function ignoreRules(lines: string | readonly string[]): (path: string) => boolean {
  const rules = ignore().add(lines)
  return (path) => {
    const relative = path.replaceAll('\\', '/').replace(/^(?:\.\/)+/, '')
    return ignore.isPathValid(relative) && rules.ignores(relative)
  }
}

const MIN_ENV_LINES = 2
const ENV_SHARE = 0.8
const ENV_LINE = /^\s{0,8}(?:export\s{1,4})?[A-Z][A-Z0-9_]{0,80}\s?=(?!=)/
const MAX_LINES_READ = 400

/** Whether a text is the content of an environment file, whatever it is called. */
export function looksLikeEnvFile(text: string): boolean {
  const lines = text
    .split(/\r?\n/, MAX_LINES_READ)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
  const assignments = lines.filter((line) => ENV_LINE.test(line)).length
  return assignments >= MIN_ENV_LINES && assignments >= lines.length * ENV_SHARE
}
