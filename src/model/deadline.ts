/** No call waits for a model past its deadline. */
import { lateAnswer } from './request.ts'
import type { ModelSettings } from './settings.ts'

export async function withinDeadline<Result>(
  settings: Pick<ModelSettings, 'timeoutSeconds'>,
  server: string,
  given: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const limit = AbortSignal.timeout(Math.ceil(settings.timeoutSeconds * 1000))
  const signal = given ? AbortSignal.any([given, limit]) : limit
  if (signal.aborted) throw lateAnswer(server, signal.reason)
  let stop: () => void = () => {}
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(lateAnswer(server, signal.reason))
    signal.addEventListener('abort', stop, { once: true })
  })
  try {
    return await Promise.race([work(signal), aborted])
  } finally {
    signal.removeEventListener('abort', stop)
  }
}
