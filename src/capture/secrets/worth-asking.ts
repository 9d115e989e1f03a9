/**
 * G-10. What the rules of secretlint look for, loosely: places that might interest one of them.
 * Passwords in URLs are not among them: our own row takes more than theirs.
 */
import type { SecretKind } from './kind.ts'

const WORTH_ASKING = 'worth-asking'

export function isWorthAsking({ kind }: { readonly kind: string }): boolean {
  return kind === WORTH_ASKING
}

// biome-ignore format: a table reads best in columns
export const WORTH_ASKING_KINDS: readonly SecretKind[] = [
  { words: ['secret_access_key', 'secretaccesskey', 'private key', 'private_key'], pattern: /./y },
  { words: ['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_', 'github_pat_', 'glpat-', 'npm_', 'dckr_pat_'], pattern: /[a-z_-]{4,11}\w{16}/y },
  { words: ['_authtoken', 'x-oauth-basic'], pattern: /_authToken=|x-oauth-basic@/y },
  { words: ['sk-', 'gsk_', 'hf_'], pattern: /(?:sk-|gsk_|hf_)\w{16}|sk-(?:proj|svcacct|admin|ant)-/y },
  { words: ['xoxb-', 'xoxp-', 'xapp-', 'xoxa-', 'xoxo-', 'xoxr-', 'hooks.slack.com/', 'sg.'], pattern: /xox|xapp|hooks|SG\.\w/y },
  { words: ['lin_api_', 'ntn_', 'secret_', 'shpat_', 'shpca_', 'shppa_', 'shpss_', 'figd_'], pattern: /[a-z_]{4,8}\w{20}/y },
  { words: ['glc_', 'glsa_', 'ops_ey', 'hvs.', 'hvb.', 'hvr.', 'vcp_', 'vci_', 'vca_', 'vcr_', 'vck_', 'dapi'], pattern: /[a-z_.]{4,6}[\w+/-]{18}/y },
].map((row) => ({ ...row, kind: WORTH_ASKING, inside: true }))
