/** K-09. Set in every program that we run to think for us: whatever part of Mneme finds it does nothing. */
export const IN_EXTRACTION = 'MNEME_IN_EXTRACTION'

export function isOurOwnRun(env: Readonly<Record<string, string | undefined>>): boolean {
  return (env[IN_EXTRACTION] ?? '') !== ''
}
