/** Milliseconds, and what is said about many of them. */
export interface Timing {
  readonly p50: number
  readonly p95: number
  readonly mean: number
}

export function timingOf(samples: readonly number[]): Timing {
  const sorted = [...samples].sort((a, b) => a - b)
  const at = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
  const mean = sorted.reduce((sum, each) => sum + each, 0) / Math.max(sorted.length, 1)
  return { p50: at(0.5), p95: at(0.95), mean }
}

export async function timed(work: () => unknown): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

/** Of the processor alone, which other work on the machine makes no longer. */
export async function processorTime(work: () => unknown): Promise<number> {
  const start = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1000
}

/** The fastest of a few: what the work takes, without what else the machine was doing. */
export async function fastestOf(times: number, work: () => unknown): Promise<number> {
  let fastest = Number.POSITIVE_INFINITY
  for (let time = 0; time < times; time++) fastest = Math.min(fastest, await timed(work))
  return fastest
}
