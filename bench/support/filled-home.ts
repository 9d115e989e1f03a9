/**
 * A home as it is after years: rows, files of the vault, vectors and the signs of tokens. The vectors
 * are drawn, since making a hundred thousand with the model would take an hour; what is saved or asked
 * afterwards is embedded by the model itself.
 */

import { openMneme } from '../../src/compose.ts'
import { builtinIdentity } from '../../src/embed/builtin.ts'
import { EmbedSettings } from '../../src/embed/settings.ts'
import { syncVault } from '../../src/engine/vault/sync.ts'
import type { Store } from '../../src/store/store.ts'
import { loadMemories } from './load.ts'
import { randomFrom, textsFrom } from './texts.ts'

const GLOBAL = { scope: 'global', project: null, session: null } as const
const AT_ONCE = 1000
/** Of a text of some forty words. */
const TOKENS = 48
const CENTRES = 200

export async function fillHome(
  home: string,
  count: number,
  options: { readonly seed: number; readonly withVault: boolean },
): Promise<void> {
  const env = {
    HOME: home,
    MNEME_STORE_SYNCHRONOUS: 'OFF',
    MNEME_VAULT_ENABLED: String(options.withVault),
  }
  const mneme = await openMneme({ speaker: 'person', home, door: 'hook', folder: null, env })
  try {
    const texts = textsFrom(options.seed)
    await loadMemories(mneme, GLOBAL, count, () => texts.next())
    await giveVectors(mneme.engine.store, options.seed)
    // They have been judged long ago: a home judges each memory once.
    await mneme.engine.store.notes.set('judged-by-meaning.earlier', 'done')
    if (options.withVault) await syncVault(mneme.engine)
  } finally {
    await mneme.close()
  }
}

/** Gives every memory that waits for its vector one, and random signs for its tokens. */
export async function giveVectors(store: Store, seed: number): Promise<void> {
  const model = builtinIdentity(EmbedSettings.parse({}))
  const draw = drawVectors(seed, model.dims)
  const random = randomFrom(seed + 1)
  // Cut anywhere, random bytes are random bytes again.
  const noise = Buffer.from(Uint32Array.from({ length: 65_536 }, () => random() * 2 ** 32).buffer)
  const bytes = (TOKENS * model.dims) / 8
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
    await store.vectors.put('memories', model, units)
  }
}

/** Unit vectors around random centres, as those of real texts lie in clusters. */
export function drawVectors(seed: number, dims: number): () => Float32Array {
  const random = randomFrom(seed)
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
  const centres = Array.from({ length: CENTRES }, () => Float32Array.from({ length: dims }, normal))
  // Drawing a normal number for every place of a million vectors would take longer than the rest.
  const noise = Float32Array.from({ length: 100_003 }, normal)
  return () => {
    const centre = centres[Math.floor(random() * CENTRES)] as Float32Array
    const from = Math.floor(random() * (noise.length - dims))
    const raw = centre.map((value, i) => value + (noise[from + i] as number))
    const length = Math.hypot(...raw)
    return raw.map((value) => value / length)
  }
}
