/** What the first view shows is asked for before it is drawn: the answers come while it is being made. */
import { route } from '../state/route.ts'
import { call, type Input, type Output } from './call.ts'
import type { RouteName } from './routes.ts'

const asked = new Map<string, Promise<unknown>>()

/** What the overview asks for; the same questions as there. */
export const LATELY = 8

export function askEarly(): void {
  if (route.value.view !== '' || route.value.query.has('folder')) return
  ask('list', { limit: LATELY })
  ask('stats', {})
}

function ask<Name extends RouteName>(name: Name, input: Input<Name>): void {
  const answer = call(name, input)
  answer.catch(() => {}) // Handled by the caller that awaits it.
  asked.set(JSON.stringify([name, input]), answer)
}

/** The answer to a question that was asked already, once; else it is asked now. */
export function answerTo<Name extends RouteName>(
  name: Name,
  input: Input<Name>,
  signal: AbortSignal,
): Promise<Output<Name>> {
  const question = JSON.stringify([name, input])
  const early = asked.get(question)
  asked.delete(question)
  // Asked under this very name and input, so it is its answer.
  return (early as Promise<Output<Name>> | undefined) ?? call(name, input, signal)
}
