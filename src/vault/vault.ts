/** C-01 to C-06. The files of the vault, as the engine wants them. Paths are below the home. */
import type { Timestamp } from '../clock.ts'
import type { VaultStates } from './states.ts'

export interface Vault {
  readonly states: VaultStates
  /** For messages: the path as a person would type it. */
  full(path: string): string

  /** C-04. One process at a time; not to be called inside itself. */
  exclusively<T>(body: () => Promise<T>): Promise<T>

  /** What differs from what we know, by names, sizes and times alone: no file is opened. */
  look(): VaultLook

  read(path: string): Promise<FileRead>
  /**
   * C-06. Makes the folder when it is missing. Throws the system's error when it cannot. The file is
   * whole; that it is there lasts once its folder is settled, once for all that was written in it.
   */
  write(path: string, text: string): Promise<Written>
  remove(path: string): Promise<void>
  /** C-06. What was written and removed in this folder lasts. */
  settle(folder: string): Promise<void>
  exists(path: string): boolean

  /** C-05. Stores a text in the folder's archive; an existing file is not overwritten. */
  archive(folder: string, file: string, text: string): Promise<void>
  listArchived(): Promise<ArchivedFile[]>

  /** Calls back, once things have come to rest, after files changed that we did not write. */
  watch(changed: () => void): Promise<{ close(): Promise<void> }>
  close(): void
}

export interface VaultLook {
  /** Files to read: new, changed, or written so recently that their time says nothing. */
  readonly changed: readonly SeenFile[]
  /** Known files that are gone while their folder is there. */
  readonly missing: readonly string[]
  /** The same, and a person was asked about them already. */
  readonly stillMissing: readonly string[]
  /** Folders that are gone with everything we knew in them. */
  readonly goneFolders: readonly string[]
  readonly refused: readonly Refused[]
  /** Files that only differ in case from one that is missing: the same one, renamed by a disk. */
  readonly recased: readonly string[]
  /** Problems of files that look otherwise now, or are gone. */
  readonly stale: readonly string[]
  /** What killed writers left. */
  readonly leftovers: readonly string[]
  readonly folders: readonly string[]
  readonly files: number
}

export interface SeenFile {
  readonly path: string
  readonly stamp: string
}

export interface Refused extends SeenFile {
  readonly what: string
}

export type FileRead =
  | { readonly kind: 'gone' }
  | { readonly kind: 'unreadable'; readonly stamp: string; readonly what: string }
  | ({ readonly kind: 'text'; readonly text: string } & Written)

export interface Written {
  readonly hash: string
  readonly stamp: string
  readonly checkedMs: number
}

export interface ArchivedFile {
  readonly path: string
  readonly name: string
  readonly at: Timestamp
  readonly bytes: number
}

/** Nothing to do: what every command finds nearly always. */
export function isQuiet(look: VaultLook): boolean {
  return (
    look.changed.length + look.missing.length + look.refused.length + look.stale.length === 0 &&
    look.leftovers.length === 0
  )
}
