/**
 * M-06. The command with which a host starts our hook: node with one line that loads the launcher, and does
 * nothing when the launcher or the whole home is gone. It costs no extra process or shell, and is valid in
 * every shell.
 */
import type { SetupPlace } from './plan.ts'

/** For hosts that run a program with arguments. */
export function hookArguments({ hook }: Pick<SetupPlace, 'hook'>, host: string): readonly string[] {
  return ['-e', loadLine(hook), host]
}

/** For hosts that pass one line to a shell. */
export function hookCommand(
  { node, hook }: Pick<SetupPlace, 'node' | 'hook'>,
  host: string,
): string {
  return `${quoteForShell(node)} -e "${loadLine(hook)}" ${host}`
}

/** Safe within the double quotes of every shell: special characters are written as \uXXXX. */
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
