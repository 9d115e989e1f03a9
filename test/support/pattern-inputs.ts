/** How long the texts are that patterns are really given. */
import { patternKey } from './patterns.ts'

/**
 * The longest by pattern, while `work` runs. Every way to use a pattern asks its `exec` once that is no
 * longer the built-in one.
 */
export function longestInputs(work: () => void): ReadonlyMap<string, number> {
  const longest = new Map<string, number>()
  const keys = new WeakMap<RegExp, string>()
  const builtIn = RegExp.prototype.exec
  RegExp.prototype.exec = function exec(this: RegExp, text: string) {
    const key = keys.get(this) ?? patternKey(this)
    keys.set(this, key)
    longest.set(key, Math.max(longest.get(key) ?? 0, text.length))
    return builtIn.call(this, text)
  }
  try {
    work()
  } finally {
    RegExp.prototype.exec = builtIn
  }
  return longest
}
