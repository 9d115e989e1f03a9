/**
 * M-32. `said` and `saidByWords` were fitted by `bench fit-gate`, `said` on the date below over nine sets and
 * to speak at .35; `given` with `--stored` over six of them; `person` by `bench fit-person`. The biases of
 * `saidByWords` and `person` are lower than fitted: words alone are trusted less, and of questions that ask
 * one person for another's words half are silent. `overheard` and `givenByWords` were set by hand.
 */
interface GateRow {
  readonly bias: number
  readonly weights: Readonly<
    Partial<
      Record<
        | 'nearness'
        | 'meaning'
        | 'prominence'
        | 'known'
        | 'strange'
        | 'length'
        | 'shared'
        | 'covered'
        | 'margin'
        | 'ownWords'
        | 'ownTokens'
        | 'ownMeaning'
        | 'score',
        number
      >
    >
  >
}

// biome-ignore format: a table reads best in columns
export const GATE_TABLE = {
  fitted: '2026-11-19',
  gates: {
    said:         { bias: -5.84, weights: { nearness: 2.8, prominence: 0.54, margin: 2.2, meaning: 1.66, strange: -9.8 } },
    saidByWords:  { bias: -13.18, weights: { prominence: 0.93, known: 5.87, length: 1.58 } },
    overheard:    { bias: -10, weights: { meaning: 10.51, covered: 7.16, length: 1.08, margin: 2.24 } },
    given:        { bias: -7.45, weights: { meaning: 10.51, covered: 7.16, length: 1.08, margin: 2.24 } },
    person:       { bias: -4.25, weights: { ownWords: 1.63, ownTokens: 3.66, ownMeaning: -2.88, score: 1.12 } },
    givenByWords: { bias: -3.4, weights: { shared: 1, covered: 2.5 } },
  },
} as const satisfies { readonly fitted: string; readonly gates: Readonly<Record<string, GateRow>> }
