/**
 * C-02. What we know of each file: how it looked when file and memory last agreed. It belongs to
 * this machine and not to the store, so that bringing back an older store does not make every file
 * look edited. It can be made again: without it, files and rows are compared word by word.
 */
import type { Timestamp } from '../clock.ts'

export interface FileState {
  /** Below the home, with forward slashes: `memory/api-limit.md`. */
  readonly path: string
  readonly memory: string
  /** Size, time and number of the file: when these are the same, it is not read again. */
  readonly stamp: string
  /** Of its bytes. */
  readonly hash: string
  /** Of the memory's fields that are in the file, when they agreed with it. */
  readonly rowHash: string
  /** When the bytes were last seen to be these, in milliseconds of the system's clock. */
  readonly checkedMs: number
  /** It is gone, with many others, and a person was asked about that. */
  readonly missing: boolean
  /** For the index; null when it is not listed there. */
  readonly entry: IndexEntry | null
  readonly expiresAt: Timestamp | null
}

export interface IndexEntry {
  readonly type: string
  readonly line: string
}

/** Enough to tell whether a file changed. */
export type FileGlance = Pick<FileState, 'stamp' | 'checkedMs' | 'missing'>

/** Enough to tell which of all files changed. */
export interface FileGlances {
  /**
   * `glanceLine` of each file that cannot have changed while it still has this stamp: nearly all. It is read anew
   * for each scan, which takes out what it finds.
   */
  readonly settled: Set<string>
  /** The others by their paths. */
  readonly unsettled: ReadonlyMap<string, FileGlance>
}

const BETWEEN = '\t'

export function glanceLine(path: string, stamp: string): string {
  return path + BETWEEN + stamp
}

export function pathOfLine(line: string): string {
  return line.slice(0, line.indexOf(BETWEEN))
}

/**
 * A file changed twice within the clock's grain looks unchanged, so one that was read this soon
 * after it was written is read once more. Some disks count in steps of two seconds.
 */
export const CLOCK_GRAIN_MS = 2000

/** What is about to be written, so that a file we wrote is known as ours even after a crash. */
export interface Intent {
  readonly path: string
  readonly memory: string
  readonly hash: string
  readonly rowHash: string
}

/** C-02. Something a person has to look at; `stamp` tells whether the file is still the same. */
export interface VaultProblem {
  readonly path: string
  readonly stamp: string
  readonly line: number | null
  readonly what: string
}

/** The stamp of a problem with writing: it is settled by writing, not by looking. */
export const NOT_WRITTEN = 'not written'

export interface VaultStates {
  glances(): FileGlances
  get(path: string): FileState | null
  all(): FileState[]
  inFolder(folder: string): FileState[]
  /** C-04. For the index: the sorted lines of each type, put together by the database. */
  indexLines(folder: string): ReadonlyMap<string, string>
  ofMemories(ids: readonly string[]): FileState[]
  expiredAt(now: Timestamp): string[]
  put(states: readonly FileState[]): void
  remove(paths: readonly string[]): void

  intend(intents: readonly Intent[]): void
  intents(path: string): Intent[]
  /** The intents that were carried out, or are void. */
  settle(paths: readonly string[]): void

  /** Folders whose index is not up to date. */
  dirty(): string[]
  markDirty(folders: readonly string[]): void
  markClean(folder: string): void

  /** Memories whose file could not be written. */
  unwritten(): string[]
  markUnwritten(ids: readonly string[]): void
  markWritten(ids: readonly string[]): void

  problems(): VaultProblem[]
  putProblem(problem: VaultProblem): void
  clearProblems(paths: readonly string[]): void

  /** The journal's position at the last sync; -1 before the first has ended. */
  position(): number
  setPosition(position: number): void
  /** B-14. What was removed is nowhere in the file any more. */
  flush(): void
  close(): void
}
