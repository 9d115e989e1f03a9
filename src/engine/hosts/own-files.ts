/**
 * M-01. Files that an agent's editing tool may not write: those by which Mneme knows what a person said and set
 * (settings, database, spooled events, the hosts' transcripts). Pages and anchors may be edited; the author is
 * recorded (engine/vault/agent-edits.ts).
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

/** Null where it is allowed. */
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
