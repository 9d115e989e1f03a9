import { describe, expect, it } from 'vitest'
import { openMneme } from '../../src/compose.ts'
import { DOORS } from '../../src/memory/origins.ts'
import { type AnyOperation, call } from '../../src/operations/operation.ts'
import {
  checkAllowed,
  type PermissionRules,
  type PermissionVerdict,
  verdictOn,
} from '../../src/operations/permission.ts'
import { OPERATIONS } from '../../src/operations/table.ts'
import { temporaryFolder } from '../support/folder.ts'
import { fc } from '../support/property.ts'

const none: PermissionRules = { allow: [], ask: [], deny: [] }

describe('the verdict', () => {
  const cases: readonly {
    readonly why: string
    readonly rules: Partial<PermissionRules>
    readonly operation: string
    readonly about?: readonly string[]
    readonly verdict: PermissionVerdict
  }[] = [
    { why: 'no rule', rules: {}, operation: 'forget', verdict: 'allow' },
    { why: 'everything', rules: { deny: ['Memory(*)'] }, operation: 'search', verdict: 'deny' },
    { why: 'by name', rules: { ask: ['Memory(forget)'] }, operation: 'forget', verdict: 'ask' },
    { why: 'by name *', rules: { ask: ['Memory(forget *)'] }, operation: 'forget', verdict: 'ask' },
    { why: 'another one', rules: { deny: ['Memory(forget)'] }, operation: 'get', verdict: 'allow' },
    {
      why: 'one whose name begins the same',
      rules: { deny: ['Memory(tag)'] },
      operation: 'tags',
      verdict: 'allow',
    },
    {
      why: 'a name of two words',
      rules: { deny: ['Memory(config set)'] },
      operation: 'config set',
      verdict: 'deny',
    },
    {
      why: 'a part of it',
      rules: { deny: ['Memory(forget api-*)'] },
      operation: 'forget',
      about: ['api-rate-limit'],
      verdict: 'deny',
    },
    {
      why: 'another part',
      rules: { deny: ['Memory(forget api-*)'] },
      operation: 'forget',
      about: ['web-api-rate'],
      verdict: 'allow',
    },
    {
      why: 'one of many',
      rules: { deny: ['Memory(forget api-*)'] },
      operation: 'forget',
      about: ['old-note', 'api-rate-limit'],
      verdict: 'deny',
    },
    {
      why: 'a dot that is no wildcard',
      rules: { deny: ['Memory(get a.b)'] },
      operation: 'get',
      about: ['axb'],
      verdict: 'allow',
    },
    {
      why: 'deny beats a closer allow',
      rules: { deny: ['Memory(*)'], allow: ['Memory(get x)'] },
      operation: 'get',
      about: ['x'],
      verdict: 'deny',
    },
    {
      why: 'a closer allow spares the question',
      rules: { ask: ['Memory(*)'], allow: ['Memory(search)'] },
      operation: 'search',
      verdict: 'allow',
    },
    {
      why: 'as close, the question stands',
      rules: { ask: ['Memory(search)'], allow: ['Memory(search)'] },
      operation: 'search',
      verdict: 'ask',
    },
    {
      why: 'what is no rule of ours',
      rules: { deny: ['Bash(*)', '*', 'Memory'] },
      operation: 'search',
      verdict: 'allow',
    },
  ]
  it.each(cases)('J-08 $why: $verdict', ({ rules, operation, about = [], verdict }) => {
    expect(verdictOn({ ...none, ...rules }, operation, about)).toBe(verdict)
  })

  const rule = fc.constantFrom('Memory(*)', 'Memory(get)', 'Memory(forget *)', 'Memory(get a*)')
  const list = fc.array(rule, { maxLength: 3 })
  const rules = fc.record({ allow: list, ask: list, deny: list })
  const operation = fc.constantFrom('get', 'forget', 'search')
  const about = fc.array(fc.constantFrom('a', 'ab', 'b'), { maxLength: 3 })
  const STRICT: readonly PermissionVerdict[] = ['allow', 'ask', 'deny']

  it('J-08 one more rule that denies never allows more', () => {
    fc.assert(
      fc.property(rules, operation, about, rule, (given, name, subjects, extra) => {
        const stricter = { ...given, deny: [...given.deny, extra] }
        expect(STRICT.indexOf(verdictOn(stricter, name, subjects))).toBeGreaterThanOrEqual(
          STRICT.indexOf(verdictOn(given, name, subjects)),
        )
      }),
    )
  })

  it('J-08 one more thing in a call never allows more', () => {
    fc.assert(
      fc.property(rules, operation, fc.constantFrom('a', 'b'), about, (given, name, one, more) => {
        expect(STRICT.indexOf(verdictOn(given, name, [one, ...more]))).toBeGreaterThanOrEqual(
          STRICT.indexOf(verdictOn(given, name, [one])),
        )
      }),
    )
  })
})

describe('every operation, at every door', () => {
  const open = (rules: Record<string, string>) => {
    const home = temporaryFolder()
    return openMneme({ speaker: 'person', home, env: { HOME: home, ...rules } })
  }

  it('J-08 what is denied runs nowhere, and nobody is asked', async () => {
    const mneme = await open({ MNEME_PERMISSIONS_DENY: '["Memory(*)"]' })
    const confirm = async () => {
      throw new Error('nobody should be asked')
    }
    for (const load of Object.values(OPERATIONS)) {
      const op = (await load()) as AnyOperation
      for (const door of DOORS) {
        const { engine, caller } = await mneme.at({ door, confirm })
        await expect(
          checkAllowed(op, engine, caller, {}),
          `${op.name} at ${door}`,
        ).rejects.toMatchObject({
          code: 'not_allowed',
          message: expect.stringContaining('denied'),
        })
      }
    }
    await mneme.close()
  })

  it('J-08 "ask" is a refusal where nobody is, with words that say so', async () => {
    const mneme = await open({ MNEME_PERMISSIONS_ASK: '["Memory(*)"]' })
    for (const load of Object.values(OPERATIONS)) {
      const op = (await load()) as AnyOperation
      const { engine, caller } = await mneme.at({ door: 'mcp' })
      await expect(checkAllowed(op, engine, caller, {}), op.name).rejects.toMatchObject({
        code: 'not_allowed',
        message: expect.stringContaining('person'),
        hint: expect.any(String),
      })
    }
    await mneme.close()
  })

  it('J-08 the person is asked once, about this call, and decides', async () => {
    const mneme = await open({ MNEME_PERMISSIONS_ASK: '["Memory(remember *)"]' })
    const remember = await OPERATIONS.remember()
    for (const yes of [true, false]) {
      const asked: string[] = []
      const confirm = async (question: string) => {
        asked.push(question)
        return yes
      }
      const { engine, caller } = await mneme.at({ door: 'cli', confirm })
      const done = call(remember, engine, caller, { content: 'Asked about' })
      if (yes) await expect(done).resolves.toMatchObject({ outcome: 'created' })
      else await expect(done).rejects.toMatchObject({ code: 'not_allowed' })
      expect(asked).toEqual(['Allow "remember" Asked about?'])
    }
    await mneme.close()
  })
})
