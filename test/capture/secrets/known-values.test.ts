import { expect, it } from 'vitest'
import { scrub, scrubText } from '../../../src/capture/scrub.ts'
import { KnownValues } from '../../../src/capture/secrets/known-values.ts'

const KEY = new Uint8Array([1, 2, 3])

function afterReading(...texts: string[]): KnownValues {
  const known = new KnownValues(KEY)
  for (const text of texts) scrubText(text, known)
  return known
}

// biome-ignore format: a table reads best in columns
const SHOWN: readonly (readonly [value: string, shown: string])[] = [
  ['Tr0mbone!Kestrel_88',              'The staging db password is %, use it for the migration.'],
  ['maple-otter-lantern-42',           'The vault passphrase is %.'],
  ['correct horse battery staple',     'passphrase: "%"'],
  ['9f86d081884c7d659a2feaa0c55ad015', 'API token: %'],
  ['Zapato#Rojo42',                    'La contraseña del servidor es %, úsala.'],
  ['Zwiebel#Falter93',                 'Das Passwort lautet %.'],
]

it.each(SHOWN)('M-04 %s is known again wherever it stands', (value, shown) => {
  const known = afterReading(shown.replace('%', value))
  expect(known.size).toBe(1)
  const echoes = [
    `Migration done with ${value}.`,
    `I ran \`psql postgres://app:${value}@db\`, and it worked`,
    `PW=${value} make`,
    `(${value})`,
    `mysql -p${value}`,
    JSON.stringify({ stdout: `ok\n${value}\nok` }),
    `它是${value}。`,
  ]
  for (const echo of echoes) expect(scrubText(echo, known).text).not.toContain(value)
})

it('M-04 it is known to another process by its entries, and they do not hold it', () => {
  const value = 'Tr0mbone!Kestrel_88'
  const entries = afterReading(`password: ${value}`).entries()
  expect(entries.join()).not.toContain('Tr0mbone')
  const known = new KnownValues(KEY, entries)
  expect(known.isIn(`done with ${value}`)).toBe(true)
  expect(known.hasGrown).toBe(false)
  expect(new KnownValues(new Uint8Array([4]), entries).isIn(`done with ${value}`)).toBe(false)
})

it('M-04 part of another word is left alone', () => {
  const known = afterReading('password: Tr0mbone!Kestrel_88')
  expect(known.isIn('Tr0mbone!Kestrel_889 xTr0mbone!Kestrel_88')).toBe(false)
})

it('M-04 ordinary words that serve as a password are not remembered', () => {
  const words = [
    'postgres',
    'letmein',
    'password',
    'admin',
    'test-db',
    'postgres1',
    '12345',
    'Welcome',
  ]
  for (const word of words) expect(afterReading(`DB_PASSWORD=${word}`).size, word).toBe(0)
})

it('M-04 what a later field shows is taken out of an earlier one', () => {
  const value = 'Tr0mbone!Kestrel_88'
  const { fields } = scrub({ said: `with ${value}`, given: `password: ${value}` })
  expect(JSON.stringify(fields)).not.toContain(value)
})

it('M-04 no more than a hundred are remembered, and the latest are', () => {
  const values = Array.from({ length: 130 }, (_, n) => `Tr0mbone!Kestrel_${n + 100}`)
  const known = afterReading(...values.map((value) => `password: ${value}`))
  expect(known.size).toBe(100)
  expect(known.isIn(values.at(-1) ?? '')).toBe(true)
  expect(known.isIn(values[0] ?? '')).toBe(false)
})
