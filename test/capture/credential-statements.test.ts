import { describe, expect, it } from 'vitest'
import { rulesBesideCredentials } from '../../src/capture/credential-statements.ts'
import { UserRuleSettings } from '../../src/capture/settings.ts'

const settings = UserRuleSettings.parse({})
const beside = (text: string) => rulesBesideCredentials(settings, text)
const kept = (text: string) => beside(text).rules.map(({ sentence }) => sentence)
const P = '[redacted:password]'

describe('what is left to know beside a credential', () => {
  it.each([
    `The staging db password is ${P}, use it for the migration.`,
    `Das Passwort für den Mailserver lautet ${P}, trag es in .env ein.`,
    `La contraseña del servidor es ${P}, úsala.`,
    `Remember: the production password is ${P} and it rotates every month.`,
    `Remember that the wifi password at the office is ${P}.`,
    `the passphrase is "${P}", use it for the backup.`,
  ])('G-10 nothing: %s', (text) => {
    expect(kept(text)).toEqual([])
  })

  it.each([
    [
      'AWS_SECRET_ACCESS_KEY=[redacted:secret] is for the backup bucket; always use the eu-central-1 region with it.',
      'eu-central-1',
    ],
    [
      'The API key is [redacted:api-key], use it for staging. Always run the linter before a commit.',
      'linter',
    ],
    [`Our staging database lives on db7.internal, password: ${P}`, 'db7.internal'],
    [`Remember that staging runs on port 8443 and its password is ${P}.`, 'port 8443'],
    ['Always deploy with `deploy --token [redacted:token] --region eu`.', '--region eu'],
    [`Never put the password ${P} into the compose file, read it from Vault.`, 'Vault'],
  ])('G-10 the rest: %s', (text, rest) => {
    expect(kept(text)).toEqual([expect.stringContaining(rest)])
  })

  it('M-20 a wish that was withheld is told', () => {
    const { withheld } = beside(`Remember that the wifi password at the office is ${P}.`)
    expect(withheld.map(({ explicit }) => explicit)).toEqual([true])
  })
})
