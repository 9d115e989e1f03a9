/** D-02. Words that developers use for one another. */
import * as z from 'zod'
import { share } from '../setting.ts'
import { stem } from './words.ts'

export const SynonymSettings = z.object({
  groups: z
    .array(z.array(z.string()))
    .default([])
    .describe('Groups of words to treat as equal, in addition to the built-in ones'),
  weight: share(0.5, 'Weight of a synonym, relative to the word itself'),
})
export type SynonymSettings = z.infer<typeof SynonymSettings>

/** Adding a group means adding a row. A word may be in several. */
export const SYNONYM_GROUPS: readonly (readonly string[])[] = [
  ['test', 'spec', 'mock', 'fake', 'stub', 'fixture'],
  ['database', 'db', 'sql', 'datastore'],
  ['deploy', 'release', 'ship', 'rollout', 'publish'],
  ['auth', 'authentication', 'login', 'credential', 'signin'],
  ['authorization', 'permission', 'access', 'privilege', 'acl'],
  ['config', 'configuration', 'setting', 'option', 'preference'],
  ['bug', 'defect', 'issue', 'error', 'fault'],
  ['exception', 'error', 'failure', 'crash', 'panic'],
  ['fix', 'repair', 'patch', 'hotfix'],
  ['function', 'method', 'procedure', 'routine', 'func'],
  ['directory', 'folder', 'dir'],
  ['repository', 'repo', 'codebase'],
  ['dependency', 'package', 'library', 'module', 'lib'],
  ['endpoint', 'route', 'api', 'url'],
  ['frontend', 'ui', 'client', 'browser'],
  ['backend', 'server', 'service'],
  ['delete', 'remove', 'erase', 'drop'],
  ['create', 'add', 'insert', 'make'],
  ['update', 'change', 'modify', 'edit'],
  ['fetch', 'get', 'retrieve', 'load', 'read'],
  ['fast', 'performance', 'speed', 'latency', 'slow'],
  ['cache', 'memoize', 'memoization'],
  ['queue', 'job', 'worker', 'background'],
  ['log', 'logging', 'trace', 'telemetry'],
  ['environment', 'env', 'variable'],
  ['container', 'docker', 'image', 'podman'],
  ['kubernetes', 'k8s', 'cluster', 'helm'],
  ['pipeline', 'ci', 'build', 'workflow'],
  ['format', 'formatter', 'prettier', 'style'],
  ['lint', 'linter', 'eslint', 'biome'],
  ['javascript', 'js', 'ecmascript'],
  ['typescript', 'ts'],
  ['python', 'py'],
  ['postgres', 'postgresql', 'pg'],
  ['documentation', 'docs', 'readme', 'doc'],
  ['secret', 'password', 'token', 'key'],
  ['encrypt', 'encryption', 'cipher', 'tls'],
  ['migration', 'schema', 'ddl'],
  ['refactor', 'restructure', 'cleanup', 'rewrite'],
  ['commit', 'changeset', 'revision'],
  ['merge', 'rebase', 'integrate'],
  ['async', 'asynchronous', 'concurrent', 'parallel'],
  ['timeout', 'deadline', 'expiry', 'ttl'],
  ['indentation', 'indent', 'tabs', 'spaces', 'whitespace'],
]

/** The other words of the term's groups, in table order; `deploying` finds the group of `deploy`. */
export function synonymsOf(settings: SynonymSettings, term: string): string[] {
  return tableOf(settings).get(stem(term.toLowerCase())) ?? []
}

/** One table per settings object, since every word of every query asks. */
const tables = new WeakMap<SynonymSettings, Map<string, string[]>>()

function tableOf(settings: SynonymSettings): Map<string, string[]> {
  const known = tables.get(settings)
  if (known !== undefined) return known
  const table = new Map<string, string[]>()
  for (const group of [...SYNONYM_GROUPS, ...settings.groups]) {
    const members = group.map((word) => word.trim().toLowerCase()).filter((word) => word !== '')
    for (const member of members) {
      const others = table.get(stem(member)) ?? []
      for (const other of members) {
        if (stem(other) !== stem(member) && !others.includes(other)) others.push(other)
      }
      table.set(stem(member), others)
    }
  }
  tables.set(settings, table)
  return table
}
