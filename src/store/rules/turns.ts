/** F-01. What counts as a turn of the talk: something a person or the agent said, not what a host added. */
import type { NewMessage } from '../sessions.ts'

export function isTurn({
  role,
  isMeta,
  text,
}: Pick<NewMessage, 'role' | 'isMeta' | 'text'>): boolean {
  return (role === 'user' || role === 'assistant') && !isMeta && text.trim() !== ''
}
