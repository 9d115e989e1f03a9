/** About three times as many statements as there are in the code. */
const MOST_KEPT = 400

/** Made once while it is in use: what a page or a filter once asked for is let go of, the oldest first. */
export function kept<T>(known: Map<string, T>, key: string, make: () => T): T {
  const before = known.get(key)
  if (before !== undefined) return before
  const [oldest] = known.keys()
  if (oldest !== undefined && known.size >= MOST_KEPT) known.delete(oldest)
  const made = make()
  known.set(key, made)
  return made
}
