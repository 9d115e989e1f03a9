/** D-14. What makes vectors here, and how many there are; and whether it really does. */
import { product } from '../../search/unit-vectors.ts'
import type { Engine } from '../engine.ts'

interface EmbedStatus {
  readonly provider: string
  readonly available: boolean
  readonly model: string | null
  readonly dims: number | null
  readonly maxTokens: number | null
  readonly why: string | null
  readonly hint: string | null
  readonly waiting: number
  readonly vectors: readonly {
    readonly model: string
    readonly dims: number
    readonly vectors: number
    readonly units: number
    readonly inUse: boolean
  }[]
}

/** Opens the embedder without giving it a text, so that no model is loaded. */
export async function embedStatus(engine: Engine): Promise<EmbedStatus> {
  const { embedding, store, config } = engine
  const opened = await embedding.open()
  const found = 'embedder' in opened ? opened.embedder : null
  const [waiting, counts] = await Promise.all([
    store.vectors.backlog('memories'),
    store.vectors.counts('memories'),
  ])
  return {
    provider: config.embed.provider,
    available: found !== null,
    model: found?.id ?? null,
    dims: found?.dims ?? null,
    maxTokens: found?.maxTokens ?? null,
    why: 'unavailable' in opened ? opened.unavailable : null,
    hint: 'unavailable' in opened ? (opened.hint ?? null) : null,
    waiting,
    vectors: counts.map((each) => ({ ...each, inUse: each.model === found?.id })),
  }
}

interface EmbedTest {
  readonly works: boolean
  readonly model: string | null
  readonly dims: number | null
  readonly firstMs: number | null
  readonly nextMs: number | null
  /** How near a text is to its paraphrase, and to one about something else. */
  readonly alike: number | null
  readonly unlike: number | null
  readonly why: string | null
  readonly hint: string | null
}

const TEXTS = [
  'How do users log in?',
  'Authentication works with a password and a session cookie.',
  'The chart is drawn in blue.',
] as const
const FAILED = { model: null, dims: null, firstMs: null, nextMs: null, alike: null, unlike: null }

export async function embedTest(engine: Engine, text?: string): Promise<EmbedTest> {
  const { embedding } = engine
  const start = performance.now()
  const first = await embedding.embed([TEXTS[0]], { kind: 'passage' })
  if ('unavailable' in first) {
    return { works: false, ...FAILED, why: first.unavailable, hint: first.hint ?? null }
  }
  const firstMs = performance.now() - start
  const again = performance.now()
  const made = await embedding.embed([text ?? TEXTS[0], TEXTS[1], TEXTS[2]], { kind: 'passage' })
  if ('unavailable' in made) {
    return { works: false, ...FAILED, why: made.unavailable, hint: made.hint ?? null }
  }
  const nextMs = performance.now() - again
  const [question, answer, other] = made.vectors as readonly [
    Float32Array,
    Float32Array,
    Float32Array,
  ]
  return {
    works: true,
    model: made.model,
    dims: made.dims,
    firstMs,
    nextMs,
    alike: product(question, answer),
    unlike: product(question, other),
    why: null,
    hint: null,
  }
}
