/** Text that is piped in, or in a file that was named. */
import { createReadStream } from 'node:fs'
import { MnemeError } from '../../errors.ts'

/** More than any memory may hold; reading stops here. */
const MAX_BYTES = 512 * 1024 * 1024

export async function readText(stream: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of stream) {
    bytes += chunk.length
    if (bytes > MAX_BYTES) {
      throw new MnemeError('too_large', 'the input is larger than 512 MB', {
        hint: 'Give it in smaller pieces.',
      })
    }
    chunks.push(chunk)
  }
  return decodeText(Buffer.concat(chunks))
}

export async function readTextFile(path: string): Promise<string> {
  try {
    return await readText(createReadStream(path) as AsyncIterable<Buffer>)
  } catch (cause) {
    if (cause instanceof MnemeError) throw cause
    throw new MnemeError('not_found', `${path} cannot be read`, {
      hint: 'Check the name of the file and that you may read it.',
      cause,
    })
  }
}

function decodeText(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (cause) {
    throw new MnemeError('invalid_input', 'the input is not valid UTF-8', {
      hint: 'Convert it first, for example: iconv -f latin1 -t utf-8',
      cause,
    })
  }
}
