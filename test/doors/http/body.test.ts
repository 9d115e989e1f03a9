import { expect, it } from 'vitest'
import { jsonBody } from '../../../src/doors/http/body.ts'

/** Sent in pieces, without saying how long it will be. */
function inPieces(...pieces: readonly string[]): Request {
  const bytes = new TextEncoder()
  const body = new ReadableStream({
    start(controller) {
      for (const piece of pieces) controller.enqueue(bytes.encode(piece))
      controller.close()
    },
  })
  return new Request('http://localhost/', { method: 'POST', body, duplex: 'half' } as RequestInit)
}

it('J-03 a body is read up to the limit and no further, whatever it says of its length', async () => {
  expect(await jsonBody(inPieces('{"a":', '1}'), 7)).toEqual({ a: 1 })
  await expect(jsonBody(inPieces('{"a":', '12}'), 7)).rejects.toMatchObject({ code: 'too_large' })
  expect(await jsonBody(inPieces('  '), 7)).toBeUndefined()
  await expect(jsonBody(inPieces('{"a"'), 7)).rejects.toMatchObject({ code: 'invalid_input' })
})
