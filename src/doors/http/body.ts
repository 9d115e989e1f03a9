/** A request's body, read up to a limit and no further. */
import { MnemeError } from '../../errors.ts'

/** Undefined when there is none. */
export async function jsonBody(request: Request, mostBytes: number): Promise<unknown> {
  const text = await textBody(request, mostBytes)
  if (text.trim() === '') return undefined
  try {
    return JSON.parse(text) as unknown
  } catch (cause) {
    throw new MnemeError('invalid_input', 'the body is not valid JSON', { cause })
  }
}

async function textBody(request: Request, mostBytes: number): Promise<string> {
  const declared = Number(request.headers.get('content-length') ?? 0)
  if (declared > mostBytes) throw tooLarge(mostBytes)
  if (!request.body) return ''
  const reader = request.body.getReader()
  const chunks: Uint8Array[] = []
  let bytes = 0
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) break
      bytes += value.byteLength
      if (bytes > mostBytes) throw tooLarge(mostBytes)
      chunks.push(value)
    }
  } catch (thrown) {
    if (thrown instanceof MnemeError) throw thrown
    throw new MnemeError('invalid_input', 'the request ended before its body did', {
      cause: thrown,
    })
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks))
  } catch (cause) {
    throw new MnemeError('invalid_input', 'the body is not valid UTF-8', { cause })
  }
}

function tooLarge(mostBytes: number): MnemeError {
  const most = (mostBytes / 1_000_000).toFixed(mostBytes < 10_000_000 ? 2 : 0)
  return new MnemeError('too_large', `the request is larger than ${most} MB`, {
    hint: 'Give it in smaller pieces, or raise http.max_body_megabytes.',
  })
}
