/** A home with a vault, opened and closed as commands do it, and its files as a person sees them. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Clock } from '../../src/clock.ts'
import { type Opened, type OpenOptions, openMneme } from '../../src/compose.ts'
import type { MnemeEvent } from '../../src/events.ts'
import { temporaryFolder } from '../support/folder.ts'
import { speaking } from '../support/speaking.ts'

export interface VaultHome {
  readonly home: string
  /** As one command: opens, which reads the files, does its work, and closes. */
  run<T>(work: (mneme: Opened) => Promise<T>, options?: OpenOptions): Promise<T>
  read(path: string): string
  write(path: string, text: string): void
  remove(path: string): void
  exists(path: string): boolean
  /** Names in a folder, without hidden ones. */
  files(folder: string): string[]
  archived(folder?: string): string[]
  readonly events: MnemeEvent[]
}

export function vaultHome(clock?: Clock): VaultHome {
  const home = temporaryFolder()
  const events: MnemeEvent[] = []
  const at = (path: string) => join(home, path)
  const list = (folder: string) => (existsSync(at(folder)) ? readdirSync(at(folder)).sort() : [])
  return {
    home,
    events,
    async run(work, options = {}) {
      const env = { HOME: home }
      const mneme = await openMneme({
        home,
        folder: null,
        env,
        ...(clock ? { clock } : {}),
        ...speaking({ door: 'cli', ...options }),
      })
      mneme.engine.events.listen((event) => events.push(event))
      try {
        return await work(mneme)
      } finally {
        await mneme.close()
      }
    },
    read: (path) => readFileSync(at(path), 'utf8'),
    write(path, text) {
      mkdirSync(dirname(at(path)), { recursive: true })
      writeFileSync(at(path), text)
    },
    remove: (path) => rmSync(at(path), { recursive: true }),
    exists: (path) => existsSync(at(path)),
    files: (folder) => list(folder).filter((name) => !name.startsWith('.')),
    archived: (folder = 'memory') => list(`${folder}/.archive`),
  }
}
