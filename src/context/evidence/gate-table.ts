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
    said:         { bias: -6.55, weights: { nearness: 3.09, prominence: 0.5, margin: 1.8, meaning: 2.93 } },
    saidByWords:  { bias: -13.18, weights: { prominence: 0.93, known: 5.87, length: 1.58 } },
    overheard:    { bias: -6.25, weights: { meaning: 6.70, shared: 0.75 } },
    given:        { bias: -3.25, weights: { meaning: 6.70, shared: 0.75 } },
    person:       { bias: -4.25, weights: { ownWords: 1.63, ownTokens: 3.66, ownMeaning: -2.88, score: 1.12 } },
    givenByWords: { bias: -3.4, weights: { shared: 1, covered: 2.5 } },
  },
} as const satisfies { readonly fitted: string; readonly gates: Readonly<Record<string, GateRow>> }
