/**
 * A home as it is after years: rows, files of the vault, vectors and the signs of tokens. Making a hundred
 * thousand vectors with the model would take an hour: they are drawn by chance, or, where it matters how
 * near one memory lies to another, drawn around those that the model made of the first two thousand.
 * What is saved or asked afterwards is embedded by the model itself.
 */
import { cpSync, existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Opened, openMneme } from '../../src/compose.ts'
import { builtinIdentity } from '../../src/embed/builtin.ts'
import { EmbedSettings } from '../../src/embed/settings.ts'
import { expectModel, fillVectors } from '../../src/engine/recall/fill-vectors.ts'
import { syncVault } from '../../src/engine/vault/sync.ts'
import type { Store } from '../../src/store/store.ts'
import { englishFrom, type Followers } from './english.ts'
import { loadMemories } from './load.ts'
import { randomFrom, type Texts, textsFrom } from './texts.ts'

const MODEL = builtinIdentity(EmbedSettings.parse({}))
const GLOBAL = { scope: 'global', project: null, session: null } as const
const AT_ONCE = 1000
/** Of a text of some forty words. */
const TOKENS = 48
const CENTRES = 200
/** So many vectors the model makes in a minute or two; the others are drawn around them. */
const MAX_BY_MODEL = 2_000
/** How far a drawn vector lies from the one it is drawn around: their cosine is about 0.8. */
const SPREAD = 0.75

/** Filled once, and copied for each use. */
export async function copyFilledHome(
  { filled, followers }: { readonly filled: string; readonly followers: Followers },
  count: number,
  to: string,
): Promise<void> {
  const source = join(filled, String(count))
  const whole = `${source}.whole`
  if (!existsSync(whole)) {
    rmSync(source, { recursive: true, force: true })
    await fillHome(source, count, { seed: 4, withVault: true, texts: englishFrom(followers, 4) })
    writeFileSync(whole, '')
  }
  cpSync(source, to, { recursive: true, preserveTimestamps: true })
  // A copied file is another file: read once here, so that no daemon does so while it is measured.
  const copied = await openMneme({ speaker: 'person', home: to, folder: null, env: { HOME: to } })
  await copied.close()
}

interface FillOptions {
  readonly seed: number
  readonly withVault: boolean
  /** What the memories say; left out, texts of invented words with vectors drawn by chance. */
  readonly texts?: Texts
}

export async function fillHome(home: string, count: number, options: FillOptions): Promise<void> {
  const env = {
    HOME: home,
    MNEME_STORE_SYNCHRONOUS: 'OFF',
    MNEME_VAULT_ENABLED: String(options.withVault),
  }
  const mneme = await openMneme({ speaker: 'person', home, door: 'hook', folder: null, env })
  try {
    const texts = options.texts ?? textsFrom(options.seed)
    await loadMemories(mneme, GLOBAL, count, () => texts.next())
    const around = options.texts && (await makeByModel(mneme))
    await drawVectors(mneme.engine.store, options.seed, around)
    // They have been judged long ago: a home judges each memory once.
    const { notes, memories } = mneme.engine.store
    const [last] = await memories.list({}, { limit: 1, order: 'newest' })
    await notes.set('judged-by-meaning.earlier', 'done')
    await notes.set('judged-by-meaning', last?.id ?? '')
    if (options.withVault) await syncVault(mneme.engine)
  } finally {
    await mneme.close()
  }
}

/** Vectors of the first memories as the model makes them. */
async function makeByModel({ engine }: Opened): Promise<readonly Float32Array[]> {
  await expectModel(engine, MODEL.id)
  const { missing } = await fillVectors(engine, 'memories', { units: MAX_BY_MODEL })
  if (missing) throw new Error(`the model made no vectors: ${missing.unavailable}`)
  const units = Array.from({ length: MAX_BY_MODEL }, (_, at) => at + 1)
  const made = await engine.store.vectors.of('memories', MODEL.id, units)
  return made.map(({ vector }) => vector)
}

/** Gives every memory that waits for its vector one, and random signs for its tokens. */
async function drawVectors(
  store: Store,
  seed: number,
  around: readonly Float32Array[] | undefined,
): Promise<void> {
  const draw = drawnAround(around ?? randomCentres(seed), around ? SPREAD : 1, seed)
  const random = randomFrom(seed + 1)
  // Cut anywhere, random bytes are random bytes again.
  const noise = Buffer.from(Uint32Array.from({ length: 65_536 }, () => random() * 2 ** 32).buffer)
  const bytes = (TOKENS * MODEL.dims) / 8
  const signs = () => {
    const from = Math.floor(random() * (noise.length - bytes))
    return noise.subarray(from, from + bytes)
  }
  for (;;) {
    const due = await store.vectors.due('memories', AT_ONCE)
    if (due.length === 0) return
    const units = due.map((each) => ({
      ...each,
      passages: [{ start: 0, end: 100, vector: draw(), signs: signs() }],
    }))
    await store.vectors.put('memories', MODEL, units)
  }
}

/** As those of real texts lie in clusters. */
function randomCentres(seed: number): Float32Array[] {
  const normal = normalNumbers(seed)
  return Array.from({ length: CENTRES }, () => Float32Array.from({ length: MODEL.dims }, normal))
}

/** Unit vectors around the centres: with more spread they lie further from them. */
function drawnAround(
  centres: readonly Float32Array[],
  spread: number,
  seed: number,
): () => Float32Array {
  const { dims } = MODEL
  const random = randomFrom(seed)
  // Drawing a normal number for every place of a million vectors would take longer than the rest.
  const noise = Float32Array.from({ length: 100_003 }, normalNumbers(seed))
  return () => {
    const centre = centres[Math.floor(random() * centres.length)] as Float32Array
    const from = Math.floor(random() * (noise.length - dims))
    const scale = (spread * Math.hypot(...centre)) / Math.sqrt(dims)
    const raw = centre.map((value, i) => value + scale * (noise[from + i] as number))
    const length = Math.hypot(...raw)
    return raw.map((value) => value / length)
  }
}

function normalNumbers(seed: number): () => number {
  const random = randomFrom(seed)
  return () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
}
