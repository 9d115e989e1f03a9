/** What the system knows of a process: its memory and its CPU time, which other load does not change. */
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

/** The kernel counts CPU time in hundredths of a second. */
const TICK_MS = 10

/** Resident memory, in megabytes. */
export function rssMb(pid: number): number {
  const text = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+) kB/.exec(text)?.[1] ?? 0) / 1024
}

/** CPU time of all its threads so far, in milliseconds. */
export function cpuMs(pid: number): number {
  // The name of the program stands in parentheses, and may hold spaces.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS
}

export function childrenOf(pid: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        const [, parent] = /\) \S (\d+)/.exec(readFileSync(`/proc/${name}/stat`, 'utf8')) ?? []
        return Number(parent) === pid
      } catch {
        return false // It has just ended.
      }
    })
    .map(Number)
}

const QUIET_MS = 1500
const MAX_WAIT_MS = 60_000

/** Waits until the process and its children have done nothing for a while. */
export async function whenQuiet(pid: number, quietMs = QUIET_MS): Promise<void> {
  const spent = () => [pid, ...childrenOf(pid)].reduce((sum, each) => sum + cpuOr0(each), 0)
  const deadline = Date.now() + MAX_WAIT_MS
  for (let before = -1; Date.now() < deadline; await sleep(quietMs)) {
    const now = spent()
    if (now - before <= TICK_MS && before >= 0) return
    before = now
  }
}

function cpuOr0(pid: number): number {
  try {
    return cpuMs(pid)
  } catch {
    return 0
  }
}

/** CPU milliseconds that the process spends in so many seconds without being asked for anything. */
export async function idleCpuMs(pid: number, seconds: number): Promise<number> {
  const before = cpuMs(pid)
  await sleep(seconds * 1000)
  return cpuMs(pid) - before
}
