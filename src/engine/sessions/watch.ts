/** F-01. Reads transcripts as they grow, until stopped: one file at a time, once it is at rest. */
import { transcriptAt, transcriptFolders } from '../../sessions/find.ts'
import { watchFolders } from '../../sessions/watch.ts'
import { mayRead, readConsents } from '../../setup/consent.ts'
import type { Caller, Engine } from '../engine.ts'
import { type ReadReport, readFound, readTranscripts } from './read.ts'

interface WatchOptions {
  /** Called with what a run read, unless it was nothing. */
  readonly onRead?: (report: ReadReport) => void
  /** Called with a failure; watching continues. */
  readonly onError?: (thrown: unknown) => void
}

interface Watching {
  /** Resolves when all changes so far have been read. */
  settle(): Promise<void>
  close(): Promise<void>
}

export async function watchTranscripts(
  engine: Engine,
  caller: Caller,
  options: WatchOptions = {},
): Promise<Watching> {
  const { quietMs, longestMs, sweepMs } = engine.config.sessions.watch
  const stop = new AbortController()
  /** Changed files and when each was first seen to have changed. */
  const changed = new Map<string, number>()
  let quiet: NodeJS.Timeout | undefined
  let reading: Promise<void> = Promise.resolve()

  const queue = (work: () => Promise<ReadReport>) => {
    reading = reading.then(async () => {
      if (stop.signal.aborted) return
      try {
        const report = await work()
        if (report.messages + report.replaced > 0) options.onRead?.(report)
      } catch (thrown) {
        options.onError?.(thrown)
      }
    })
  }
  const readChanged = () => {
    clearTimeout(quiet)
    const paths = [...changed.keys()]
    changed.clear()
    if (paths.length === 0) return
    queue(async () => {
      const found = await Promise.all(paths.map((path) => transcriptAt(engine.machine, path)))
      const consents = readConsents(engine.home)
      const read = found.filter((one) => one !== null && mayRead(consents, one))
      const known = new Map(read.flatMap((one) => (one === null ? [] : [[one.path, one]])))
      return readFound(engine, caller, [...known.values()], { signal: stop.signal })
    })
  }
  const note = (path: string) => {
    const now = Date.now()
    changed.set(path, changed.get(path) ?? now)
    const waited = now - Math.min(...changed.values())
    clearTimeout(quiet)
    quiet = setTimeout(readChanged, Math.max(Math.min(quietMs, longestMs - waited), 0))
  }
  const sweep = () => {
    const consents = readConsents(engine.home)
    if (consents.size === 0) return
    queue(() =>
      readTranscripts(engine, caller, {
        signal: stop.signal,
        only: (found) => mayRead(consents, found),
      }),
    )
  }

  const folders = transcriptFolders(engine.machine)
  const watcher = await watchFolders(folders, { changed: note, appeared: sweep })
  const sweeping = setInterval(sweep, sweepMs)
  sweeping.unref()
  sweep()
  return {
    async settle() {
      readChanged()
      await reading
    },
    async close() {
      stop.abort()
      clearTimeout(quiet)
      clearInterval(sweeping)
      await watcher.close()
      await reading
    },
  }
}
