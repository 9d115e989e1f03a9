/**
 * `npm run patterns`: judges every regular expression of the source that has no verdict yet and keeps
 * what was found in test/privacy/pattern-verdicts.json, by which the tests know them.
 * `--all` judges all of them again, which takes ten minutes. `--times` measures each on the longest hostile
 * text it can meet, a megabyte unless test/support/pattern-limits.ts says less, and prints the slowest;
 * `--only TEXT` those of files whose path holds it.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { check } from 'recheck'
import { createServer } from 'vite'

const root = fileURLToPath(new URL('..', import.meta.url))
const file = fileURLToPath(new URL('../test/privacy/pattern-verdicts.json', import.meta.url))
const PROOF_TIMEOUT_MS = 2000
const LIMIT_MS = 50
/** Below this there is room enough. */
const ENOUGH_MS = 25
const SHOWN = 20
const known = process.argv.includes('--all') ? {} : JSON.parse(readFileSync(file, 'utf8'))

const loader = await createServer({
  root,
  configFile: false,
  appType: 'custom',
  logLevel: 'error',
  server: { middlewareMode: true, ws: false, watch: null },
  optimizeDeps: { noDiscovery: true },
})
const { allPatterns, patternKey } = await loader.ssrLoadModule('/test/support/patterns.ts')
const { judgePattern } = await loader.ssrLoadModule('/test/support/judge-pattern.ts')

if (process.argv.includes('--times')) process.exit(await printTimes())

const verdicts = {}
let slow = 0
for (const pattern of await allPatterns()) {
  const key = patternKey(pattern)
  const verdict = known[key] ?? judgePattern(pattern, await prove(pattern))
  if (verdict === 'slow') {
    slow += 1
    console.error(`slow: ${pattern.at} /${pattern.source}/${pattern.flags}`)
  } else verdicts[key] = verdict
}
const sorted = Object.fromEntries(Object.entries(verdicts).sort(([a], [b]) => (a < b ? -1 : 1)))
writeFileSync(file, `${JSON.stringify(sorted, null, 2)}\n`)
console.log(`${Object.keys(sorted).length} patterns stay linear, ${slow} do not`)
await loader.close()
process.exit(slow === 0 ? 0 : 1)

async function printTimes() {
  const { slowestMs } = await loader.ssrLoadModule('/test/support/pattern-times.ts')
  // First: those that are put together are found while their files are loaded.
  const patterns = await allPatterns()
  const { mostCharacters, PATTERN_LIMITS } = await loader.ssrLoadModule(
    '/test/support/pattern-limits.ts',
  )
  const only = process.argv.includes('--only') ? process.argv.at(-1) : ''
  const measured = patterns
    .filter(({ files }) => files.some((file) => file.includes(only)))
    .map((pattern) => ({ ...pattern, most: mostCharacters(pattern.files) }))
    .map((pattern) => ({ ...pattern, ms: slowestMs(pattern, pattern.most, ENOUGH_MS) }))
    // Other threads of this process count as well, so what seems slow is measured again at the end.
    .map((each) =>
      each.ms > LIMIT_MS ? { ...each, ms: slowestMs(each, each.most, ENOUGH_MS) } : each,
    )
    .sort((a, b) => b.ms - a.ms)
  const above = measured.filter(({ ms }) => ms > LIMIT_MS).length
  for (const { at, source, flags, ms } of measured.slice(0, Math.max(SHOWN, above)))
    console.log(`${ms.toFixed(1).padStart(8)} ms  ${at}  /${source.slice(0, 80)}/${flags}`)
  for (const { files, characters } of PATTERN_LIMITS) {
    const ours = measured.filter(({ most }) => most === characters).length
    console.log(`sees at most ${characters} characters: ${files.join(', ')} (${ours} patterns)`)
  }
  const whole = measured.filter(({ most }) => most === 1_000_000).length
  console.log(
    `${measured.length} patterns, ${whole} of them on 1 MB: ${above} above ${LIMIT_MS} ms`,
  )
  return above === 0 ? 0 : 1
}

function prove({ source, flags }) {
  return check(source, flags, { timeout: PROOF_TIMEOUT_MS })
}
