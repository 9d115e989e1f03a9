/** G-10, M-04. Credentials under the head of their column, and those handed to a command. */
import { expect, test } from 'vitest'
import { findSecrets, redactSecrets } from '../../../src/capture/secrets/scan.ts'
import { fc } from '../../support/property.ts'

const redacted = (text: string) => redactSecrets(text, findSecrets(text))

test.each([
  [
    'Markdown',
    '| user | password |\n|------|----------|\n| ann | Walnut-77-kettle |\n| bob | plainword |',
    ['Walnut-77-kettle', 'plainword'],
  ],
  ['Markdown without edges', 'host | api key\n--- | ---\ndb1 | Walnut77kettle', ['Walnut77kettle']],
  [
    'psql',
    ' id | login | db_password \n----+-------+-------------\n  1 | ann   | walnutkettle\n(1 row)',
    ['walnutkettle'],
  ],
  [
    'CSV',
    'url,username,password\nhttps://a.test,ann,"walnut,77"\nhttps://b.test,bob,kettle!9',
    ['walnut,77', 'kettle!9'],
  ],
  ['TSV', 'name\tclient_secret\nann\twalnutKettle77\n', ['walnutKettle77']],
  ['semicolons', 'name;pwd\r\nann;walnut77\r\n', ['walnut77']],
  [
    'INSERT',
    "INSERT INTO users (id, name, password) VALUES (1, 'ann', 'walnut77'), (2, 'bob', 'kettle')",
    ['walnut77', 'kettle'],
  ],
  [
    'INSERT OR REPLACE',
    'insert or replace into "auth" (api_key, at)\n values (\'walnut77kettle\', 12);',
    ['walnut77kettle'],
  ],
  [
    'docker login',
    'echo walnut77kettle | docker login -u ann --password-stdin',
    ['walnut77kettle'],
  ],
  ['sudo', "echo 'walnut77' | sudo -S apt update", ['walnut77']],
  ['gh secret', 'gh secret set DEPLOY --repo a/b --body "walnut77kettle"', ['walnut77kettle']],
])('G-10 credentials are found in %s', (_, text, secrets) => {
  const kept = redacted(text)
  for (const secret of secrets) expect(kept).not.toContain(secret)
  expect(kept.match(/\[redacted:/g)).toHaveLength(secrets.length)
})

test.each([
  '| column | type | password |\n|---|---|---|\n| ann | text | <hidden> |',
  'name,password\nann,\nbob,********',
  'user, password, host\nconst { a, b } = x',
  '| field | secret |\n|---|---|\n| api_key | yes |',
  "INSERT INTO users (name, password) VALUES (?, ?), (:name, :password), ('ann', crypt($1))",
  'CREATE TABLE a (name, password)',
  'connect(user, password, host)\nconnect(ann, walnut77, local)',
  'echo "$TOKEN" | docker login --password-stdin',
  'echo hello | grep hell',
  'gh secret set DEPLOY --body "$DEPLOY"',
  'table,api_key\nusers,varchar(40)',
])('G-10 what names a credential and shows none stays: %s', (text) => {
  expect(redacted(text)).toBe(text)
})

test('G-10 a table of a megabyte is read in one walk', () => {
  const line = 'name,password\n'
  expect(() => findSecrets(line.repeat(70_000))).not.toThrow()
  expect(findSecrets(`${'a|'.repeat(500_000)}\n`.repeat(2))).toEqual([])
})

test('G-10 a column is found by any of its heads, wherever the table begins', () => {
  const head = fc.constantFrom(
    ...['password', 'PASSWD', 'pass', 'pwd', 'passphrases', 'db_password', 'user-secret', 'Secret'],
    ...['secret key', 'secret_access_key', 'secretkeys', 'API key', 'api-token', 'my api_key'],
    ...['accesstoken', 'auth token', 'private_key', 'privatekey', 'client secret', 'api_secret'],
  )
  const shape = fc.record({
    head,
    before: fc.constantFrom('', 'words\n', 'pass token\n\n', 'a key or a secret\r\n'),
    separator: fc.constantFrom('|', ' | ', '\t', ';', ',', ', '),
    quote: fc.constantFrom('', '"', "'", '`'),
    blanks: fc.constantFrom('', ' ', '   ', '\u00a0'),
    isFirst: fc.boolean(),
    lineEnd: fc.constantFrom('\n', '\r\n', '\n|---|---|\n'),
  })
  fc.assert(
    fc.property(shape, ({ head: name, before, separator, quote, blanks, isFirst, lineEnd }) => {
      const cell = (text: string) => blanks + quote + text + quote + blanks
      const line = (secret: string, other: string) =>
        (isFirst ? [cell(secret), other] : [other, cell(secret)]).join(separator)
      const text = `${before}${line(name, 'host')}${lineEnd}${line('Walnut-77-kettle', 'db1')}`
      expect(redacted(text)).not.toContain('Walnut-77-kettle')
    }),
    { numRuns: 500 },
  )
})
