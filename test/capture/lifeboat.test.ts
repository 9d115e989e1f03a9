import { describe, expect, it } from 'vitest'
import { lifeboatOf, lifeboatText } from '../../src/capture/lifeboat.ts'
import { LifeboatSettings } from '../../src/capture/settings.ts'
import { agent, conversation, edited, planned, read, user } from './conversation.ts'

const settings = LifeboatSettings.parse({})
const session = conversation(
  user('Please add CSV export to the invoice page.'),
  planned(
    ['write the exporter', 'in-progress'],
    ['add a button', 'pending'],
    ['old idea', 'dropped'],
  ),
  read('src/invoice/page.tsx'),
  agent(
    'We decided to stream the rows instead of building one string because invoices can be huge.',
  ),
  edited('src/invoice/export.ts', 'a', 'b'),
  user('ok'),
  agent('The exporter works. Should the file name contain the customer number?'),
)

describe('the lifeboat', () => {
  it('F-03 task, decisions, questions and files come from the messages', () => {
    expect(lifeboatOf(settings, session)).toEqual({
      activeTask: 'write the exporter (asked: Please add CSV export to the invoice page.)',
      requests: ['Please add CSV export to the invoice page.'],
      recentDecisions: [
        'We decided to stream the rows instead of building one string because invoices can be huge.',
      ],
      openQuestions: ['Should the file name contain the customer number?'],
      filesInHand: ['src/invoice/export.ts', 'src/invoice/page.tsx'],
      todos: [
        { text: 'write the exporter', status: 'in-progress' },
        { text: 'add a button', status: 'pending' },
      ],
    })
  })

  it('F-03 an answered question is not open', () => {
    const later = [...session, ...conversation(user('Yes, the number of the customer.'))]
    expect(lifeboatOf(settings, later).openQuestions).toEqual([])
  })

  it("F-03 the user's own question is open until the agent speaks", () => {
    const asked = conversation(user('Which port does staging use?'))
    expect(lifeboatOf(settings, asked).openQuestions).toEqual(['Which port does staging use?'])
    const answered = conversation(user('Which port does staging use?'), agent('It is 8443.'))
    expect(lifeboatOf(settings, answered).openQuestions).toEqual([])
  })

  it('F-03 what was left open in so many words stays open', () => {
    const messages = conversation(
      agent('It is unclear whether old invoices need the new layout.'),
      user('go on'),
      agent('Done.'),
    )
    expect(lifeboatOf(settings, messages).openQuestions).toEqual([
      'It is unclear whether old invoices need the new layout.',
    ])
  })

  it('F-03 the newest request is the task, pasted logs left out', () => {
    const messages = conversation(
      user('Add export.'),
      agent('Done.'),
      user('Now it crashes, repair it.\nTypeError: x\n    at y (/a.js:1:1)'),
    )
    expect(lifeboatOf(settings, messages).activeTask).toBe('Now it crashes, repair it.')
  })

  it.each([
    ['a reply', 'good plan, lets do this!'],
    ['thanks and a nod', 'OK, thanks for the explanation. please proceed'],
    ['a question on the side', 'Why does it live in that folder?'],
    ['what was taken back', 'I think the tests are slow today. never mind'],
  ])('F-03 the task is what was asked to be done and taken up, not %s', (_, last) => {
    const messages = conversation(
      user('Please add CSV export to the invoice page.'),
      edited('src/invoice/export.ts', 'a', 'b'),
      user(last),
      agent('Alright.'),
    )
    const { activeTask } = lifeboatOf(settings, messages)
    expect(activeTask).toBe('Please add CSV export to the invoice page.')
  })

  it('F-03 files of the moment are not in hand', () => {
    const messages = conversation(read('/tmp/shot.png'), read('src/a.ts'))
    expect(lifeboatOf(settings, messages).filesInHand).toEqual(['src/a.ts'])
  })

  it('F-03 an empty session has an empty lifeboat', () => {
    const empty = lifeboatOf(settings, [])
    expect(empty.activeTask).toBeNull()
    expect(lifeboatText(empty)).toBe('')
  })

  it('F-03 reads well', () => {
    expect(lifeboatText(lifeboatOf(settings, session))).toBe(
      [
        'Active task: write the exporter (asked: Please add CSV export to the invoice page.)',
        'Recent decisions:',
        '- We decided to stream the rows instead of building one string because invoices can be huge.',
        'Open questions:',
        '- Should the file name contain the customer number?',
        'To do:',
        '- write the exporter (in progress)',
        '- add a button',
        'Files being worked on:',
        '- src/invoice/export.ts',
        '- src/invoice/page.tsx',
      ].join('\n'),
    )
  })
})
