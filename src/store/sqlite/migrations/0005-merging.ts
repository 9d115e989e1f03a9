/** B-03, D-01. Every lookup of a word seeks in every segment of the index: two of a kind are merged. */
export const merging = `
INSERT INTO memory_text (memory_text, rank) VALUES ('automerge', 2);
`
