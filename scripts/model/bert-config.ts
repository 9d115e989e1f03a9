/** What the weights' config.json says about the shape of the network. */
import * as z from 'zod'

export const BertConfig = z.object({
  model_type: z.literal('bert'),
  hidden_act: z.literal('gelu'),
  position_embedding_type: z.literal('absolute').default('absolute'),
  hidden_size: z.int().positive(),
  num_attention_heads: z.int().positive(),
  num_hidden_layers: z.int().positive(),
  max_position_embeddings: z.int().positive(),
  layer_norm_eps: z.number().positive(),
})
export type BertConfig = z.infer<typeof BertConfig>
