/** D-11. The ranks of o200k. The build puts them in place as one packed text instead of a package. */
import ranks from 'gpt-tokenizer/bpeRanks/o200k_base'
import { packRanks } from './byte-pairs.ts'

export const O200K_RANKS = packRanks(ranks)
