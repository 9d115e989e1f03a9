/**
 * J-11. The settings in force: defaults, then the home's config.toml, then the repository's, then
 * the environment. Each later one wins, key by key.
 */
import type { Environment } from './home.ts'
import { homePaths, repositoryPaths } from './home.ts'
import type { ConfigKey } from './keys.ts'
import { configKeys, environmentName, nearestKey } from './keys.ts'
import type { FileLayer, LayerValue } from './layer.ts'
import { badConfig, configText, fileLayer, formerName, misfit, parseToml } from './layer.ts'
import { TUNING } from './people.ts'
import { isInside, isLink, repositoryVerdict } from './repository.ts'
import type { Settings } from './schema.ts'
import { SECTIONS } from './schema.ts'
import { defaultSettings, settingsFrom } from './settings.ts'
import { valueFromText } from './value-text.ts'

export interface Config {
  readonly settings: Settings
  /** Where each key was set, by key: `file:line` or a variable's name. */
  readonly sources: ReadonlyMap<string, string>
  /** What was left out and why. For people; nothing depends on it. */
  readonly warnings: readonly string[]
}

interface ConfigPlaces {
  readonly home: string
  /** Root of the work tree, if there is one. */
  readonly repo?: string
  readonly env: Environment
}

/** Throws `bad_config` with file, line and key; what is wrong in a repository's file only warns. */
export async function readConfig({ home, repo, env }: ConfigPlaces): Promise<Config> {
  const [own, theirs] = await Promise.all([
    readFileLayer(homePaths(home).config),
    repo === undefined ? null : readRepositoryLayer(repo),
  ])
  const { values: said, warnings } = environmentLayer(env)
  if (!own && !theirs && said.length === 0) {
    return { settings: defaultSettings(), sources: new Map(), warnings }
  }

  const inForce = new Map<string, LayerValue>()
  const problems = [...(own?.problems ?? []), ...(theirs?.problems ?? [])]
  const take = (found: LayerValue) => {
    const problem = misfit(found)
    if (problem === null) inForce.set(found.key.key, found)
    else problems.push(problem)
  }
  for (const found of own?.values ?? []) take(found)
  for (const found of theirs?.values ?? []) {
    const lower = inForce.get(found.key.key)?.value ?? found.key.default
    const verdict = repositoryVerdict(repo ?? '', found, lower)
    if (verdict.outcome === 'taken') take({ ...found, value: verdict.value })
    else warnings.push(verdict.warning)
  }
  warnings.push(...(own?.notices ?? []), ...(theirs?.notices ?? []), ...(theirs?.warnings ?? []))
  for (const found of said) take(found)

  if (problems.length > 0) throw badConfig(problems.join('\n'))
  return {
    settings: settingsFrom([...inForce.values()]),
    sources: new Map([...inForce].map(([name, found]) => [name, found.from])),
    warnings,
  }
}

async function readFileLayer(file: string): Promise<FileLayer | null> {
  const text = configText(file)
  return text === null ? null : fileLayer(file, text, await parseToml(file, text))
}

/** M-06. A file with a fault is left out whole, with one warning: it must not stop anything of ours. */
async function readRepositoryLayer(repo: string): Promise<RepositoryLayer | null> {
  const file = repositoryPaths(repo).config
  if (!isInside(repo, file)) {
    return isLink(file) ? leftOut(`${file} points outside the repository`) : null
  }
  try {
    const layer = await readFileLayer(file)
    if (layer === null) return null
    const [problem] = [...layer.problems, ...wrongIn(layer)]
    return problem === undefined ? { ...layer, warnings: [] } : leftOut(problem)
  } catch (thrown) {
    return leftOut(thrown instanceof Error ? thrown.message : String(thrown))
  }
}

/** A key that it may not set is refused by name later, whatever its value. */
function wrongIn({ values }: FileLayer): string[] {
  return values.flatMap((each) => (each.key.repository === 'never' ? [] : (misfit(each) ?? [])))
}

function leftOut(why: string): RepositoryLayer {
  const warning = `${why}; this repository's settings are ignored`
  return { values: [], problems: [], notices: [], warnings: [warning] }
}

interface RepositoryLayer extends FileLayer {
  readonly warnings: readonly string[]
}

let byVariable: ReadonlyMap<string, ConfigKey> | undefined

/** An empty variable is one that is not set. */
function environmentLayer(env: Environment): { values: LayerValue[]; warnings: string[] } {
  byVariable ??= keysByVariable()
  const values: LayerValue[] = []
  const warnings: string[] = []
  for (const [name, text] of Object.entries(env)) {
    if (!name.startsWith('MNEME_') || text === undefined || text.trim() === '') continue
    const key = byVariable.get(name)
    if (key) {
      values.push({ key, value: valueFromText(key.schema, text), from: name })
      if (name !== key.environment) warnings.push(formerName('environment', name, key.environment))
    } else if (looksLikeOurs(name)) warnings.push(unknownVariable(name))
  }
  return { values, warnings }
}

/** Former names first, so that a present name is where both are the same word. */
function keysByVariable(): ReadonlyMap<string, ConfigKey> {
  const keys = [...configKeys().values()]
  return new Map([
    ...keys.flatMap((key) =>
      key.formerKey ? [[environmentName(key.formerKey), key] as const] : [],
    ),
    ...keys.map((key) => [key.environment, key] as const),
  ])
}

function looksLikeOurs(name: string): boolean {
  return [TUNING, ...Object.keys(SECTIONS)].some((section) =>
    name.startsWith(`MNEME_${section.toUpperCase()}_`),
  )
}

function unknownVariable(name: string): string {
  const [, section = '', key = ''] = /^MNEME_([A-Z]+)_(.*)$/.exec(name) ?? []
  const meant = nearestKey(`${section}.${key}`.toLowerCase())
  const hint = meant ? `; did you mean ${configKeys().get(meant)?.environment}?` : ''
  return `${name} is not a setting and was ignored${hint}`
}
