/** Text that is piped in. */
import { MnemeError } from '../../errors.ts'

/** More than any memory may hold; reading stops here. */
const MOST_BYTES = 64 * 1024 * 1024

export async function readText(stream: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of stream) {
    bytes += chunk.length
    if (bytes > MOST_BYTES) {
      throw new MnemeError('too_large', 'the input is larger than 64 MB', {
        hint: 'Give a smaller text; `mneme import` takes large files.',
      })
    }
    chunks.push(chunk)
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks))
  } catch (cause) {
    throw new MnemeError('invalid_input', 'the input is not valid UTF-8', {
      hint: 'Convert it first, for example: iconv -f latin1 -t utf-8',
      cause,
    })
  }
}
