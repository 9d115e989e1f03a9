/** F-01. The JSON files in which older versions of OpenCode kept their messages. */
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Harvested } from './assembly.ts'
import { asMoment, asObject, asText, type JsonObject, parsedJson } from './json.ts'
import {
  harvestedFrom,
  type OpenCodeMessage,
  openCodeMessage,
  openCodeSession,
} from './opencode.ts'
import type { ReadingSettings } from './settings.ts'
import { fingerprint } from './transcript.ts'

export interface StorageCursor {
  readonly form: 'storage'
  /** What each session's files looked like when they were read. */
  readonly sessions: Readonly<Record<string, string>>
}

type StorageChunk = Harvested & { readonly cursor: StorageCursor }

/** The JSON files of older versions: a session is read again as a whole when a file of it changed. */
export async function* readStorage(
  settings: ReadingSettings,
  path: string,
  known: StorageCursor | null,
): AsyncGenerator<StorageChunk> {
  let cursor: StorageCursor = known ?? { form: 'storage', sessions: {} }
  const loose = await looseParts(settings, join(path, 'part'))
  for (const file of await filesBelow(join(path, 'session'))) {
    const skipped: string[] = []
    const info = await readJson(settings, file, skipped)
    const id = asText(info?.id)
    if (info === null || id === null) continue
    const messageFiles = await filesBelow(join(path, 'message', id))
    const messages: OpenCodeMessage[] = []
    const signature: string[] = [await changeOf(file)]
    for (const messageFile of messageFiles) {
      const message = await readJson(settings, messageFile, skipped)
      const messageId = asText(message?.id)
      if (message === null || messageId === null) continue
      const partFiles = await filesBelow(join(path, 'part', messageId))
      const parts: JsonObject[] = [...(loose.get(messageId) ?? [])]
      for (const partFile of partFiles) {
        const part = await readJson(settings, partFile, skipped)
        if (part !== null) parts.push(part)
        signature.push(await changeOf(partFile))
      }
      signature.push(await changeOf(messageFile))
      messages.push({ id: messageId, info: message, parts, createdMs: 0 })
    }
    const shape = fingerprint(signature.join())
    if (cursor.sessions[id] === shape) continue
    cursor = { form: 'storage', sessions: { ...cursor.sessions, [id]: shape } }
    messages.sort((a, b) => createdOf(a.info).localeCompare(createdOf(b.info)))
    const session = openCodeSession('opencode', id, info)
    const harvests = messages.map((message) => openCodeMessage(settings, session, message))
    yield { ...harvestedFrom(session, harvests, skipped), cursor }
  }
}

function createdOf(info: JsonObject): string {
  return asMoment(asObject(info.time)?.created) ?? ''
}

/** The oldest layout keeps all parts in one folder, each naming its message. */
async function looseParts(
  settings: ReadingSettings,
  folder: string,
): Promise<ReadonlyMap<string, readonly JsonObject[]>> {
  const found = new Map<string, JsonObject[]>()
  for (const file of await filesBelow(folder)) {
    const part = await readJson(settings, file, [])
    const messageId = asText(part?.messageID)
    if (part !== null && messageId !== null) {
      found.set(messageId, [...(found.get(messageId) ?? []), part])
    }
  }
  return found
}

/** The JSON files in a folder, and in the folders of a project's sessions one level down. */
async function filesBelow(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  const files: string[] = []
  for (const entry of entries) {
    if (entry.isFile() && entry.name.endsWith('.json')) files.push(join(folder, entry.name))
    if (entry.isDirectory() && folder.endsWith('session')) {
      files.push(...(await filesBelow(join(folder, entry.name))))
    }
  }
  return files.sort()
}

async function changeOf(file: string): Promise<string> {
  const { mtimeMs, size } = await stat(file)
  return `${Math.round(mtimeMs)}/${size}`
}

async function readJson(
  settings: ReadingSettings,
  file: string,
  skipped: string[],
): Promise<JsonObject | null> {
  try {
    const { size } = await stat(file)
    if (size > settings.maxLineBytes) {
      skipped.push('oversized file')
      return null
    }
    const parsed = asObject(parsedJson(await readFile(file, 'utf8')))
    if (parsed === null) skipped.push('corrupt file')
    return parsed
  } catch {
    skipped.push('unreadable file') // deleted meanwhile or not permitted; the others are read
    return null
  }
}
