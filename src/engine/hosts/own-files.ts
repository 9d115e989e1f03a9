/**
 * M-01. What an editing tool of an agent may not write at all: the files by which Mneme knows what a person
 * said and set (its settings, its database, events that wait, the hosts' transcripts). Pages and anchors may
 * be edited; whose edit that is, is noted (engine/vault/agent-edits.ts).
 */
import { isTranscriptPath } from '../../sessions/find.ts'
import type { ToolCall } from '../../sessions/message.ts'
import type { Caller, Engine } from '../engine.ts'
import type { GuardVerdict } from '../handlers.ts'
import { placeInHome, realPlace } from '../vault/own-places.ts'

const OWN_FILE =
  'Mneme’s own files are changed by a person: with “mneme config set” or with an editor, not by an agent’s tool.'
const TRANSCRIPT =
  'Transcripts say what a person said: they are written by the agent’s program, not by its tools.'

/** Null where it may. */
export function ownFilesVerdict(
  engine: Engine,
  { folder }: Pick<Caller, 'folder'>,
  { filesModified }: Pick<ToolCall, 'filesModified'>,
): GuardVerdict | null {
  for (const path of filesModified) {
    const inHome = placeInHome(engine.home.home, folder, path)
    if (inHome !== null && !inHome.endsWith('.md')) return blockVerdict(OWN_FILE)
    if (isTranscriptPath(engine.machine, realPlace(folder, path))) return blockVerdict(TRANSCRIPT)
  }
  return null
}

function blockVerdict(reason: string): GuardVerdict {
  return { decision: 'block', reason, memory: '' }
}
