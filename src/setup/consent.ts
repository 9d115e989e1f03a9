/**
 * M-05. Consent to read a host's transcripts. `setup` gives it for the hosts it connects, with or without their
 * history; `sessions backfill` gives it for what it reads. Without it, the daemon reads nothing.
 */
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import type { HomePaths } from '../config/home.ts'
import { writeAtomicSync } from '../files/write-atomic.ts'
import type { FoundTranscript } from '../sessions/find.ts'
import { readRecord } from './record.ts'

const HostConsent = z.object({
  since: z.string(),
  /** Whether sessions from before count too. */
  history: z.boolean(),
})
type HostConsent = z.infer<typeof HostConsent>

const Consents = z.object({ hosts: z.record(z.string(), HostConsent) })

/** By host. A home that was set up before consent was asked for has it for the hosts it was set up for. */
export function readConsents(home: HomePaths): ReadonlyMap<string, HostConsent> {
  const earlier = { since: '', history: true }
  return new Map([
    ...setUpHosts(home).map((host) => [host, earlier] as const),
    ...Object.entries(read(home)),
  ])
}

export function giveConsent(
  home: HomePaths,
  hosts: readonly string[],
  { at, history }: { readonly at: string; readonly history: boolean },
): void {
  const known = read(home)
  for (const host of hosts) {
    const before = known[host]
    known[host] = { since: before?.since ?? at, history: history || before?.history === true }
  }
  mkdirSync(home.home, { recursive: true, mode: 0o700 })
  writeAtomicSync(consentFile(home), `${JSON.stringify({ hosts: known }, null, 2)}\n`)
}

export function mayRead(
  consents: ReadonlyMap<string, HostConsent>,
  { host, modifiedAt }: Pick<FoundTranscript, 'host' | 'modifiedAt'>,
): boolean {
  const consent = consents.get(host)
  return consent !== undefined && (consent.history || modifiedAt >= consent.since)
}

function setUpHosts(home: HomePaths): string[] {
  try {
    return readRecord(home).map(({ host }) => host)
  } catch {
    return [] // An unreadable record is no consent.
  }
}

function read(home: HomePaths): Record<string, HostConsent> {
  try {
    return { ...Consents.parse(JSON.parse(readFileSync(consentFile(home), 'utf8'))).hosts }
  } catch {
    return {} // Missing or unreadable: no consent.
  }
}

function consentFile(home: HomePaths): string {
  return join(home.home, 'consent.json')
}
