/** K-09. Set for every model command we run, so that Mneme's hooks inside it do nothing. */
export const IN_EXTRACTION = 'MNEME_IN_EXTRACTION'

export function isOurOwnRun(env: Readonly<Record<string, string | undefined>>): boolean {
  return (env[IN_EXTRACTION] ?? '') !== ''
}
