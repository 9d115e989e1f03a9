/** One JSON question to a server, which may be slow, broken, or not what we take it for. */
import { MnemeError } from '../errors.ts'

interface JsonRequest {
  readonly url: string
  /** Sent as POST when there is one, else the request is a GET. */
  readonly body?: unknown
  readonly apiKey?: string | undefined
  readonly signal: AbortSignal
  /** Who is asked, as users know it. */
  readonly server: string
}

/** How much of a refusal we repeat. */
const SHOWN_CHARACTERS = 200

/** The answer's JSON. Whatever goes wrong is `unavailable`, with the server's own words. */
export async function requestJson(request: JsonRequest): Promise<unknown> {
  const { url, body, apiKey, signal, server } = request
  let response: Response
  let text: string
  try {
    response = await fetch(url, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        accept: 'application/json',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      // K-17: a server may not redirect our texts or our key to another host.
      redirect: 'error',
      signal,
    })
    text = await response.text()
  } catch (cause) {
    signal.throwIfAborted()
    throw new MnemeError('unavailable', `${server} does not answer at ${url}`, {
      hint: 'Is it running, and is embed.base_url right?',
      cause,
    })
  }
  if (!response.ok) throw refusal(request, response.status, text)
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new MnemeError('unavailable', `${server} answered ${url} with something else than JSON`, {
      hint: 'Check embed.base_url.',
      cause,
    })
  }
}

function refusal({ server, url, apiKey }: JsonRequest, status: number, text: string): MnemeError {
  const said = apiKey === undefined ? text : text.replaceAll(apiKey, '…') // some echo the key
  const shown = said.slice(0, SHOWN_CHARACTERS).trim()
  return new MnemeError('unavailable', `${server} refused ${url} with ${status}: ${shown}`, {
    hint:
      status === 401 || status === 403
        ? 'Check the key in the environment variable that embed.api_key_env names.'
        : 'Check embed.model and embed.base_url.',
  })
}
