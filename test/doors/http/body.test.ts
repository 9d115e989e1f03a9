import { expect, it } from 'vitest'
import { openBodies } from '../../../src/doors/http/body.ts'

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

const bodies = openBodies({ maxBytes: 7, maxAtOnce: 4 })

it('J-03 a body is read up to the limit and no further, whatever it says of its length', async () => {
  expect(await bodies.json(inPieces('{"a":', '1}'))).toEqual({ a: 1 })
  await expect(bodies.json(inPieces('{"a":', '12}'))).rejects.toMatchObject({ code: 'too_large' })
  expect(await bodies.json(inPieces('  '))).toBeUndefined()
  await expect(bodies.json(inPieces('{"a"'))).rejects.toMatchObject({ code: 'invalid_input' })
})
