/** B-03. The figures by which memories that share words are looked up, the same in every store. */

/** Enough words to find a near-duplicate of any text by its rare ones. */
export const MAX_WORDS = 48
/** A word that more passages of a place hold than this says little about which memory is meant. */
export const RARE = 64
/** With fewer rare words than this, the common ones are asked for in pairs. */
export const ENOUGH_RARE_WORDS = 2
/** A text that holds less of what was looked up, and of the shorter text, is not worth reading. */
export const MIN_SHARED = 0.2
/** How long a passage is tells about how many words it holds; counting them would take reading them. */
export const CHARACTERS_A_WORD = 6
/** So many passages about one thing are looked through for those that say what holds of it. */
export const MAX_ABOUT = 2_000
