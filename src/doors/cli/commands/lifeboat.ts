import { lifeboatSave, lifeboatShow } from '../../../operations/lifeboat.ts'
import { oneLine, safe } from '../../terminal/text.ts'
import { command } from '../command.ts'
import { paint } from '../terminal.ts'

const NOTHING = 'Nothing is under way in this session.'

export const lifeboatSaveCommand = command(lifeboatSave, {
  positional: ['id'],
  examples: ['mneme lifeboat save', 'mneme lifeboat save 9080ece3'],
  print: ({ session, text }) =>
    `${paint('green', 'Saved')} for session ${oneLine(session)}\n${safe(text || NOTHING)}`,
})

export const lifeboatShowCommand = command(lifeboatShow, {
  positional: ['id'],
  examples: ['mneme lifeboat show'],
  print: ({ savedAt, text }) =>
    `${paint('dim', `Saved ${savedAt.slice(0, 16).replace('T', ' ')}`)}\n${safe(text || NOTHING)}`,
})
