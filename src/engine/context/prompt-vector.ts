/** M-33. Only a model that is there already is asked; one that is not is made ready for the next turn. */
import type { QueryVector } from '../../search/corpus.ts'
import { questionToEmbed } from '../../search/embed-text.ts'
import type { Engine } from '../engine.ts'

/** What a prompt is about stands at its beginning. */
const MAX_EMBEDDED_CHARACTERS = 600

/** `names` are those of speakers, which the vector leaves out. */
export async function promptVector(
  engine: Engine,
  prompt: string,
  names: readonly string[],
): Promise<QueryVector | null> {
  const { embedding, config } = engine
  if (config.embed.provider === 'none') return null
  if (!embedding.isWarm) {
    engine.background.start('load the model', async (signal) => {
      await embedding.embed(['-'], { kind: 'query', signal })
    })
    return null
  }
  const question = questionToEmbed(prompt.slice(0, MAX_EMBEDDED_CHARACTERS), names)
  const made = await embedding.encode([question], { kind: 'query' })
  const asked = 'encoded' in made ? made.encoded[0] : undefined
  return asked && 'model' in made ? { model: made.model, ...asked } : null
}
