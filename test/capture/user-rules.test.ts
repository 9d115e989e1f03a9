import { describe, expect, it } from 'vitest'
import { UserRuleSettings } from '../../src/capture/settings.ts'
import { capturedRules } from '../../src/capture/user-rules.ts'
import { fc } from '../support/property.ts'
import { ALL_SENTENCES } from './rule-sentences.ts'

const settings = UserRuleSettings.parse({})
const types = (text: string) => capturedRules(settings, text).map((rule) => rule.type)
const only = (text: string) => {
  const [rule, ...more] = capturedRules(settings, text)
  if (rule === undefined || more.length > 0) throw new Error(`not one rule in: ${text}`)
  return rule
}

describe('rules out of what a person writes', () => {
  it('G-03 the table has at least 170 sentences of both kinds', () => {
    expect(ALL_SENTENCES.length).toBeGreaterThanOrEqual(170)
    expect(new Set(ALL_SENTENCES.map(([text]) => text)).size).toBe(ALL_SENTENCES.length)
    expect(ALL_SENTENCES.filter(([, type]) => type === null).length).toBeGreaterThanOrEqual(80)
  })

  it.each(ALL_SENTENCES)('G-03 %j is %s', (text, expected) => {
    expect(types(text)).toEqual(expected === null ? [] : [expected])
  })

  it('G-03 one sentence makes one memory, and talk around it none', () => {
    const text = `Thanks, that works. Always use named exports. Can you also run the tests?
No, the port is 5433, not 5432. I'll check later. Never call \`eval\`.`
    expect(capturedRules(settings, text).map(({ type, sentence }) => [type, sentence])).toEqual([
      ['policy', 'Always use named exports.'],
      ['correction', 'No, the port is 5433, not 5432.'],
      ['negative', 'Never call `eval`.'],
    ])
  })

  it('G-03 says where in the message the rule stands', () => {
    const text = 'Good morning. Always use named exports.'
    const { start, end } = only(text)
    expect(text.slice(start, end)).toBe('Always use named exports.')
  })

  it.each([
    ['never use `println!` or `dbg!` for logging', ['println!', 'dbg!']],
    ['never use `os.system`, use `subprocess` instead', ['os.system']],
    ["don't call eval() on user input", ['eval()']],
    ['use `tracing` instead of `println!`', ['println!']],
    ['never run git push --force', ['git push --force', '--force']],
    ['avoid console.log in committed code', ['console.log']],
    ['always use `tracing`', []],
  ])('A-12 the triggers of %j', (text, triggers) => {
    expect(only(text).triggers).toEqual(triggers)
  })

  it.each([
    ["From now on, end all function names with '_c'.", 'function names suffix', ['_c']],
    [
      "I want you to start function argument names with 'x_'",
      'function argument names prefix',
      ['x_'],
    ],
    [
      "start the argument names of your functions with 'j_'",
      'function argument names prefix',
      ['j_'],
    ],
    ["always include the string 'chk' in attribute names", 'attribute names contains', ['chk']],
    ['class names must be in snake_case', 'class names case', ['snake_case']],
  ])('B-05 the subject of %j', (text, subject, values) => {
    const rule = only(text)
    expect(rule.subject).toBe(subject)
    expect(rule.values).toEqual(values)
  })

  it('B-05 "them" is what the sentence before spoke of', () => {
    const rules = capturedRules(
      settings,
      "Now to the class attributes. Start them with 'o_' please.",
    )
    expect(rules).toHaveLength(1)
    expect(rules[0]?.context).toBe('Now to the class attributes.')
    expect(rules[0]?.values).toEqual(['o_'])
  })

  it.each([
    ['I prefer tabs over spaces', 'global'],
    ['we use tabs in this project', 'project'],
    ['Always use tabs', 'project'],
    ['in all my projects, always use tabs', 'global'],
    ['for this session, always use tabs', 'session'],
  ])('M-11 %j holds in scope %s', (text, scope) => {
    expect(only(text).scope).toBe(scope)
  })

  it('M-20 what was said right before "remember that" is what is kept', () => {
    const { context, explicit } = only('The sandbox key expires every 90 days. Remember that.')
    expect(context).toBe('The sandbox key expires every 90 days.')
    expect(explicit).toBe(true)
  })

  it('M-22 a tail and a reason travel with the statement', () => {
    expect(only('Feature flags must have an owner. No exceptions.').sentence).toBe(
      'Feature flags must have an owner. No exceptions.',
    )
    expect(only('Never use println! for logging, use tracing.').sentence).toBe(
      'Never use println! for logging, use tracing.',
    )
  })

  it('M-03 rules of a text that was brought in are held when the person takes them up for good', () => {
    const text =
      'Ticket from Jira:\n\n## Rules\n- Always write an audit record\n- Never retry on 4xx\n\n'
    expect(capturedRules(settings, `${text}Can you split this?`)).toEqual([])
    const adopted = capturedRules(settings, `${text}Please follow these from now on.`)
    expect(adopted.map(({ broughtIn, sentence }) => [broughtIn, sentence])).toContainEqual([
      true,
      'Always write an audit record',
    ])
  })

  it.each([
    ['From now on, use tabs everywhere', true],
    ['we no longer use yarn', true],
    ['No, use yarn instead of npm', true],
    ['Always use tabs', false],
  ])('B-05 %j says that something else was true before: %s', (text, expected) => {
    expect(only(text).supersedes).toBe(expected)
  })

  it('G-03 a hedge makes less sure, "from now on" makes surer', () => {
    const sure = only('From now on, use named exports.').confidence
    expect(only('Prefer named exports where possible.').confidence).toBeLessThan(sure)
  })

  it('G-03 the title is the rule without its politeness', () => {
    expect(only('Also, please make sure every endpoint has a test.').title).toBe(
      'Every endpoint has a test',
    )
    expect(only("From now on, I'd like you to end method names with '_m'.").title).toBe(
      "End method names with '_m'",
    )
  })

  it('M-20 how things are to be named is kept out of long talk, the talk around it is not', () => {
    const talk =
      'I looked at the parser again this morning and most of it reads well now. The loop over the tokens was what confused me first. '
    const rule = "Always end method names with '_ud'."
    expect(
      capturedRules(settings, `${talk}${rule} ${talk}`).map(({ sentence }) => sentence),
    ).toEqual([rule])
  })

  it('M-20 names of things in a row are no statement', () => {
    expect(types('kubernetes 8 cluster ingress helm chart rollout deployment certificate')).toEqual(
      [],
    )
    expect(types('Trying accents: élan, señor, 東京, привет, 🎈 balloons and signs ≈')).toEqual([])
  })

  it.each([
    'When I opened the viewer, the app started, but I am not signed into the cloud account.',
    'Read also @NOTES.md, all files inside @lib, all files inside @test, then read @plan.md and finally @TODO.md',
    'We do not know whether the helper opened the viewer or the folder was created because she signed into her account!',
    'we should append the suffix only at the end when printing the totals, not to each one of them',
  ])('M-20 what is told or asked for at length is no rule for that: %s', (said) => {
    expect(types(said)).toEqual([])
  })

  it('G-03 limits are settings', () => {
    const many = Array.from({ length: 30 }, (_, i) => `From now on always use tool${i}.`).join('\n')
    expect(capturedRules(settings, many)).toHaveLength(settings.maxRulesPerMessage)
    expect(capturedRules({ ...settings, minConfidence: 0.99 }, many)).toEqual([])
    expect(capturedRules({ ...settings, maxSentenceChars: 10 }, many)).toEqual([])
  })

  it('G-03 anything may come in', () => {
    const words = fc.constantFrom(
      'always',
      'never',
      'use',
      'not',
      'but',
      'we',
      'all',
      'names',
      '`x`',
      "'a_'",
      ',',
      '.',
      '\n',
      'must',
      'no',
      'the',
      'if',
      '"',
      '(',
      '- ',
    )
    fc.assert(
      fc.property(fc.array(fc.oneof(words, fc.string()), { maxLength: 60 }), (parts) => {
        const text = parts.join(' ')
        for (const rule of capturedRules(settings, text)) {
          expect(rule.confidence).toBeGreaterThanOrEqual(settings.minConfidence)
          expect(rule.confidence).toBeLessThanOrEqual(1)
          expect(rule.title.length).toBeLessThanOrEqual(settings.titleChars)
        }
      }),
    )
  })

  it('G-03 a long run of one word comes to an end', () => {
    for (const word of ['all of the names in the code ', 'we ', 'not , ', '`', '"', 'a b c ']) {
      capturedRules(settings, word.repeat(20_000 / word.length))
      expect(capturedRules(settings, word.repeat(390 / word.length))).toBeInstanceOf(Array)
    }
  })
})
