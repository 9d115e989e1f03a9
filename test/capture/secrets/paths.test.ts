import { describe, expect, it } from 'vitest'
import { ignoreRules, isSecretPath, looksLikeEnvFile } from '../../../src/capture/secrets/paths.ts'

describe('isSecretPath', () => {
  it.each([
    '.env',
    'app/.env.production',
    'deploy/prod.env',
    '/home/me/.ssh/id_rsa',
    'C:\\Users\\me\\.ssh\\id_ed25519',
    'keys/server.pem',
    'server.KEY',
    '.netrc',
    '.npmrc',
    '.aws/credentials',
    'config/secrets.yml',
    'secrets.production.json',
    'vault.kdbx',
    '.kube/config',
    '.docker/config.json',
    'credentials',
    'terraform.tfstate',
    'service-account.json',
    'release.keystore',
  ])('G-10 %s is never read', (path) => {
    expect(isSecretPath(path)).toBe(true)
  })

  it.each([
    '.env.example',
    'config/secrets.example.yml.sample',
    'src/environment.ts',
    'src/capture/secrets/scan.ts',
    'docs/secrets.md',
    'id_rsa.pub',
    '.ssh/known_hosts',
    'keyboard.ts',
    'README.md',
    'package.json',
    'src/credentials.ts',
  ])('G-10 %s may be read', (path) => {
    expect(isSecretPath(path)).toBe(false)
  })
})

describe('ignoreRules', () => {
  const ignored = ignoreRules('# built\ndist/\n*.log\n!keep.log\nprivate/**\n')

  it.each([
    ['dist/cli.js', true],
    ['a/b/c.log', true],
    ['keep.log', false],
    ['private/notes.md', true],
    ['src/a.ts', false],
    ['./dist/x', true],
    ['dist\\cli.js', true],
    ['../elsewhere.log', false],
    ['/etc/x.log', false],
    ['', false],
  ])('G-10 %s: %s', (path, expected) => {
    expect(ignored(path)).toBe(expected)
  })

  it('G-10 takes lines as well as text', () => {
    expect(ignoreRules(['*.pem', 'notes/'])('notes/a.md')).toBe(true)
  })
})

describe('looksLikeEnvFile', () => {
  it.each([
    ['A=1\nB=2', true],
    ['# settings\nexport API_URL=https://example.org\n\nAPI_KEY="x"\nDEBUG=', true],
    ['const A = 1\nconst B = 2', false],
    ['A=1', false],
    ['A == 1\nB == 2', false],
    ['Some prose about A=1 and B=2.\nAnd more of it.', false],
    ['', false],
  ])('G-10 %j: %s', (text, expected) => {
    expect(looksLikeEnvFile(text)).toBe(expected)
  })
})
