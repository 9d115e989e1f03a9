import { existsSync, lstatSync, readFileSync, statSync, symlinkSync, utimesSync } from 'node:fs'
import { parse } from 'smol-toml'
import { describe, expect, it } from 'vitest'
import { configKeys } from '../../src/config/keys.ts'
import { readConfig } from '../../src/config/read.ts'
import { tomlLiteral } from '../../src/config/toml-edit.ts'
import { setConfigKey, unsetConfigKey } from '../../src/config/write.ts'
import { fc } from '../support/property.ts'
import { temporaryFolder } from './folder.ts'

const { at, write } = temporaryFolder()
let count = 0
const fresh = (text: string) => write(`case${count++}/config.toml`, text)
const textOf = (file: string) => readFileSync(file, 'utf8')

describe('a key under its name of version 0.1', () => {
  const before = '# mine\n[ranking]\nrecency_days = 60\naccess_ceiling = 5\n'

  it('J-11 set moves it to its present name', async () => {
    const file = fresh(before)
    await setConfigKey(file, 'ranking.recency_days', '45')
    expect(textOf(file)).toBe(
      '# mine\n[ranking]\naccess_ceiling = 5\n\n[tuning.ranking]\nrecency_days = 45\n',
    )
  })

  it('J-11 unset removes it', async () => {
    const file = fresh(before)
    expect(await unsetConfigKey(file, 'tuning.ranking.recency_days')).toBe(true)
    expect(textOf(file)).toBe('# mine\n[ranking]\naccess_ceiling = 5\n')
  })
})

describe('set', () => {
  it.each([
    {
      why: 'replaces a value and keeps the comment',
      before: '# mine\n[retrieval]\ntop_k = 5 # few\nlimit = 3\n',
      after: '# mine\n[retrieval]\ntop_k = 7 # few\nlimit = 3\n',
    },
    {
      why: 'adds to its section, before what follows',
      before: '[retrieval]\nlimit = 3 # three\n# about http\n\n[http]\nport = 1\n',
      after: '[retrieval]\nlimit = 3 # three\ntop_k = 7\n# about http\n\n[http]\nport = 1\n',
    },
    {
      why: 'adds to an empty section',
      before: '[retrieval]\n\n[http]\nport = 1',
      after: '[retrieval]\ntop_k = 7\n\n[http]\nport = 1',
    },
    { why: 'adds a section', before: '', after: '[retrieval]\ntop_k = 7\n' },
    {
      why: 'adds a section after a last line without an end',
      before: '[http]\nport = 1',
      after: '[http]\nport = 1\n\n[retrieval]\ntop_k = 7\n',
    },
    {
      why: 'goes beside dotted brothers',
      before: 'retrieval.limit = 3\n[http]\nport = 1\n',
      after: 'retrieval.limit = 3\nretrieval.top_k = 7\n[http]\nport = 1\n',
    },
    {
      why: 'goes into an inline table',
      before: 'retrieval = { limit = 3 } # short\n',
      after: 'retrieval = { limit = 3, top_k = 7 } # short\n',
    },
    {
      why: 'goes into an empty inline table',
      before: 'retrieval = {}\n',
      after: 'retrieval = { top_k = 7 }\n',
    },
    {
      why: 'keeps Windows line ends',
      before: '[retrieval]\r\nlimit = 3\r\n',
      after: '[retrieval]\r\nlimit = 3\r\ntop_k = 7\r\n',
    },
    {
      why: 'is not fooled by text that looks like the key',
      before: '[permissions]\ndeny = ["""\n[retrieval]\ntop_k = 1\n"""]\n',
      after: '[permissions]\ndeny = ["""\n[retrieval]\ntop_k = 1\n"""]\n\n[retrieval]\ntop_k = 7\n',
    },
  ])('J-11 $why', async ({ before, after }) => {
    const file = fresh(before)
    expect(await setConfigKey(file, 'retrieval.top_k', 7)).toBe(7)
    expect(textOf(file)).toBe(after)
  })

  it('J-11 makes the file for its owner alone', async () => {
    const file = at('new/home/config.toml')
    await setConfigKey(file, 'http.port', '8080')
    expect(textOf(file)).toBe('[http]\nport = 8080\n')
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(statSync(at('new/home')).mode & 0o777).toBe(0o700)
    expect(existsSync(`${file}.lock`)).toBe(false)
  })

  it.each([
    {
      why: 'a key nobody has',
      key: 'retrieval.topk',
      value: 5,
      says: /did you mean "retrieval.top_k"/,
    },
    {
      why: 'a wrong type',
      key: 'retrieval.top_k',
      value: 'ten',
      says: /whole number from 1 to 1000/,
    },
    { why: 'a value out of range', key: 'http.port', value: -1, says: /found the number -1/ },
    { why: 'nothing', key: 'store.url', value: undefined, says: /must be text/ },
    { why: 'a section', key: 'retrieval', value: 5, says: /there is no key/ },
  ])('J-11 refuses $why and leaves the file alone', async ({ key, value, says }) => {
    const file = fresh('[http]\nport = 1 # one\n')
    await expect(setConfigKey(file, key, value)).rejects.toThrow(says)
    expect(textOf(file)).toBe('[http]\nport = 1 # one\n')
  })

  it('J-11 refuses to touch a broken file, and one it cannot edit', async () => {
    const broken = fresh('[http\n')
    await expect(setConfigKey(broken, 'http.port', 1)).rejects.toThrow(/:1:\d+: not valid TOML/)
    const taken = fresh('retrieval = 5\n')
    await expect(setConfigKey(taken, 'retrieval.top_k', 1)).rejects.toThrow('cannot be edited')
    expect(textOf(taken)).toBe('retrieval = 5\n')
    expect(existsSync(`${taken}.lock`)).toBe(false)
  })

  it('J-11 can repair a wrong value, whatever else is wrong', async () => {
    const file = fresh('[http]\nport = "x"\nnonsense = 1\n')
    await setConfigKey(file, 'http.port', 5)
    expect(textOf(file)).toBe('[http]\nport = 5\nnonsense = 1\n')
  })

  it('J-11 writes through a link and leaves it one', async () => {
    const real = fresh('')
    const link = at('link.toml')
    symlinkSync(real, link)
    await setConfigKey(link, 'http.port', 5)
    expect(lstatSync(link).isSymbolicLink()).toBe(true)
    expect(textOf(real)).toBe('[http]\nport = 5\n')
  })

  it('B-13 of many at once none is lost', async () => {
    const file = fresh('# start\n')
    const keys = ['top_k', 'limit', 'max_bytes']
    await Promise.all([
      ...keys.map((key) => setConfigKey(file, `retrieval.${key}`, 9)),
      setConfigKey(file, 'http.port', 9),
      setConfigKey(file, 'memory.enabled', 'no'),
    ])
    expect(parse(textOf(file))).toEqual({
      retrieval: { top_k: 9, limit: 9, max_bytes: 9 },
      http: { port: 9 },
      memory: { enabled: false },
    })
  })

  it('B-13 a lock that a crash left behind is taken over', async () => {
    const file = fresh('')
    write(`case${count - 1}/config.toml.lock`, 'half')
    utimesSync(`${file}.lock`, 0, 0)
    await setConfigKey(file, 'http.port', 5)
    expect(textOf(file)).toBe('[http]\nport = 5\n')
  })
})

