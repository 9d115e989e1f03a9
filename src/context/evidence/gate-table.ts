/**
 * M-32. `said` and `saidByWords` were fitted by `bench fit-gate`, `said` on the date below and to speak at .32;
 * `person` by `bench fit-person`. The biases of the last two are lower than fitted: words alone are trusted less,
 * and of questions that ask one person for another's words half are silent. The other rows were set by hand.
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
    said:         { bias: -5.72, weights: { nearness: 3.07, prominence: 0.41, margin: 2.0, meaning: 1.76, strange: -12.45 } },
    saidByWords:  { bias: -13.18, weights: { prominence: 0.93, known: 5.87, length: 1.58 } },
    overheard:    { bias: -6.25, weights: { meaning: 6.70, shared: 0.75 } },
    given:        { bias: -7.04, weights: { meaning: 10.31, covered: 7.32, length: 0.83, margin: 1.63 } },
    person:       { bias: -4.25, weights: { ownWords: 1.63, ownTokens: 3.66, ownMeaning: -2.88, score: 1.12 } },
    givenByWords: { bias: -3.4, weights: { shared: 1, covered: 2.5 } },
  },
} as const satisfies { readonly fitted: string; readonly gates: Readonly<Record<string, GateRow>> }
