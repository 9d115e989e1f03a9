import { describe, expect, it } from 'vitest'
import { countOf, fixture, rawLines, readAll } from './fixture.ts'

const NOTES = fixture('generic/notes.jsonl')

describe('any other agent', () => {
  it('F-01 gives every message that has a role and words', async () => {
    const records = await rawLines(NOTES)
    const { messages, skipped } = await readAll(NOTES)
    for (const role of ['user', 'assistant', 'tool']) {
      const expected = records.filter((record) => record.role === role).length
      expect(countOf(messages, role)).toBe(expected)
    }
    expect(skipped).toEqual({ 'unknown record: untyped': 1 })
  })

  it('F-01 two equal messages without id or time stay two, and their ids stay the same', async () => {
    const first = await readAll(NOTES)
    const again = await readAll(NOTES)
    const said = first.messages.filter((message) => message.text === 'continue')
    expect(new Set(said.map((message) => message.messageId)).size).toBe(2)
    expect(again.messages).toEqual(first.messages)
  })

  it('F-01 reads calls in the form of the OpenAI API', async () => {
    const { messages } = await readAll(NOTES)
    const call = messages.find((message) => message.toolCalls.length > 0)
    expect(call?.toolCalls).toMatchObject([{ id: 'c1', command: 'git mv worker.ts courier.ts' }])
  })
})