describe('unset', () => {
  it.each([
    {
      why: 'takes the line out',
      before: '[retrieval]\n# few\ntop_k = 5 # x\nlimit = 3\n',
      after: '[retrieval]\n# few\nlimit = 3\n',
      had: true,
    },
    {
      why: 'takes it out of an inline table',
      before: 'retrieval = { top_k = 5, limit = 3 }\n',
      after: 'retrieval = { limit = 3 }\n',
      had: true,
    },
    {
      why: 'takes the last one out of an inline table',
      before: 'retrieval = { limit = 3, top_k = 5 }\n',
      after: 'retrieval = { limit = 3 }\n',
      had: true,
    },
    { why: 'leaves a file without it', before: '# none\n', after: '# none\n', had: false },
  ])('J-11 $why', async ({ before, after, had }) => {
    const file = fresh(before)
    expect(await unsetConfigKey(file, 'retrieval.top_k')).toBe(had)
    expect(textOf(file)).toBe(after)
  })

  it('J-11 without a file there is nothing to do', async () => {
    expect(await unsetConfigKey(at('none/config.toml'), 'http.port')).toBe(false)
    expect(existsSync(at('none'))).toBe(false)
  })
})

describe('any value', () => {
  it('J-11 is written as TOML that reads as itself', () => {
    const leaf = fc.oneof(fc.string({ unit: 'grapheme' }), fc.boolean(), fc.integer())
    fc.assert(
      fc.property(fc.oneof(leaf, fc.array(fc.array(leaf))), (value) => {
        expect(parse(`x = ${tomlLiteral(value)}`).x).toEqual(value)
      }),
    )
    expect(parse(`x = ${tomlLiteral('\x00\x1f\x7f"\\\n')}`).x).toBe('\x00\x1f\x7f"\\\n')
  })

  it('J-11 every default can be set and read back', async () => {
    const file = fresh('')
    const settable = [...configKeys().values()].filter((key) => key.default !== undefined)
    for (const key of settable) await setConfigKey(file, key.key, key.default)
    const config = await readConfig({ home: at(`case${count - 1}`), env: {} })
    const { settings } = await readConfig({ home: at('no-such-home'), env: {} })
    expect(config.settings).toEqual(settings)
    expect(config.sources.size).toBe(settable.length)
  })
})
