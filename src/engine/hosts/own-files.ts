/**
 * M-01. Files that an agent's tool may not write: those by which Mneme knows what a person said and set. An editing
 * tool is kept from settings, database, spooled events and the hosts' transcripts, a command from transcripts. Pages and anchors may be edited; the author is
 * recorded (engine/vault/agent-edits.ts).
 */
import type { ToolCall } from '../../sessions/message.ts'
import type { Caller, Engine } from '../engine.ts'
import type { GuardVerdict } from '../handlers.ts'
import { placeInHome } from '../vault/own-places.ts'
import { transcriptsWritten } from '../vault/transcript-reach.ts'

const OWN_FILE =
  'Mneme’s own files are changed by a person: with “mneme config set” or with an editor, not by an agent’s tool.'
const TRANSCRIPT =
  'Transcripts say what a person said: they are written by the agent’s program, not by its tools.'

/** Null where it is allowed. */
export function ownFilesVerdict(
  engine: Engine,
  { folder }: Pick<Caller, 'folder'>,
  call: ToolCall,
  text: string,
): GuardVerdict | null {
  for (const path of call.filesModified) {
    const inHome = placeInHome(engine.home.home, folder, path)
    if (inHome !== null && !inHome.endsWith('.md')) return blockVerdict(OWN_FILE)
  }
  const transcripts = transcriptsWritten(engine.machine, folder, call, text)
  return transcripts.length > 0 ? blockVerdict(TRANSCRIPT) : null
}

function blockVerdict(reason: string): GuardVerdict {
  return { decision: 'block', reason, memory: '' }
}
