/** G-10. The port: rules that need to wait stand behind it. */
import { lookThrough, mergeFindings, type SecretFinding } from './scan.ts'
import { findWithSecretlint } from './secretlint.ts'

/** Looks for credentials. Each sentence here is a test in test/capture/secrets/scanner.test.ts. */
export interface SecretScanner {
  /**
   * Ordered, not overlapping, at least everything `findSecrets` finds.
   * No text makes it fail: when the further rules cannot be asked, ours have answered.
   */
  scan(text: string): Promise<SecretFinding[]>
}

/** Our rules and those of secretlint together. Loads nothing until a text calls for it. */
export function openSecretScanner(): SecretScanner {
  return {
    async scan(text) {
      const { findings, worthAsking } = lookThrough(text)
      return mergeFindings([...findings, ...(await findWithSecretlint(text, worthAsking))])
    },
  }
}
