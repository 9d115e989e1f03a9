/**
 * M-06. How a host starts our hook: node is given one line that loads the launcher, and says nothing when
 * the launcher, or the whole home with it, is gone. It costs no process and no shell, and reads the same
 * in every shell.
 */
import type { SetupPlace } from './plan.ts'

/** For hosts that take a program and its arguments. */
export function hookArguments({ hook }: Pick<SetupPlace, 'hook'>, host: string): readonly string[] {
  return ['-e', loadLine(hook), host]
}

/** For hosts that hand one line to a shell. */
export function hookCommand(
  { node, hook }: Pick<SetupPlace, 'node' | 'hook'>,
  host: string,
): string {
  return `${quoteForShell(node)} -e "${loadLine(hook)}" ${host}`
}

/** Within double quotes no shell reads anything into it: what could mean more is written as \uXXXX. */
function loadLine(hook: string): string {
  const slashed = /^(?:[a-z]:|\\)\\/i.test(hook) ? hook.replaceAll('\\', '/') : hook
  const path = slashed.replace(/[^\p{L}\p{N} @+=:,./_~-]/gu, (sign) =>
    Array.from({ length: sign.length }, (_, at) => unitOf(sign, at)).join(''),
  )
  return `try{require('${path}')}catch{}`
}

function unitOf(text: string, at: number): string {
  return `\\u${text.charCodeAt(at).toString(16).padStart(4, '0')}`
}

function quoteForShell(path: string): string {
  return /^[\w@%+=:,./-]+$/.test(path) ? path : `"${path.replaceAll('"', '\\"')}"`
}
